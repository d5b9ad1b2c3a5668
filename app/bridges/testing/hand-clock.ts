/** A clock and timers that a test turns by hand. */
export class HandClock {
  private at: number;
  private timers: { due: number; run: () => void }[] = [];

  constructor(start = Date.UTC(2026, 10, 28, 12)) {
    this.at = start;
  }

  now = (): number => this.at;

  after = (ms: number, run: () => void): (() => void) => {
    const timer = { due: this.at + ms, run };
    this.timers.push(timer);
    return () => {
      this.timers = this.timers.filter((other) => other !== timer);
    };
  };

  /** Turns on, timer by timer; what each began is given its time. */
  async turn(ms: number): Promise<void> {
    const end = this.at + ms;
    await settle();
    for (let next = this.next(end); next !== undefined; next = this.next(end)) {
      this.at = Math.max(this.at, next.due);
      this.timers = this.timers.filter((other) => other !== next);
      next.run();
      await settle();
    }
    this.at = end;
  }

  private next(end: number) {
    return this.timers.filter(({ due }) => due <= end).sort((a, b) => a.due - b.due)[0];
  }
}

/** The database answers from a thread of its own: a few rounds of the event loop are not enough for it. */
async function settle(): Promise<void> {
  for (let round = 0; round < 12; round++) await new Promise((resolve) => setImmediate(resolve));
}
