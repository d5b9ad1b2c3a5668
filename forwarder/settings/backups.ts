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

export interface Backup {
  path: string;
  /** ISO time at which it was made */
  at: string;
  bytes: number;
}

/** Our copies of a settings file, the newest first. */
export function listBackups(target: string): Backup[] {
  return namesOf(target)
    .flatMap((name) => {
      const path = join(dirname(target), name);
      const stat = statSync(path, { throwIfNoEntry: false });
      // By the name's time: a copy that a person touched keeps its place. The number behind it tells those of one second apart.
      const stamp = stampIn(name);
      return stat?.isFile() && stamp ? [{ path, at: stamp.at, n: stamp.n, bytes: stat.size }] : [];
    })
    .sort((a, b) => (a.at === b.at ? b.n - a.n : a.at < b.at ? 1 : -1))
    .map(({ path, at, bytes }) => ({ path, at, bytes }));
}

function stampIn(name: string): { at: string; n: number } | null {
  const found = /(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)(?:-(\d+))?\.bak$/.exec(name);
  if (!found) return null;
  const [, year, month, day, hour, minute, second, n] = found;
  return { at: `${year}-${month}-${day}T${hour}:${minute}:${second}Z`, n: Number(n ?? 0) };
}

function namesOf(target: string): string[] {
  const prefix = `${basename(target)}.agent-mascot-`;
  try {
    return readdirSync(dirname(target)).filter((name) => name.startsWith(prefix) && /^\d{8}-\d{6}(?:-\d+)?\.bak$/.test(name.slice(prefix.length)));
  } catch {
    return [];
  }
}

/** Besides the needed one. By their files' times: a name's second may be shared by several. */
function prune(target: string, newest: string, needed: string | null): void {
  const others = namesOf(target)
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
