/** Reading fd 0 to its end. The client gives a socket, which `/dev/stdin` cannot open (contract §4); no final newline is needed. */
import { fstatSync, readSync } from "node:fs";
import { Socket } from "node:net";
import { PayloadCollector } from "./payload.ts";

export interface Input {
  bytes: Buffer;
  truncated: boolean;
  error: string | null;
}

const CHUNK_BYTES = 256 * 1024;

/** @param limitMs give up waiting for the end after this; null: wait as long as it takes. What has come until then is returned. */
export function readInput(limitMs: number | null): Promise<Input> {
  const collector = new PayloadCollector();
  const done = (error: string | null): Input => ({ bytes: collector.result(), truncated: collector.truncated, error });
  try {
    const kind = fstatSync(0);
    if (!kind.isFIFO() && !kind.isSocket()) return Promise.resolve(done(readBlocking(collector)));
  } catch (error) {
    return Promise.resolve(done((error as Error).message));
  }
  return readStream(collector, limitMs).then(done);
}

/** Files and terminals: no event loop needed. */
function readBlocking(collector: PayloadCollector): string | null {
  const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
  try {
    for (;;) {
      const length = readSync(0, buffer, 0, CHUNK_BYTES, null);
      if (length === 0) return null;
      collector.add(Buffer.from(buffer.subarray(0, length)));
    }
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EOF" ? null : (error as Error).message;
  }
}

/** Pipes and sockets: a blocking read could not be given up, should the other side never close. */
function readStream(collector: PayloadCollector, limitMs: number | null): Promise<string | null> {
  return new Promise((resolve) => {
    const stream = new Socket({ fd: 0, readable: true, writable: false });
    const timer = limitMs === null ? undefined : setTimeout(() => finish(null), limitMs);
    const finish = (error: string | null) => {
      clearTimeout(timer);
      stream.destroy();
      resolve(error);
    };
    stream.on("data", (chunk: Buffer) => collector.add(chunk));
    stream.on("end", () => finish(null));
    stream.on("error", (error) => finish(error.message));
  });
}
