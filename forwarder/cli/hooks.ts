/** `agent-mascot hooks install | uninstall | status` */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { askClientVersion } from "../launch/launch-client-version.ts";
import { complain, print } from "../output.ts";
import { CONSERVATIVE_VERSION } from "../settings/events.ts";
import type { HooksStatus } from "../settings/edit.ts";
import { hooksStatus, installHooks, type Preview, previewInstall, prepareHome, uninstallHooks } from "../settings/install.ts";
import { isOutdated, type PlannedHook, planHooks } from "../settings/plan.ts";
import { SCOPES, type Scope, settingsFile } from "../settings/scopes.ts";
import { type Context, DONE, FAILED } from "./context.ts";
import { lineDifference } from "./difference.ts";
import { explain } from "./explain.ts";

export interface HooksOptions {
  scope: Scope;
  yes: boolean;
  clientVersion: string | null;
  acceptShrunk: boolean;
}

export async function installCommand(context: Context, options: HooksOptions): Promise<number> {
  const { say } = context;
  const elsewhere = otherScopeWithHooks(context, options.scope);
  if (elsewhere) return failWith(say("otherScope", fileOf(context, elsewhere), elsewhere));
  const hooks = await plan(context, options);
  if (typeof hooks === "string") return failWith(hooks);
  const file = fileOf(context, options.scope);
  const createFolder = options.scope !== "user";
  const preview = previewInstall({ file, hooks, createFolder });
  // Before anything is made of our own.
  if (!preview.ok) return failWith(explain(say, file, preview));
  if (!(await agreed(context, options, file, hooks, preview))) return FAILED;
  try {
    prepareHome(context.home, context.forwarderFolder);
  } catch (error) {
    return failWith(say("homeProblem", context.home, (error as Error).message));
  }
  const result = installHooks({ scope: options.scope, file, home: context.home, hooks, createFolder, acceptShrunk: options.acceptShrunk, now: new Date() });
  if (!result.ok) return failWith(explain(say, file, result));
  print(`${result.changed ? say("installed", file, hooks.length) : say("unchanged", file)}\n`);
  if (result.backup) print(`${say("backup", result.backup)}\n`);
  return DONE;
}

export async function uninstallCommand(context: Context, options: HooksOptions): Promise<number> {
  const { say } = context;
  const file = fileOf(context, options.scope);
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

export function hooksStatusCommand(context: Context): number {
  let code = DONE;
  for (const scope of SCOPES) {
    const file = fileOf(context, scope);
    // In the person's own folder the project's file is the user's.
    if (scope !== "user" && (!existsSync(file) || file === fileOf(context, "user"))) continue;
    const status = hooksStatus(file);
    if (status.ok) printStatus(context, scope, file, status);
    else code = failWith(explain(context.say, file, status));
  }
  return code;
}

function printStatus(context: Context, scope: Scope, file: string, status: HooksStatus): void {
  const { say } = context;
  const events = new Set(status.ours.map((hook) => hook.event)).size;
  const lines = [events === 0 ? say("hooksNone", scope, file) : say("hooksSome", scope, events, file)];
  if (events > 0 && !existsSync(join(context.home, "installed"))) lines.push(say("hooksInactive", join(context.home, "installed")));
  if (events > 0 && isOutdated(status.ours, process.platform, context.home)) lines.push(say("hooksOutdated", scope));
  if (status.handWritten.length > 0) lines.push(say("hooksHandWritten", status.handWritten.join(", ")));
  if (status.disabled) lines.push(say("hooksDisabled"));
  print(`${lines.join("\n")}\n`);
}

async function plan(context: Context, options: HooksOptions): Promise<PlannedHook[] | string> {
  const version = options.clientVersion ?? (await askClientVersion(context.env as NodeJS.ProcessEnv));
  if (version === null) complain(context.say("assumedVersion", CONSERVATIVE_VERSION));
  const planned = planFor(context, options.scope, version);
  return planned.ok ? planned.hooks : context.say(planned.reason);
}

/** A project's file is shared with others: no path of one person's in it. */
function planFor(context: Context, scope: Scope, clientVersion: string | null) {
  const shared = scope === "project";
  return planHooks({ platform: process.platform, home: shared ? null : context.home, node: shared ? null : process.execPath, clientVersion });
}

/** Shows what would be written and asks; `--yes` is the answer in advance. */
async function agreed(context: Context, options: HooksOptions, file: string, hooks: readonly PlannedHook[], preview: Preview): Promise<boolean> {
  if (options.yes || !preview.changed) return true;
  print(`${lineDifference(preview.before?.toString("utf8") ?? "", preview.after.toString("utf8"))}\n`);
  print(`${context.say("fullCommand")}\n${hooks[0]?.handler.command ?? ""}\n`);
  return confirmed(context, context.say("askInstall", file));
}

async function confirmed(context: Context, question: string): Promise<boolean> {
  if (!process.stdin.isTTY) {
    complain(context.say("needYes"));
    return false;
  }
  const lines = createInterface({ input: process.stdin });
  print(`${question} ${context.say("yesNo")}`);
  const answer = await new Promise<string>((resolve) => {
    lines.once("line", resolve);
    lines.once("close", () => resolve(""));
  });
  lines.close();
  const yes = /^(y|yes|ㅛ|예|네)$/i.test(answer.trim());
  if (!yes) print(`${context.say("cancelled")}\n`);
  return yes;
}

function otherScopeWithHooks(context: Context, scope: Scope): Scope | null {
  const others = SCOPES.filter((other) => other !== scope && fileOf(context, other) !== fileOf(context, scope));
  return (
    others.find((other) => {
      const status = hooksStatus(fileOf(context, other));
      return status.ok && status.ours.length > 0;
    }) ?? null
  );
}

function fileOf(context: Context, scope: Scope): string {
  const configFolder = context.env["CLAUDE_CONFIG_DIR"] || null;
  return settingsFile(scope, { userFolder: context.userFolder, configFolder, project: context.env["CLAUDE_PROJECT_DIR"] || context.cwd });
}

function failWith(message: string): number {
  complain(message);
  return FAILED;
}

