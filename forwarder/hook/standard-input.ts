/** Reading fd 0. The client gives a socket, which `/dev/stdin` cannot open (contract §4); no final newline is needed. */
import { fstatSync, read, readSync } from "node:fs";
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
  private readonly collected = new Collected();
  private readonly buffer = Buffer.allocUnsafe(CHUNK_BYTES);
  /** A read that blocks in a thread keeps the process from ending in the ordinary way. */
  waiting = false;

  read(): Promise<Input> {
    return new Promise((resolve) => this.next((error) => resolve(this.soFar(error))));
  }

  soFar(error: string | null = null): Input {
    return this.collected.input(error);
  }

  private next(done: (error: string | null) => void): void {
    this.waiting = true;
    read(0, this.buffer, 0, CHUNK_BYTES, null, (error, length) => {
      this.waiting = false;
      if (error?.code === "EAGAIN") setTimeout(() => this.next(done), PAUSE_MS);
      else if (error) done(isEnd(error) ? null : error.message);
      else if (length === 0 || this.collected.add(Buffer.from(this.buffer.subarray(0, length)))) done(null);
      else this.next(done);
    });
  }
}

/** What has come so far, and whether it is a whole payload already. */
class Collected {
  private readonly collector = new PayloadCollector();
  private looks = 0;

  /** @returns true when it is complete */
  add(chunk: Buffer): boolean {
    this.collector.add(chunk);
    const last = chunk[chunk.length - 1] === 0x0a ? chunk[chunk.length - 2] : chunk[chunk.length - 1];
    if (last === undefined || !CLOSING.has(last) || this.collector.truncated || this.looks++ >= LOOKS) return false;
    const { kind } = readPayload(this.collector.result());
    return kind === "object" || kind === "other";
  }

  input(error: string | null): Input {
    return { bytes: this.collector.result(), truncated: this.collector.truncated, error };
  }
}

/**
 * Reading by hand. A pipe is read until the payload is complete, or for a while where its other end stays open; a file to its end;
 * a person at a terminal may take the time they need.
 * @param limitMs for a pipe
 */
export function readByHand(limitMs: number): Promise<Input> {
  return isPipe() ? readPipe(limitMs) : Promise.resolve(readAll());
}

function isPipe(): boolean {
  try {
    const kind = fstatSync(0);
    return kind.isFIFO() || kind.isSocket();
  } catch {
    return false;
  }
}

async function readPipe(limitMs: number): Promise<Input> {
  const { Socket } = await import("node:net");
  return new Promise((resolve) => {
    const collected = new Collected();
    const pipe = new Socket({ fd: 0, readable: true, writable: false });
    const done = (error: string | null) => {
      clearTimeout(timer);
      pipe.removeAllListeners("data").pause();
      resolve(collected.input(error));
    };
    // What came by then may be whole after all: only its end was missing.
    const timer = setTimeout(() => done(null), limitMs);
    pipe.on("data", (chunk: Buffer) => {
      if (collected.add(chunk)) done(null);
    });
    pipe.once("end", () => done(null));
    pipe.once("error", (error: NodeJS.ErrnoException) => done(isEnd(error) ? null : error.message));
  });
}

function readAll(): Input {
  const collected = new Collected();
  const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
  for (;;) {
    try {
      const length = readSync(0, buffer, 0, CHUNK_BYTES, null);
      if (length === 0) return collected.input(null);
      collected.add(Buffer.from(buffer.subarray(0, length)));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN") return collected.input(isEnd(error) ? null : (error as Error).message);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
    }
  }
}

/** Windows reports the end of a pipe as an error. */
function isEnd(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === "EOF";
}
