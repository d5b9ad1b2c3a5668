/** The files of the store beside each other in the home folder: the database, its copies, and what was put aside. All 0600 (SECURITY-CHECKLIST E2). */
import { constants } from "node:fs";
import fs from "node:fs/promises";
import path from "node:path";
import { makeFolderSoon } from "../machine/make-folder.ts";

const BACKUPS_KEPT = 3;
/** What SQLite keeps beside a database in use. */
const COMPANIONS = ["-wal", "-shm"] as const;

/** 20261128T004512Z: sorts by time and is a file name everywhere. */
export function stamp(now: number): string {
  return new Date(now).toISOString().replace(/[-:]/g, "").replace(/\.\d+/, "");
}

function beside(database: string, middle: string): string {
  const { dir, name, ext } = path.parse(database);
  return path.join(dir, `${name}.${middle}${ext}`);
}

async function exists(file: string): Promise<boolean> {
  return fs.access(file).then(() => true, () => false);
}

/** A name that nobody has yet: two damaged files in one second must not become one. */
async function freeName(database: string, middle: string): Promise<string> {
  for (let n = 1; ; n++) {
    const name = beside(database, n === 1 ? middle : `${middle}-${n}`);
    if (!(await exists(name))) return name;
  }
}

/**
 * Makes the folder and an empty file when missing, readable by the owner alone. SQLite gives -wal and -shm the rights of the database,
 * so they must be right before it opens it.
 * @throws a file system error, e.g. EACCES, EROFS, ENOSPC
 */
export async function prepareFile(database: string): Promise<void> {
  await makeFolderSoon(path.dirname(database), 0o700);
  const handle = await fs.open(database, "a", 0o600);
  try {
    if (process.platform !== "win32") await handle.chmod(0o600);
  } finally {
    await handle.close();
  }
}

/** True when the last user of the file did not close it: SQLite removes the -wal file in a clean close. */
export async function wasLeftOpen(database: string): Promise<boolean> {
  return exists(`${database}-wal`);
}

/** @returns bytes of the write-ahead log, 0 when there is none */
export async function walSize(database: string): Promise<number> {
  return fs.stat(`${database}-wal`).then((stat) => stat.size, () => 0);
}

/** Renames the database and its companions to `events.damaged-<date>.db`; nothing is deleted. @returns the new name */
export async function putAside(database: string, now: number): Promise<string> {
  const aside = await freeName(database, `damaged-${stamp(now)}`);
  await fs.rename(database, aside);
  for (const suffix of COMPANIONS) {
    if (await exists(database + suffix)) await fs.rename(database + suffix, aside + suffix);
  }
  return aside;
}

/**
 * Copies a database that nobody writes to, whose write-ahead log is empty, to `events.backup-<version>-<date>.db`. The copy appears whole or not at all.
 * @returns the copy's name
 */
export async function backUp(database: string, version: number, now: number): Promise<string> {
  const name = await freeName(database, `backup-${version}-${stamp(now)}`);
  const partial = `${name}.partial`;
  try {
    // A copy that shares its blocks where the file system can: a log of many GB is copied while hooks wait.
    await fs.copyFile(database, partial, constants.COPYFILE_FICLONE);
    await fs.chmod(partial, 0o600);
    await flush(partial);
    await fs.rename(partial, name);
  } catch (error) {
    await fs.rm(partial, { force: true });
    throw error;
  }
  await removeOldBackups(database);
  return name;
}

async function flush(file: string): Promise<void> {
  const handle = await fs.open(file, "r+");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** By time and not by name: the version stands before the date in a name. */
async function removeOldBackups(database: string): Promise<void> {
  const { dir, name, ext } = path.parse(database);
  const names = (await fs.readdir(dir)).filter((entry) => entry.startsWith(`${name}.backup-`) && entry.endsWith(ext));
  const dateOf = (entry: string) => /-(\d{8}T\d{6}Z(?:-\d+)?)\./.exec(entry)?.[1] ?? "";
  const newestFirst = names.sort((a, b) => (dateOf(a) < dateOf(b) ? 1 : -1));
  for (const old of newestFirst.slice(BACKUPS_KEPT)) await fs.rm(path.join(dir, old), { force: true });
}

/** A note beside the database that it answered "damaged" while in use: the next start then looks at all of it. */
const suspicionFile = (database: string) => `${database}-suspect`;

export async function noteSuspicion(database: string): Promise<void> {
  await fs.writeFile(suspicionFile(database), "", { mode: 0o600 }).catch(() => undefined);
}

export async function isSuspected(database: string): Promise<boolean> {
  return exists(suspicionFile(database));
}

export async function clearSuspicion(database: string): Promise<void> {
  await fs.rm(suspicionFile(database), { force: true }).catch(() => undefined);
}

/** Whatever the store has ever made: the database and its companions, its copies, what was put aside, what was being written when the power went. Absolute paths. */
export async function filesOfStore(database: string): Promise<string[]> {
  const { dir, base, name } = path.parse(database);
  const isOurs = (entry: string) =>
    entry === base || COMPANIONS.some((suffix) => entry === base + suffix) || entry === `${base}-journal` || entry === `${base}-suspect` || entry === `${base}.rescued`
    || entry.startsWith(`${name}.backup-`) || entry.startsWith(`${name}.damaged-`);
  const entries = await fs.readdir(dir).catch(() => []);
  return entries.filter(isOurs).map((entry) => path.join(dir, entry));
}

export async function sizeOfFiles(database: string): Promise<number> {
  const sizes = await Promise.all((await filesOfStore(database)).map((file) => fs.stat(file).then((stat) => stat.size, () => 0)));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/**
 * Removes all of it. Nobody may have the database open.
 * @returns what was removed
 * @throws a file system error when one of them stays
 */
export async function removeFilesOfStore(database: string): Promise<string[]> {
  const files = await filesOfStore(database);
  for (const file of files) await fs.rm(file, { force: true });
  return files;
}
