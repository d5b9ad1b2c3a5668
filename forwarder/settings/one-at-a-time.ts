/** `<home>/locks/hooks`: of two installs at the same time the second begins when the first has ended. */
import { closeSync, openSync, readFileSync, statSync, unlinkSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
import { isAlive } from "./temporaries.ts";
import { makeFolder } from "../make-folder.ts";

const PATIENCE_MS = 3000;
const PAUSE_MS = 20;
/** An install takes a few milliseconds: after this its writer hangs, or the pid is another's by now. */
const STALE_MS = 10_000;

/**
 * Runs `body` alone. A home that takes no lock (gone, read-only) is no reason to do nothing: then `body` runs unguarded, and the look at the file before
 * it is replaced is what is left.
 */
export function oneAtATime<T>(home: string, body: () => T): T {
  const lock = join(home, "locks", "hooks");
  const held = takeLock(lock);
  try {
    return body();
  } finally {
    if (held) removeQuietly(lock);
  }
}

function takeLock(lock: string): boolean {
  const giveUpAt = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      create(lock);
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST" || Date.now() > giveUpAt) return false;
    }
    if (isStale(lock)) removeQuietly(lock);
    else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
  }
}

function create(lock: string): void {
  if (statSync(dirname(dirname(lock))).isDirectory()) makeFolder(dirname(lock), 0o700);
  const file = openSync(lock, "wx", 0o600);
  try {
    writeSync(file, String(process.pid));
  } catch (error) {
    // A full disk. Left as it is nobody could tell whose it is, and the next one would wait for it.
    removeQuietly(lock);
    throw error;
  } finally {
    closeSync(file);
  }
}

function isStale(lock: string): boolean {
  try {
    const pid = readFileSync(lock, "utf8");
    const age = Date.now() - statSync(lock).mtimeMs;
    return Math.abs(age) > STALE_MS || (pid !== "" && !isAlive(Number(pid)));
  } catch {
    return false;
  }
}

function removeQuietly(file: string): void {
  try {
    unlinkSync(file);
  } catch {
    // Another one has.
  }
}
