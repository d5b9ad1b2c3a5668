/**
 * Hooks of other products, put in and taken out as Claude Code's are: nothing before a yes, a copy of what was there, the very bytes back where nobody touched the
 * file since. The app and the command line both do it through here.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Refusal } from "../settings/hooks-text.ts";
import { type FileProblem, readSettings, removeSettings, replaceSettings, type SettingsFile, type Written } from "../settings/files.ts";
import { markInstalled, type Preview, unmarkIfLast } from "../settings/install.ts";
import { oneAtATime } from "../settings/one-at-a-time.ts";
import { readProviderRecords, type ProviderRecord, type ProviderRecords, RECORDS_FILE } from "../settings/provider-records.ts";
import { shaOf } from "../settings/records.ts";
import { sweepTemporaries, temporaryName } from "../settings/temporaries.ts";
import type { HooksFormat, HooksFound, ProviderFolders, ProviderHooks } from "./provider-hooks.ts";
import { lineFor } from "./provider-hooks.ts";
import { allHooks } from "./registry.ts";

export { allHooks } from "./registry.ts";

export interface ProviderPlace {
  provider: ProviderHooks;
  folders: ProviderFolders;
  home: string;
  /** null: the PATH's only */
  node: string | null;
}

export type ProviderProblem = Refusal | FileProblem | { ok: false; reason: "not_on_windows"; path: string };

/** @returns null for a name that none of ours has */
export function hooksOf(id: string): ProviderHooks | null {
  return allHooks.find((hooks) => hooks.id === id) ?? null;
}

/** The product has a folder of its own here. */
export function isUsedHere({ provider, folders }: Pick<ProviderPlace, "provider" | "folders">): boolean {
  return existsSync(provider.folder(folders));
}

export function providerStatus(place: ProviderPlace): HooksFound | ProviderProblem {
  const file = readSettings(fileOf(place));
  return "ok" in file ? file : formatOf(place).inspect(file.bytes);
}

/** The file that holds hooks, too, where the product warns of two; null: there is none. */
export function hooksBeside({ provider: { beside }, folders }: Pick<ProviderPlace, "provider" | "folders">): string | null {
  if (beside === undefined) return null;
  const file = readSettings(beside.file(folders));
  return !("ok" in file) && file.bytes !== null && beside.holdsHooks(file.bytes.toString("utf8")) ? file.path : null;
}

export function previewProvider(place: ProviderPlace, change: "install" | "remove"): Preview | ProviderProblem {
  const file = usable(place);
  if ("ok" in file) return file;
  const result = change === "install" ? formatOf(place).add(file.bytes) : removal(place, file);
  return result.ok ? { ok: true, before: file.bytes, after: result.bytes ?? Buffer.alloc(0), changed: result.changed } : result;
}

/** The home must be prepared (`prepareHome`). The marker file comes last: without it every line of ours does nothing. */
export function installProvider(place: ProviderPlace, now: Date): Written | ProviderProblem {
  return oneAtATime(place.home, () => {
    const file = usable(place);
    if ("ok" in file) return file;
    const result = formatOf(place).add(file.bytes);
    if (!result.ok) return result;
    const records = readProviderRecords(place.home);
    const record = records[file.path];
    const written = result.changed ? put(place, file, result.bytes, now, record) : ({ ok: true, changed: false, before: file.bytes, after: file.bytes, backup: null } as const);
    if (!written.ok) return written;
    if (written.changed || record === undefined) writeRecords(place.home, { ...records, [file.path]: recordOf(place, written, record) });
    markInstalled(place.home);
    return written;
  });
}

export function uninstallProvider(place: ProviderPlace, now: Date): Written | ProviderProblem {
  return oneAtATime(place.home, () => {
    const file = readSettings(fileOf(place));
    if ("ok" in file) return file;
    const result = removal(place, file);
    if (!result.ok) return result;
    const { [file.path]: record, ...others } = readProviderRecords(place.home);
    const written = !result.changed ? ({ ok: true, changed: false, before: file.bytes, after: file.bytes, backup: null } as const) : result.bytes === null ? removeSettings(file) : put(place, file, result.bytes, now, record);
    if (written.ok && existsSync(place.home)) {
      writeRecords(place.home, others);
      unmarkIfLast(place.home);
    }
    return written;
  });
}

function fileOf({ provider, folders }: ProviderPlace): string {
  return provider.file(folders);
}

function formatOf({ provider, home, node }: ProviderPlace): HooksFormat {
  return provider.format(lineFor(provider.id, home, node), home);
}

/** The file as it is, for a product that is used here. */
function usable(place: ProviderPlace): SettingsFile | ProviderProblem {
  const path = fileOf(place);
  if (process.platform === "win32") return { ok: false, reason: "not_on_windows", path };
  if (!isUsedHere(place)) return { ok: false, reason: "no_folder", path: place.provider.folder(place.folders) };
  return readSettings(path);
}

/** The very bytes from before where nobody has touched the file since; else without our part. A file that holds nothing but what we made goes. */
function removal(place: ProviderPlace, file: SettingsFile): ReturnType<HooksFormat["remove"]> {
  const record = readProviderRecords(place.home)[file.path];
  const untouched = record !== undefined && file.bytes !== null && shaOf(file.bytes) === record.afterSha;
  if (untouched && record.beforeSha === null) return { ok: true, bytes: null, changed: true };
  const original = untouched && record.backup !== null ? bytesOf(record.backup) : null;
  if (original !== null && shaOf(original) === record?.beforeSha) return { ok: true, bytes: original, changed: true };
  return formatOf(place).remove(file.bytes);
}

/** Its own folder below the product's may have to be made. */
function put({ provider, folders }: ProviderPlace, file: SettingsFile, bytes: Buffer, now: Date, record: ProviderRecord | undefined): Written | FileProblem {
  return replaceSettings(file, bytes, { createFolder: dirname(file.target) !== provider.folder(folders), now, neededBackup: record?.backup ?? null });
}

/** The first copy of a chain of installs is the one to give back. */
function recordOf({ provider }: ProviderPlace, written: Written, previous: ProviderRecord | undefined): ProviderRecord {
  const continues = previous !== undefined && written.before !== null && shaOf(written.before) === previous.afterSha;
  const origin = continues ? { backup: previous.backup, beforeSha: previous.beforeSha } : { backup: written.backup, beforeSha: written.before === null ? null : written.changed ? shaOf(written.before) : "" };
  return { provider: provider.id, ...origin, afterSha: shaOf(written.after ?? Buffer.alloc(0)) };
}

function writeRecords(home: string, records: ProviderRecords): void {
  sweepTemporaries(home, `.${RECORDS_FILE}.`);
  const temporary = join(home, temporaryName(`.${RECORDS_FILE}.`));
  writeFileSync(temporary, `${JSON.stringify(records, null, 2)}\n`, { mode: 0o600 });
  renameSync(temporary, join(home, RECORDS_FILE));
}

function bytesOf(path: string): Buffer | null {
  try {
    return readFileSync(path);
  } catch {
    return null;
  }
}
