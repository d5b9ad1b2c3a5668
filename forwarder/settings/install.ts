/** Installing and removing the hooks as a whole: forwarder files, settings file, marker. The app and the command line both do it through here. */
import { chmodSync, copyFileSync, existsSync, readFileSync, realpathSync, renameSync, unlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { addHooks, type HooksStatus, inspectHooks, removeHooks } from "./edit.ts";
import type { Refusal } from "./hooks-text.ts";
import { listBackups } from "./backups.ts";
import { noteCovered } from "./covered.ts";
import { editSettings, type FileProblem, readSettings, removeSettings, replaceSettings, type SettingsFile, type Written } from "./files.ts";
import { oneAtATime } from "./one-at-a-time.ts";
import type { PlannedHook } from "./plan.ts";
import { readPluginFolder } from "./plugin-record.ts";
import { readProviderRecords } from "./provider-records.ts";
import { type InstallRecord, readRecords, type Records, shaOf, writeRecords } from "./records.ts";
import type { Scope } from "./scopes.ts";
import { forgetRepairs } from "./repairs.ts";
import { sweepTemporaries, temporaryName } from "./temporaries.ts";
import { makeFolder } from "../make-folder.ts";

/** The files that make up the per-user copy of the forwarder (DESIGN: outside the app's archive, in a stable folder). */
export const FORWARDER_FILES = ["forward-to-mascot.cjs", "forward-to-mascot.mjs", "agent-mascot.mjs"] as const;

export interface InstallRequest {
  scope: Scope;
  /** settings file of the scope */
  file: string;
  home: string;
  hooks: readonly PlannedHook[];
  /** null: it did not say */
  clientVersion?: string | null;
  /** make the client's folder when it is not there (S19: only when asked) */
  createFolder: boolean;
  /** install although everything else in the file has shrunk by half since last time (S15) */
  acceptShrunk: boolean;
  /** the app's own doing and not the person's */
  unasked?: boolean;
  now: Date;
}

export type Shrunk = { ok: false; reason: "shrunk"; path: string; detail: string };
export type InstallResult = Written | Refusal | FileProblem | Shrunk;

/** Makes the home and puts current copies of the forwarder's files into `<home>/bin`. */
export function prepareHome(home: string, forwarderFolder: string): void {
  for (const folder of [home, join(home, "bin"), join(home, "spool"), join(home, "answers"), join(home, "locks")]) {
    makeFolder(folder, 0o700);
    chmodSync(folder, 0o700);
  }
  if (realpathSync(forwarderFolder) === realpathSync(join(home, "bin"))) return;
  sweepTemporaries(join(home, "bin"), ".");
  for (const name of FORWARDER_FILES) copyIfPresent(join(forwarderFolder, name), join(home, "bin", name));
}

export interface Preview {
  ok: true;
  before: Buffer | null;
  after: Buffer;
  changed: boolean;
}

/** What an install would write, without writing it, or why it would not. */
export function previewInstall({ file: path, hooks, createFolder }: Pick<InstallRequest, "file" | "hooks" | "createFolder">): Preview | Refusal | FileProblem {
  const file = readSettings(path);
  if ("ok" in file) return file;
  const folder = dirname(file.target);
  if (!createFolder && !existsSync(folder)) return { ok: false, reason: "no_folder", path: folder };
  const result = addHooks(file.bytes, hooks);
  return result.ok ? { ok: true, before: file.bytes, after: result.bytes, changed: result.changed } : result;
}

/** What an uninstall would leave. */
export function previewRemoval({ file: path, home }: Pick<UninstallRequest, "file" | "home">): Preview | Refusal | FileProblem {
  const file = readSettings(path);
  if ("ok" in file) return file;
  const original = untouchedOriginal(file, readRecords(home)[path]);
  const result = original === null ? removeHooks(file.bytes) : ({ ok: true, bytes: original, changed: true } as const);
  return result.ok ? { ok: true, before: file.bytes, after: result.bytes, changed: result.changed } : result;
}

/** The marker file comes last: without it every installed line does nothing, so a failed install leaves no half-working hooks. */
export function installHooks(request: InstallRequest): InstallResult {
  return oneAtATime(request.home, () => installAlone(request));
}

function installAlone(request: InstallRequest): InstallResult {
  const records = readRecords(request.home);
  const record = records[request.file];
  const shrunk = record && !request.acceptShrunk ? shrunkSince(request.file, record) : null;
  if (shrunk) return shrunk;
  let announced = false;
  const recorded = (written: Written) => {
    announced = true;
    writeRecords(request.home, { ...records, [request.file]: newRecord(request, written, record) });
  };
  // Recorded before the file is replaced: an install that is killed in between can still be taken back to the byte.
  const written = editSettings(request.file, (bytes) => addHooks(bytes, request.hooks), { ...request, neededBackup: record?.backup ?? null, announce: recorded });
  if (!written.ok) {
    if (announced) writeRecords(request.home, records);
    return written;
  }
  if (!written.changed) recorded(written);
  markInstalled(request.home);
  if (!request.unasked) forgetRepairs(request.home);
  return written;
}

export interface UninstallRequest {
  file: string;
  home: string;
  now: Date;
}

/** Takes our entries out. A file that nobody touched since the install gets its very bytes back. */
export function uninstallHooks(request: UninstallRequest): Written | Refusal | FileProblem {
  return oneAtATime(request.home, () => uninstallAlone(request));
}

function uninstallAlone(request: UninstallRequest): Written | Refusal | FileProblem {
  const { [request.file]: record, ...others } = readRecords(request.home);
  const written = restoreUntouched(request, record) ?? editSettings(request.file, removeHooks, { createFolder: false, now: request.now, neededBackup: record?.backup ?? null });
  if (!written.ok) return written;
  if (existsSync(request.home)) forgetFile(request.home, others);
  return written;
}

function forgetFile(home: string, others: Records): void {
  forgetRepairs(home);
  writeRecords(home, others);
  noteCovered(home, others);
  unmarkIfLast(home);
}

/** Nothing of ours is installed any more, in whichever product. */
export function unmarkIfLast(home: string): void {
  const nothing = Object.keys(readRecords(home)).length === 0 && Object.keys(readProviderRecords(home)).length === 0 && readPluginFolder(home) === null;
  if (nothing) removeIfPresent(join(home, "installed"));
}

/** Without this file every line of ours does nothing. */
export function markInstalled(home: string): void {
  writeFileSync(join(home, "installed"), "", { mode: 0o600 });
  noteCovered(home, readRecords(home));
}

export interface RestoreRequest {
  scope: Scope;
  file: string;
  home: string;
  /** one of listBackups */
  backup: string;
  now: Date;
}

export type RestoreResult = Written | FileProblem | { ok: false; reason: "no_backup"; path: string };

/** Gives the file a copy's bytes; what it holds now is copied first. Whether our hooks are in it afterwards is as the copy has it. */
export function restoreBackup(request: RestoreRequest): RestoreResult {
  return oneAtATime(request.home, () => restoreAlone(request));
}

function restoreAlone({ scope, file: path, home, backup, now }: RestoreRequest): RestoreResult {
  const file = readSettings(path);
  if ("ok" in file) return file;
  const bytes = readIfPresent(backup);
  if (bytes === null || !listBackups(file.target).some((known) => known.path === backup)) return { ok: false, reason: "no_backup", path: backup };
  if (file.bytes?.equals(bytes)) return { ok: true, changed: false, before: file.bytes, after: bytes, backup: null };
  const written = replaceSettings(file, bytes, { createFolder: false, now, neededBackup: backup });
  if (!written.ok || !existsSync(home)) return written;
  const { [path]: record, ...others } = readRecords(home);
  if (!hasOurs(bytes)) forgetFile(home, others);
  else {
    // What an uninstall gives back is no longer known: it takes our entries out instead.
    writeRecords(home, { ...others, [path]: { scope: record?.scope ?? scope, backup: null, beforeSha: "", afterSha: shaOf(bytes), foreignBytes: foreignBytesOf(bytes), ...(record?.clientVersion ? { clientVersion: record.clientVersion } : {}) } });
    markInstalled(home);
  }
  return written;
}

export function hooksStatus(file: string): HooksStatus | Refusal | FileProblem {
  const settings = readSettings(file);
  return "ok" in settings ? settings : inspectHooks(settings.bytes);
}

/** Size of what is not ours. */
function foreignBytesOf(bytes: Buffer | null): number {
  const removed = removeHooks(bytes);
  return removed.ok ? removed.bytes.length : (bytes?.length ?? 0);
}

/** Something emptied the file: putting our hooks into the ruin would make it look intact. */
export function shrunkSince(path: string, record: InstallRecord): Shrunk | null {
  const file = readSettings(path);
  if ("ok" in file) return null;
  const now = foreignBytesOf(file.bytes);
  return hasShrunk(record.foreignBytes, now) ? { ok: false, reason: "shrunk", path, detail: `${record.foreignBytes} → ${now} bytes` } : null;
}

/** What was small says nothing by getting smaller. */
export function hasShrunk(before: number, now: number): boolean {
  return now * 2 < before && before >= 64;
}

/** Size of what is not ours in a file as it is now; null: it cannot be read. */
export function foreignSize(path: string): number | null {
  const file = readSettings(path);
  return "ok" in file || file.bytes === null ? null : foreignBytesOf(file.bytes);
}

/** The first backup of a chain of installs is the one to give back. */
function newRecord({ scope, clientVersion }: InstallRequest, written: Written, previous: InstallRecord | undefined): InstallRecord {
  const after = written.after ?? Buffer.alloc(0);
  const continues = previous !== undefined && written.before !== null && shaOf(written.before) === previous.afterSha;
  const origin = continues
    ? { backup: previous.backup, beforeSha: previous.beforeSha }
    : { backup: written.backup, beforeSha: written.before === null ? null : shaOf(written.before) };
  const version = clientVersion ?? previous?.clientVersion;
  return { scope, ...origin, afterSha: shaOf(after), foreignBytes: foreignBytesOf(after), ...(version ? { clientVersion: version } : {}) };
}

/** @returns null when the file is not as we left it, or its backup is gone */
function restoreUntouched(request: UninstallRequest, record: InstallRecord | undefined): Written | FileProblem | null {
  const file = readSettings(request.file);
  if ("ok" in file) return null;
  const original = untouchedOriginal(file, record);
  if (original === null) return null;
  if (record?.beforeSha === null) return removeSettings(file);
  return replaceSettings(file, original, { createFolder: false, now: request.now, neededBackup: record?.backup ?? null });
}

/** The very bytes from before our first install, where nobody has touched the file since; empty for a file that we made. */
function untouchedOriginal(file: SettingsFile, record: InstallRecord | undefined): Buffer | null {
  if (!record || file.bytes === null || shaOf(file.bytes) !== record.afterSha) return null;
  if (record.beforeSha === null) return Buffer.alloc(0);
  const original = record.backup === null ? null : readIfPresent(record.backup);
  return original === null || shaOf(original) !== record.beforeSha || hasOurs(original) ? null : original;
}

function hasOurs(bytes: Buffer): boolean {
  const status = inspectHooks(bytes);
  return status.ok && status.ours.length > 0;
}

/** Renamed into place: a hook may be starting the old one at this moment. */
function copyIfPresent(from: string, to: string): void {
  if (!existsSync(from)) return;
  if (existsSync(to) && readFileSync(to).equals(readFileSync(from))) return;
  const temporary = join(dirname(to), temporaryName("."));
  copyFileSync(from, temporary);
  chmodSync(temporary, 0o700);
  renameSync(temporary, to);
}

function readIfPresent(path: string): Buffer | null {
  try {
    return readFileSync(path);
  } catch {
    return null;
  }
}

function removeIfPresent(path: string): void {
  if (existsSync(path)) unlinkSync(path);
}
