/**
 * The only place of this folder that writes to stdout, stderr or ends the process.
 *
 * What a hook prints is read by its client: stdout may reach the model's context, stderr is shown to the person, exit 2 blocks the
 * tool (contract §6). One module keeps that in sight.
 */
import { writeSync } from "node:fs";

const RETRY_PAUSE_MS = 1;
const RETRIES = 2000;

/** Writes all of `text` to a file descriptor. A reader that is gone or too slow is not our failure. @returns false when the reader is gone */
function writeAll(fd: 1 | 2, text: string): boolean {
  let rest: Uint8Array = Buffer.from(text, "utf8");
  for (let tries = 0; rest.length > 0 && tries < RETRIES; ) {
    try {
      rest = rest.subarray(writeSync(fd, rest));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN") return false;
      tries++;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_PAUSE_MS);
    }
  }
  return true;
}

/** Prints an answer or a command's result. @returns false when nobody reads it any more (`… | head -1`) */
export function print(text: string): boolean {
  return writeAll(1, text);
}

/** Prints one line for the person on stderr; reasons from elsewhere may hold several. */
export function complain(line: string): void {
  writeAll(2, `${line.replace(/\s*[\r\n]+\s*/g, " ")}\n`);
}

/** Ends the process at once, also with sockets open. */
export function end(code: number): never {
  process.exit(code);
}

/**
 * Ends the process although a thread of it is blocked in a read, which `end` would wait for. Only for a stdin that stays open and silent;
 * the installed line makes an exit code 0 of it.
 */
export function killSelf(): never {
  process.kill(process.pid, "SIGKILL");
  throw new Error("killed");
}
