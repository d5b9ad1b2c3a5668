/**
 * Reading and writing another program's settings file without ever leaving it half written, unreadable or changed behind somebody's back
 * (SECURITY-rule: backup, temporary in the same folder, fsync, rename, re-read).
 */
import { closeSync, existsSync, fchmodSync, fchownSync, fsyncSync, lstatSync, openSync, readFileSync, realpathSync, renameSync, statSync, unlinkSync, writeSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { writeBackup } from "./backups.ts";
import type { EditResult, Refusal } from "./hooks-text.ts";
import { sweepTemporaries, temporaryName } from "./temporaries.ts";
import { makeFolder } from "../make-folder.ts";

export type FileProblem =
  | { ok: false; reason: "no_folder"; path: string }
  | { ok: false; reason: "read_only"; path: string }
  | { ok: false; reason: "not_a_file"; path: string }
  /** a link to what is not there, or to itself */
  | { ok: false; reason: "dead_link"; path: string }
  | { ok: false; reason: "changed_meanwhile"; path: string }
  | { ok: false; reason: "io"; path: string; detail: string };

export interface SettingsFile {
  /** as asked for */
  path: string;
  /** with links followed: this one is written */
  target: string;
  /** null: not there */
  bytes: Buffer | null;
}

export type Written = { ok: true; changed: boolean; before: Buffer | null; after: Buffer | null; backup: string | null };

export function readSettings(path: string): SettingsFile | FileProblem {
  try {
    const target = resolveLink(path);
    if (!existsSync(target)) return { path, target, bytes: null };
    if (!statSync(target).isFile()) return { ok: false, reason: "not_a_file", path };
    return { path, target, bytes: readFileSync(target) };
  } catch (error) {
    if (isLink(path) && /^(?:ENOENT|ELOOP)$/.test((error as NodeJS.ErrnoException).code ?? "")) return { ok: false, reason: "dead_link", path };
    return { ok: false, reason: "io", path, detail: (error as Error).message };
  }
}

export interface WriteOptions {
  /** make the client's folder when it is not there */
  createFolder: boolean;
  now: Date;
  /** a backup that must stay however many there are */
  neededBackup?: string | null;
  /** called when all is ready and the file is about to be replaced, so that a writer that is killed then has left word */
  announce?: (coming: Written) => void;
}

/** Reads, edits and writes back. The edit's refusal comes back unchanged, and then nothing was touched. */
export function editSettings(path: string, edit: (bytes: Buffer | null) => EditResult, options: WriteOptions): Written | Refusal | FileProblem {
  const file = readSettings(path);
  if ("ok" in file) return file;
  const result = edit(file.bytes);
  if (!result.ok) return result;
  if (!result.changed) return { ok: true, changed: false, before: file.bytes, after: file.bytes, backup: null };
  return replaceSettings(file, result.bytes, options);
}

/** Puts new bytes into the place of those that were read. */
export function replaceSettings(file: SettingsFile, bytes: Buffer, options: WriteOptions): Written | FileProblem {
  const folder = dirname(file.target);
  try {
    if (!existsSync(folder)) {
      if (!options.createFolder) return { ok: false, reason: "no_folder", path: folder };
      makeFolder(folder);
    }
    if (isReadOnly(file)) return { ok: false, reason: "read_only", path: file.path };
    const backup = file.bytes === null ? null : writeBackup(file.target, options.now, options.neededBackup ?? null);
    const written: Written = { ok: true, changed: true, before: file.bytes, after: bytes, backup };
    if (!replaceAtomically(file, bytes, () => options.announce?.(written))) return { ok: false, reason: "changed_meanwhile", path: file.path };
    if (!readFileSync(file.target).equals(bytes)) return { ok: false, reason: "changed_meanwhile", path: file.path };
    return written;
  } catch (error) {
    // What is next to the file cannot be written: its folder is read-only.
    if (FORBIDDEN.includes((error as NodeJS.ErrnoException).code ?? "")) return { ok: false, reason: "read_only", path: folder };
    return { ok: false, reason: "io", path: file.path, detail: (error as Error).message };
  }
}

/** Takes a file away of which nothing but ours is left. A link that leads to it goes with it: what is left of it would lead nowhere. */
export function removeSettings(file: SettingsFile): Written | FileProblem {
  try {
    if (file.bytes === null) return { ok: true, changed: false, before: null, after: null, backup: null };
    if (isReadOnly(file)) return { ok: false, reason: "read_only", path: file.path };
    if (!sameBytes(file)) return { ok: false, reason: "changed_meanwhile", path: file.path };
    unlinkSync(file.target);
    if (isLink(file.path)) unlinkSync(file.path);
    return { ok: true, changed: true, before: file.bytes, after: null, backup: null };
  } catch (error) {
    if (FORBIDDEN.includes((error as NodeJS.ErrnoException).code ?? "")) return { ok: false, reason: "read_only", path: dirname(file.target) };
    return { ok: false, reason: "io", path: file.path, detail: (error as Error).message };
  }
}

const FORBIDDEN = ["EACCES", "EPERM", "EROFS"];

/** A rename would go through where the file forbids writing; its mode is the person's word. */
function isReadOnly(file: SettingsFile): boolean {
  return file.bytes !== null && (statSync(file.target).mode & 0o222) === 0;
}

/** The target of a link, also when it is not there yet. */
function resolveLink(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT" || isLink(path)) throw error;
    return path;
  }
}

function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink();
  } catch {
    return false;
  }
}

/** @returns false when somebody else wrote the file since it was read */
function replaceAtomically(file: SettingsFile, bytes: Buffer, announce: () => void): boolean {
  const prefix = `.${basename(file.target)}.agent-mascot-`;
  const temporary = join(dirname(file.target), temporaryName(prefix));
  sweepTemporaries(dirname(file.target), prefix);
  try {
    writeThrough(temporary, bytes, file);
    if (!sameBytes(file)) return false;
    announce();
    renameSync(temporary, file.target);
    syncFolder(dirname(file.target));
    return true;
  } finally {
    if (existsSync(temporary)) unlinkSync(temporary);
  }
}

function writeThrough(temporary: string, bytes: Buffer, file: SettingsFile): void {
  const descriptor = openSync(temporary, "wx", 0o600);
  try {
    if (file.bytes !== null) takeOver(descriptor, file.target);
    for (let rest: Uint8Array = bytes; rest.length > 0; ) rest = rest.subarray(writeSync(descriptor, rest));
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Mode and owner of the file that is replaced; the owner only matters for root. */
function takeOver(descriptor: number, target: string): void {
  const { mode, uid, gid } = statSync(target);
  if (process.getuid?.() === 0) fchownSync(descriptor, uid, gid);
  fchmodSync(descriptor, mode & 0o777);
}

function sameBytes(file: SettingsFile): boolean {
  const now = existsSync(file.target) ? readFileSync(file.target) : null;
  return file.bytes === null ? now === null : now?.equals(file.bytes) === true;
}

/** The rename itself on disk; not every system lets a folder be opened. */
function syncFolder(folder: string): void {
  try {
    const descriptor = openSync(folder, "r");
    fsyncSync(descriptor);
    closeSync(descriptor);
  } catch {
    // Best effort: the content is synced already.
  }
}
