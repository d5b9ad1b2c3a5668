/** `agent-mascot hooks install | uninstall | status` */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { openHome } from "../hook/home.ts";
import { askClientVersion } from "../launch/launch-client-version.ts";
import { complain, print } from "../output.ts";
import type { HooksStatus } from "../settings/edit.ts";
import { CONSERVATIVE_VERSION } from "../settings/events.ts";
import { hooksStatus, installHooks, type Preview, previewInstall, prepareHome, uninstallHooks } from "../settings/install.ts";
import { httpPortOf, isOutdated, type Plan, type PlannedHook, planHooks, planHttpHooks } from "../settings/plan.ts";
import { readRecords } from "../settings/records.ts";
import { SCOPES, type Scope, settingsFile } from "../settings/scopes.ts";
import { entriesFor, isUsualHome } from "../settings/usual-home.ts";
import { commandWith } from "./command-text.ts";
import { confirmed } from "./consent.ts";
import { type Context, DONE, FAILED } from "./context.ts";
import { lineDifference } from "../settings/difference.ts";
import { explain } from "./explain.ts";

export interface HooksOptions {
  /** null: not said */
  scope: Scope | null;
  yes: boolean;
  clientVersion: string | null;
  acceptShrunk: boolean;
  /** entries by which the client posts to the collector itself */
  http: boolean;
}

const DEFAULT_PORT = 4820;

export async function installCommand(context: Context, options: HooksOptions): Promise<number> {
  const { say } = context;
  const scope = options.scope ?? "user";
  const elsewhere = otherScopeWithHooks(context, scope);
  if (elsewhere) return failWith(say("otherScope", fileOf(context, elsewhere), elsewhere));
  const version = await clientVersion(context, options, fileOf(context, scope));
  const planned = planFor(context, scope, version, options.http);
  if (!planned.ok) return failWith(say(planned.reason));
  if (options.http) print(`${say("httpCosts")}\n`);
  return putInto(context, { ...options, scope, clientVersion: version }, planned.hooks);
}

/** Shows what would be written, asks, and writes it. */
export async function putInto(context: Context, options: HooksOptions & { scope: Scope }, hooks: readonly PlannedHook[]): Promise<number> {
  const { say } = context;
  const file = fileOf(context, options.scope);
  // The client's own in a project that is there.
  const createFolder = options.scope !== "user" && existsSync(dirname(dirname(file)));
  const preview = previewInstall({ file, hooks, createFolder });
  // Before anything is made of our own.
  if (!preview.ok) return failWith(explain(say, file, preview));
  if (!(await agreed(context, options, file, hooks, preview))) return FAILED;
  try {
    prepareHome(context.home, context.forwarderFolder);
  } catch (error) {
    return failWith(say("homeProblem", context.home, (error as Error).message));
  }
  const result = installHooks({ scope: options.scope, file, home: context.home, hooks, createFolder, acceptShrunk: options.acceptShrunk, clientVersion: options.clientVersion, now: new Date() });
  if (!result.ok) return failWith(explain(say, file, result));
  print(`${result.changed ? say("installed", file, hooks.length) : say("unchanged", file)}\n`);
  if (result.backup) print(`${say("backup", result.backup)}\n`);
  return DONE;
}

export async function uninstallCommand(context: Context, options: HooksOptions): Promise<number> {
  const { say } = context;
  const file = fileOf(context, options.scope ?? "user");
  const status = hooksStatus(file);
  if (!status.ok) return failWith(explain(say, file, status));
  if (status.ours.length === 0) {
    // Somebody else took them out, or an uninstall was cut short: what we remember of them goes, too.
    uninstallHooks({ file, home: context.home, now: new Date() });
    print(`${say("nothingToRemove", file)}\n`);
    return DONE;
  }
  if (!options.yes && !(await confirmed(context, say("askUninstall", file)))) return FAILED;
  const result = uninstallHooks({ file, home: context.home, now: new Date() });
  if (!result.ok) return failWith(explain(say, file, result));
  print(`${say("uninstalled", file)}\n`);
  return DONE;
}

/** The scopes whose file is there, and always the person's own. In their own folder the project's file is the user's. */
export function scopesHere(context: Context): Scope[] {
  return SCOPES.filter((scope) => scope === "user" || (existsSync(fileOf(context, scope)) && fileOf(context, scope) !== fileOf(context, "user")));
}

export function hooksStatusCommand(context: Context): number {
  let code = DONE;
  for (const [scope, file] of [...scopesHere(context).map((each) => [each, fileOf(context, each)] as const), ...elsewhere(context).map((each) => ["user", each] as const)]) {
    const status = hooksStatus(file);
    if (status.ok) printStatus(context, scope, file, status);
    else code = failWith(explain(context.say, file, status));
  }
  return code;
}

/** Files of other folders of the client's that hooks were put into (CLAUDE_CONFIG_DIR). */
function elsewhere(context: Context): string[] {
  const own = fileOf(context, "user");
  return Object.entries(readRecords(context.home)).flatMap(([file, { scope }]) => (scope === "user" && file !== own && existsSync(file) ? [file] : []));
}

function printStatus(context: Context, scope: Scope, file: string, status: HooksStatus): void {
  const { say } = context;
  const ours = entriesFor(status.ours, context);
  const events = new Set(ours.map((hook) => hook.event)).size;
  const lines = [events === 0 ? say("hooksNone", scope, file) : say("hooksSome", scope, events, file)];
  if (events > 0 && !existsSync(join(context.home, "installed"))) lines.push(say("hooksInactive", join(context.home, "installed"), commandToInstall(context, scope, file)));
  if (events > 0 && isOutdated(ours, process.platform, context.home)) lines.push(say("hooksOutdated", commandToInstall(context, scope, file)));
  if (ours.length < status.ours.length) lines.push(say("hooksOfOtherHome", status.ours.length - ours.length));
  if (status.handWritten.length > 0) lines.push(say("hooksHandWritten", status.handWritten.join(", ")));
  if (status.byCommandLine.length > 0) lines.push(say("hooksByCommandLine", status.byCommandLine.join(", ")));
  if (status.plugin === true) lines.push(say(events > 0 ? "hooksPluginToo" : "hooksPlugin"));
  if (status.disabled) lines.push(say("hooksDisabled"));
  print(`${lines.join("\n")}\n`);
}

/** A file of another account is reached by its folder alone. */
function commandToInstall(context: Context, scope: Scope, file: string): string {
  const command = `agent-mascot hooks install --scope ${scope}`;
  return file === fileOf(context, scope) ? command : commandWith("CLAUDE_CONFIG_DIR", dirname(file), command, process.platform);
}

/**
 * As said, else as the client says, else as it was when hooks were put into the file; null and a word about it when nobody knows.
 * @param file settings file; null: none
 */
export async function clientVersion(context: Context, options: Pick<HooksOptions, "clientVersion">, file: string | null): Promise<string | null> {
  const recorded = () => (file === null ? undefined : readRecords(context.home)[file]?.clientVersion);
  const version = options.clientVersion ?? (await askClientVersion(context.env as NodeJS.ProcessEnv)) ?? recorded() ?? null;
  if (version === null) complain(context.say("assumedVersion", CONSERVATIVE_VERSION));
  return version;
}

/** A project's file is shared with others: no path of one person's in it. */
export function planFor(context: Context, scope: Scope, version: string | null, http: boolean): Plan {
  if (http) return planHttpHooks({ port: collectorPort(context), clientVersion: version });
  const shared = scope === "project";
  if (shared && !isUsualHome(context.home, context.userFolder)) return { ok: false, reason: "home_not_shared" };
  return planHooks({ platform: process.platform, home: shared ? null : context.home, node: shared ? null : process.execPath, clientVersion: version });
}

export function isHttp(status: HooksStatus): boolean {
  return status.ours.some(({ handler }) => httpPortOf(handler) !== null);
}

function collectorPort({ home, env }: Context): number {
  return Number(env["MASCOT_PORT"]) || openHome(home).collector.port || DEFAULT_PORT;
}

/** Shows what would be written and asks; `--yes` is the answer in advance. */
async function agreed(context: Context, options: HooksOptions, file: string, hooks: readonly PlannedHook[], preview: Preview): Promise<boolean> {
  if (options.yes || !preview.changed) return true;
  print(`${lineDifference(preview.before?.toString("utf8") ?? "", preview.after.toString("utf8"))}\n`);
  const handler = hooks[0]?.handler;
  if (handler?.type === "command") print(`${context.say("fullCommand")}\n${handler.command}\n`);
  return confirmed(context, context.say("askInstall", file));
}

function otherScopeWithHooks(context: Context, scope: Scope): Scope | null {
  const others = SCOPES.filter((other) => other !== scope && fileOf(context, other) !== fileOf(context, scope));
  return (
    others.find((other) => {
      const status = hooksStatus(fileOf(context, other));
      return status.ok && entriesFor(status.ours, context).length > 0;
    }) ?? null
  );
}

export function fileOf(context: Context, scope: Scope): string {
  const configFolder = context.env["CLAUDE_CONFIG_DIR"] || null;
  return settingsFile(scope, { userFolder: context.userFolder, configFolder, project: context.env["CLAUDE_PROJECT_DIR"] || context.cwd });
}

export function failWith(message: string): number {
  complain(message);
  return FAILED;
}

