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

/** One reading of stdin. Whoever has a deadline takes what has come by then from `soFar`. */
export class InputReader {
  private readonly collector = new PayloadCollector();

  read(): Promise<Input> {
    try {
      const kind = fstatSync(0);
      if (!kind.isFIFO() && !kind.isSocket()) return Promise.resolve(this.soFar(readBlocking(this.collector)));
    } catch (error) {
      return Promise.resolve(this.soFar((error as Error).message));
    }
    return readStream(this.collector).then((error) => this.soFar(error));
  }

  soFar(error: string | null = null): Input {
    return { bytes: this.collector.result(), truncated: this.collector.truncated, error };
  }
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
function readStream(collector: PayloadCollector): Promise<string | null> {
  return new Promise((resolve) => {
    const stream = new Socket({ fd: 0, readable: true, writable: false });
    stream.on("data", (chunk: Buffer) => collector.add(chunk));
    stream.on("end", () => resolve(null));
    stream.on("error", (error) => resolve(error.message));
  });
}
