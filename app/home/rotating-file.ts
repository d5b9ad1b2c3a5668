/** A log file that never grows beyond its limit: the full one is renamed to `.1`, older ones move up, the oldest goes. */
import { closeSync, constants, fstatSync, openSync, renameSync, rmSync, writeSync } from "node:fs";

export interface RotatingFileOptions {
  maxBytes?: number;
  /** old files beside the current one */
  keep?: number;
}

const TEN_MEGABYTES = 10 * 1024 * 1024;

/**
 * Written synchronously: the last lines before a crash are the ones that matter, and the app logs little.
 * A log that cannot be written (disk full, folder gone) is dropped line by line; logging never fails its caller.
 */
export class RotatingFile {
  private descriptor: number | null = null;
  private bytes = 0;
  private readonly maxBytes: number;
  private readonly keep: number;

  constructor(
    readonly path: string,
    options: RotatingFileOptions = {},
  ) {
    this.maxBytes = options.maxBytes ?? TEN_MEGABYTES;
    this.keep = options.keep ?? 3;
  }

  write(line: string): void {
    try {
      const size = Buffer.byteLength(line);
      let descriptor = this.descriptor ?? this.open();
      if (this.bytes > 0 && this.bytes + size > this.maxBytes) {
        this.rotate();
        descriptor = this.open();
      }
      writeSync(descriptor, line);
      this.bytes += size;
    } catch {
      this.close();
    }
  }

  close(): void {
    const { descriptor } = this;
    this.descriptor = null;
    if (descriptor === null) return;
    try {
      closeSync(descriptor);
    } catch {
      // Nothing can be done about a descriptor that does not close.
    }
  }

  private open(): number {
    const { O_APPEND, O_CREAT, O_WRONLY, O_NOFOLLOW = 0 } = constants;
    const descriptor = openSync(this.path, O_APPEND | O_CREAT | O_WRONLY | O_NOFOLLOW, 0o600);
    this.descriptor = descriptor;
    this.bytes = fstatSync(descriptor).size;
    return descriptor;
  }

  private rotate(): void {
    this.close();
    rmSync(`${this.path}.${this.keep}`, { force: true });
    for (let n = this.keep - 1; n >= 1; n--) moveIfThere(`${this.path}.${n}`, `${this.path}.${n + 1}`);
    moveIfThere(this.path, `${this.path}.1`);
  }
}

function moveIfThere(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}
