/** `<home>/locks/launch`: ten hooks at once start one app. */
import { closeSync, linkSync, openSync, renameSync, statSync, unlinkSync, writeSync } from "node:fs";
import { join } from "node:path";
import { makeFolder } from "../make-folder.ts";

/** After this the app has started or will not: the next hook may try again. */
export const LOCK_STALE_MS = 20_000;

/**
 * @param ranMs when an app last began or ended, as far as known: a lock from before that has had its start, and whoever looks for the app now finds it gone
 * @returns true for the one who may launch; the lock then stays until it is stale, so that hooks during the start do not launch again
 */
export function takeLaunchLock(home: string, nowMs: number, pid: number, ranMs = 0): boolean {
  const folder = join(home, "locks");
  const lock = join(folder, "launch");
  makeFolder(folder, 0o700);
  if (create(lock, nowMs, pid)) return true;
  if (isFresh(lock, nowMs, ranMs)) return false;
  return removeStale(lock, nowMs, pid, ranMs) && create(lock, nowMs, pid);
}

function create(lock: string, nowMs: number, pid: number): boolean {
  try {
    const file = openSync(lock, "wx", 0o600);
    writeSync(file, `${pid} ${nowMs}\n`);
    closeSync(file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

/** A time in the future is from before the clock was set back. */
function isFresh(lock: string, nowMs: number, ranMs: number): boolean {
  try {
    const { mtimeMs } = statSync(lock);
    const age = nowMs - mtimeMs;
    return age > -LOCK_STALE_MS && age < LOCK_STALE_MS && mtimeMs > ranMs;
  } catch {
    return false;
  }
}

/** Moving it aside first: of two who found it stale, the later one would otherwise delete the new lock of the earlier one. */
function removeStale(lock: string, nowMs: number, pid: number, ranMs: number): boolean {
  const aside = `${lock}.${pid}`;
  try {
    renameSync(lock, aside);
  } catch {
    return true;
  }
  const tookNewOne = isFresh(aside, nowMs, ranMs);
  try {
    if (tookNewOne) linkSync(aside, lock);
    unlinkSync(aside);
  } catch {
    // Somebody made a newer lock: fine either way.
  }
  return !tookNewOne;
}
