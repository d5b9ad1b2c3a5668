/** Copies of a settings file from before each of our changes. They lie beside it and are dated. */
import { constants, copyFileSync, readdirSync, statSync, unlinkSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** Enough to go back a few changes; more would only fill the client's folder. */
export const BACKUPS_KEPT = 5;

/**
 * Copies the file, with its mode, and takes away the oldest copies.
 * @param needed a backup that must stay: the one an uninstall gives back
 * @returns the copy's path
 */
export function writeBackup(target: string, now: Date, needed: string | null): string {
  const stamp = now.toISOString().replace(/[-:]/g, "").replace("T", "-").slice(0, 15);
  for (let n = 0; ; n++) {
    const path = `${target}.agent-mascot-${stamp}${n === 0 ? "" : `-${n}`}.bak`;
    try {
      copyFileSync(target, path, constants.COPYFILE_EXCL);
      prune(target, path, needed);
      return path;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST" || n > 50) throw error;
    }
  }
}

/** Besides the needed one. By their files' times: a name's second may be shared by several. */
function prune(target: string, newest: string, needed: string | null): void {
  const prefix = `${basename(target)}.agent-mascot-`;
  const others = readdirSync(dirname(target))
    .filter((name) => name.startsWith(prefix) && /^\d{8}-\d{6}(?:-\d+)?\.bak$/.test(name.slice(prefix.length)))
    .map((name) => join(dirname(target), name))
    .filter((path) => path !== newest && path !== needed)
    .map((path) => ({ path, time: timeOf(path) }));
  for (const { path } of others.sort((a, b) => b.time - a.time).slice(BACKUPS_KEPT - 1)) removeQuietly(path);
}

function timeOf(path: string): number {
  try {
    return statSync(path).mtimeMs;
  } catch {
    return 0;
  }
}

function removeQuietly(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // A copy more than wished for harms nobody.
  }
}
