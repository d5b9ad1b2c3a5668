/**
 * Bytes → lines. A line ends at a line feed and nowhere else: U+2028 is text. A half line waits for its rest; one that grows beyond all measure is passed over, so that
 * no file can fill the memory.
 */
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

export class Lines {
  private parts: Buffer[] = [];
  private held = 0;
  private passing = false;
  /** Lines that were too long. */
  passedOver = 0;

  /** @param longest bytes; @param fromMiddle what comes up to the first line feed is the rest of a line whose beginning is not known */
  constructor(
    private readonly longest: number,
    fromMiddle = false,
  ) {
    this.passing = fromMiddle;
  }

  /** Bytes of the line that is not yet whole. */
  get pending(): number {
    return this.held;
  }

  push(bytes: Buffer): string[] {
    const lines: string[] = [];
    let from = 0;
    for (;;) {
      const end = bytes.indexOf(LINE_FEED, from);
      if (end < 0) break;
      const line = this.whole(bytes.subarray(from, end));
      if (line !== null) lines.push(line);
      from = end + 1;
    }
    this.hold(bytes.subarray(from));
    return lines;
  }

  private whole(end: Buffer): string | null {
    const passed = this.passing;
    const bytes = passed || this.parts.length === 0 ? end : Buffer.concat([...this.parts, end]);
    this.forget();
    this.passing = false;
    if (passed) return null;
    if (bytes.length > this.longest) {
      this.passedOver++;
      return null;
    }
    const length = bytes.at(-1) === CARRIAGE_RETURN ? bytes.length - 1 : bytes.length;
    return length === 0 ? null : bytes.toString("utf8", 0, length);
  }

  private hold(rest: Buffer): void {
    if (rest.length === 0 || this.passing) return;
    this.held += rest.length;
    if (this.held <= this.longest) {
      // A copy: the reader's buffer is used again.
      this.parts.push(Buffer.from(rest));
      return;
    }
    this.forget();
    this.passing = true;
    this.passedOver++;
  }

  private forget(): void {
    this.parts = [];
    this.held = 0;
  }
}
