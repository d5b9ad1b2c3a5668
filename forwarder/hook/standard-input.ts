/** Reading fd 0. The client gives a socket, which `/dev/stdin` cannot open (contract §4); no final newline is needed. */
import { read, readSync } from "node:fs";
import { PayloadCollector, readPayload } from "./payload.ts";

export interface Input {
  bytes: Buffer;
  truncated: boolean;
  error: string | null;
}

const CHUNK_BYTES = 256 * 1024;
const PAUSE_MS = 2;
/** How often a payload that looks complete is parsed to see whether it is. */
const LOOKS = 4;
const CLOSING = new Set([0x7d, 0x5d, 0x22]);

/**
 * Reading inside a hook: off the event loop, so that a deadline can end the wait, and only until the payload is complete, since the client's
 * end of file may come late or never. Not by a stream: setting one up costs a cold process as much as the rest of the delivery.
 */
export class InputReader {
  private readonly collector = new PayloadCollector();
  private readonly buffer = Buffer.allocUnsafe(CHUNK_BYTES);
  private looks = 0;
  /** A read that blocks in a thread keeps the process from ending in the ordinary way. */
  waiting = false;

  read(): Promise<Input> {
    return new Promise((resolve) => this.next((error) => resolve(this.soFar(error))));
  }

  soFar(error: string | null = null): Input {
    return { bytes: this.collector.result(), truncated: this.collector.truncated, error };
  }

  private next(done: (error: string | null) => void): void {
    this.waiting = true;
    read(0, this.buffer, 0, CHUNK_BYTES, null, (error, length) => {
      this.waiting = false;
      if (error?.code === "EAGAIN") setTimeout(() => this.next(done), PAUSE_MS);
      else if (error) done(isEnd(error) ? null : error.message);
      else if (length === 0 || this.isComplete(this.take(length))) done(null);
      else this.next(done);
    });
  }

  private take(length: number): Buffer {
    const chunk = Buffer.from(this.buffer.subarray(0, length));
    this.collector.add(chunk);
    return chunk;
  }

  private isComplete(chunk: Buffer): boolean {
    const last = chunk[chunk.length - 1] === 0x0a ? chunk[chunk.length - 2] : chunk[chunk.length - 1];
    if (last === undefined || !CLOSING.has(last) || this.collector.truncated || this.looks++ >= LOOKS) return false;
    const { kind } = readPayload(this.collector.result());
    return kind === "object" || kind === "other";
  }
}

/** Reading by hand: to the end, however long it takes. */
export function readAll(): Input {
  const collector = new PayloadCollector();
  const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
  const done = (error: string | null): Input => ({ bytes: collector.result(), truncated: collector.truncated, error });
  for (;;) {
    try {
      const length = readSync(0, buffer, 0, CHUNK_BYTES, null);
      if (length === 0) return done(null);
      collector.add(Buffer.from(buffer.subarray(0, length)));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN") return done(isEnd(error) ? null : (error as Error).message);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
    }
  }
}

/** Windows reports the end of a pipe as an error. */
function isEnd(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === "EOF";
}
