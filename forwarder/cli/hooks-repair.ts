/** `agent-mascot hooks repair | restore`: what was lost comes back, nothing else changes. */
import { basename } from "node:path";
import { complain, print } from "../output.ts";
import { type Backup, listBackups } from "../settings/backups.ts";
import { readSettings } from "../settings/files.ts";
import { hooksStatus, markInstalled, prepareHome, restoreBackup } from "../settings/install.ts";
import { readRecords } from "../settings/records.ts";
import { SCOPES, type Scope } from "../settings/scopes.ts";
import { entriesFor } from "../settings/usual-home.ts";
import { confirmed } from "./consent.ts";
import { type Context, DONE, FAILED, USAGE } from "./context.ts";
import { lineDifference } from "../settings/difference.ts";
import { explain } from "./explain.ts";
import { clientVersion, failWith, fileOf, type HooksOptions, isHttp, planFor, putInto } from "./hooks.ts";

/** The forwarder's copies, the marker, and the entries of every file that hooks were installed into. A file that never had any is left alone. */
export async function repairCommand(context: Context, options: HooksOptions): Promise<number> {
  const { say } = context;
  const scopes = installedScopes(context).filter((scope) => options.scope === null || scope === options.scope);
  if (scopes.length === 0) return failWith(say("nothingToRepair"));
  try {
    prepareHome(context.home, context.forwarderFolder);
    markInstalled(context.home);
  } catch (error) {
    return failWith(say("homeProblem", context.home, (error as Error).message));
  }
  let code = DONE;
  for (const scope of scopes) code = (await repairScope(context, { ...options, scope })) || code;
  return code;
}

async function repairScope(context: Context, options: HooksOptions & { scope: Scope }): Promise<number> {
  const file = fileOf(context, options.scope);
  const status = hooksStatus(file);
  if (!status.ok) return failWith(explain(context.say, file, status));
  const version = await clientVersion(context, options, file);
  const planned = planFor(context, options.scope, version, isHttp(status));
  return planned.ok ? putInto(context, { ...options, clientVersion: version }, planned.hooks) : failWith(context.say(planned.reason));
}

/** Those that we remember, or whose file still has entries of ours. */
function installedScopes(context: Context): Scope[] {
  const records = readRecords(context.home);
  const files = new Set<string>();
  return SCOPES.filter((scope) => {
    const file = fileOf(context, scope);
    if (files.has(file)) return false;
    files.add(file);
    const status = hooksStatus(file);
    return records[file] !== undefined || (status.ok && entriesFor(status.ours, context).length > 0);
  });
}

/** @param which number in the list or name of a copy; null: the list */
export async function restoreCommand(context: Context, options: HooksOptions, which: string | null): Promise<number> {
  const { say } = context;
  const file = fileOf(context, options.scope ?? "user");
  const settings = readSettings(file);
  if ("ok" in settings) return failWith(explain(say, file, settings));
  const backups = listBackups(settings.target);
  if (backups.length === 0) return failWith(say("noBackups", file));
  if (which === null) return list(context, file, backups);
  const backup = /^\d{1,3}$/.test(which) ? backups[Number(which) - 1] : backups.find(({ path }) => path === which || basename(path) === which);
  if (!backup) {
    complain(say("unknownBackup", which));
    return USAGE;
  }
  const change = differenceTo(settings.bytes, backup);
  if (change !== "") print(`${change}\n`);
  if (!options.yes && !(await confirmed(context, say("askRestore", file, basename(backup.path))))) return FAILED;
  const result = restoreBackup({ scope: options.scope ?? "user", file, home: context.home, backup: backup.path, now: new Date() });
  if (!result.ok) return failWith(result.reason === "no_backup" ? say("unknownBackup", result.path) : explain(say, file, result));
  print(`${say(result.changed ? "restoredTo" : "unchanged", file, basename(backup.path))}\n`);
  if (result.backup) print(`${say("backup", result.backup)}\n`);
  return DONE;
}

function list({ say }: Context, file: string, backups: readonly Backup[]): number {
  const lines = backups.map(({ path, at, bytes }, n) => `  ${n + 1}  ${new Date(at).toLocaleString()}  ${say("bytes", bytes)}  ${basename(path)}`);
  print(`${say("backupsOf", file)}\n${lines.join("\n")}\n${say("howToRestore")}\n`);
  return DONE;
}

function differenceTo(now: Buffer | null, { path }: Backup): string {
  const then = readSettings(path);
  return "ok" in then ? "" : lineDifference(now?.toString("utf8") ?? "", then.bytes?.toString("utf8") ?? "");
}
