/** One transcript, read as it grows: by offset and identity, a slice at a time, so that neither its size nor its speed matters. */
import { closeSync } from "node:fs";
import type { TranscriptFormat } from "../providers/transcript.ts";
import { Digest, type DigestOptions, type Reading } from "./digest.ts";
import { Lines } from "./lines.ts";
import { TAIL_BYTES } from "./last-response.ts";
import { openOwnFile, readAt } from "./open-file.ts";

/** A file up to this is read from its beginning; of a larger one only the end. */
export const WHOLE_BYTES = 8 * 1024 * 1024;
const SLICE_BYTES = 1024 * 1024;
const LONGEST_LINE = 16 * 1024 * 1024;

export interface FollowOptions extends DigestOptions {
  format: Pick<TranscriptFormat, "read">;
  uid: number | null;
  now(): number;
  /** What lies before this offset was there before anybody watched. */
  freshFrom: number;
}

/** `more`: a slice was read and there is more; `end`: nothing is left; else why the file cannot be read. */
export type ReadOutcome = "more" | "end" | { refused: string };

export class FollowedFile {
  readonly digest: Digest;
  /** Up to here it was read. */
  offset = -1;
  private identity = "";
  private freshFrom: number;
  private lines = new Lines(LONGEST_LINE);

  constructor(
    readonly options: FollowOptions,
    private readonly onReading: (reading: Reading) => void,
  ) {
    this.freshFrom = options.freshFrom;
    this.digest = new Digest(options);
  }

  /** Reads one slice. @param slice a buffer to read into, shared by all files */
  read(slice: Buffer = Buffer.allocUnsafe(SLICE_BYTES)): ReadOutcome {
    const opened = openOwnFile(this.options.path, this.options.uid);
    if (opened.descriptor === null) return { refused: opened.reason };
    try {
      const { dev, ino, size } = opened.stats;
      this.place(`${dev}:${ino}`, size);
      if (size <= this.offset) return "end";
      const history = this.offset < this.freshFrom;
      const end = history ? Math.min(size, this.freshFrom) : size;
      const bytes = readAt(opened.descriptor, slice.subarray(0, Math.min(slice.length, end - this.offset)), this.offset);
      if (bytes.length === 0) return "end";
      this.offset += bytes.length;
      for (const line of this.lines.push(bytes)) this.digest.feed(this.options.format.read(line), this.options.now());
      if (history && this.offset >= this.freshFrom) this.digest.closeAll();
      this.tell(history);
      return this.offset < size ? "more" : "end";
    } catch (error) {
      return { refused: (error as NodeJS.ErrnoException).code ?? "unknown" };
    } finally {
      closeSync(opened.descriptor);
    }
  }

  /** @param whole nothing more is to come of what was read. @returns ms until there may be news without the file growing; null when there will be none */
  settle(whole = false): number | null {
    if (whole) this.digest.closeAll();
    const next = this.digest.settle(this.options.now());
    this.tell(false);
    return next;
  }

  private tell(history: boolean): void {
    const reading = this.digest.take(history);
    if (reading !== null) this.onReading(reading);
  }

  /** Where to read on: a file that is another one or has shrunk is read anew. What of it was told before is known by its ids. */
  private place(identity: string, size: number): void {
    const first = this.offset < 0;
    if (!first && identity === this.identity && size >= this.offset) return;
    this.identity = identity;
    if (!first) {
      this.freshFrom = 0;
      this.digest.restart();
    }
    this.offset = size <= WHOLE_BYTES ? 0 : this.tailStart(size);
    this.lines = new Lines(LONGEST_LINE, this.offset > 0);
  }

  /** A byte early: a line that begins just there is whole. */
  private tailStart(size: number): number {
    const from = this.freshFrom > 0 && this.freshFrom <= size ? Math.min(this.freshFrom, size - TAIL_BYTES) : size - TAIL_BYTES;
    return Math.max(0, from - 1);
  }
}
