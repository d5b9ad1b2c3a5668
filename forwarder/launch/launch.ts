/** Starting the app from a hook: once, detached, with nothing of the hook's environment that matters (DESIGN §7). */
import { realpathSync, statSync } from "node:fs";
import { userInfo } from "node:os";
import { dirname, join } from "node:path";
import type { CollectorFile } from "../../schemas/generated/types.ts";
import { readJson } from "../hook/home.ts";
import { appCandidates } from "./candidates.ts";
import { launchEnvironment } from "./environment.ts";
import { takeLaunchLock } from "./lock.ts";
import { isAbsolutePath, type LaunchRefusal, launchRefusal, type ProgramFacts, type ProgramRefusal, type ProgramRules, programRefusal } from "./rules.ts";

export interface LaunchContext {
  home: string;
  defaultHome: boolean;
  collector: Partial<CollectorFile>;
  installed: boolean;
  event: string | null;
  attended: boolean | undefined;
  env: Readonly<Record<string, string | undefined>>;
  /** The person themselves starts it: it may greet them. */
  byPerson?: boolean;
  /** cwd, the payload's cwd and the project, as far as known */
  workFolders: readonly (string | null | undefined)[];
  nowMs: number;
}

export type LaunchResult =
  | { kind: "started" }
  /** another hook has just started it */
  | { kind: "starting" }
  | { kind: "refused"; reason: LaunchRefusal }
  | { kind: "not_found" }
  | { kind: "unsafe"; path: string; reason: ProgramRefusal }
  | { kind: "failed"; detail: string };

interface Program {
  path: string;
  args: string[];
}

export async function launchApp(context: LaunchContext): Promise<LaunchResult> {
  const reason = refusalOf(context);
  if (reason) return { kind: "refused", reason };
  const rules = programRules(context);
  const choice = chooseProgram(context, rules);
  if (!("program" in choice)) return choice;
  try {
    if (!takeLaunchLock(context.home, context.nowMs, process.pid, lastRan(context))) return { kind: "starting" };
    await spawnDetached(choice.program, context, rules);
    return { kind: "started" };
  } catch (error) {
    return { kind: "failed", detail: (error as Error).message };
  }
}

/** An app that began and did not end in order may end so again at once: hooks wait for their lock, the person's own wish does not. */
export function lastRan({ collector: { startedAt, stoppedAt }, byPerson, nowMs }: Pick<LaunchContext, "collector" | "byPerson" | "nowMs">): number {
  const moments = [stoppedAt, byPerson === true ? startedAt : undefined].map((moment) => Date.parse(moment ?? ""));
  // Of a clock that was ahead nothing is believed.
  return Math.max(0, ...moments.filter((ms) => ms <= nowMs));
}

function refusalOf(context: LaunchContext): LaunchRefusal | null {
  const launch = readJson(join(context.home, "settings.json"))["launch"] as Record<string, unknown> | undefined;
  return launchRefusal({
    platform: process.platform,
    env: context.env,
    installed: context.installed,
    event: context.event,
    attended: context.attended,
    quitByPerson: context.collector.quitByPerson === true,
    settings: {
      byHooks: launch?.["by_hooks"] !== false,
      unattended: launch?.["unattended"] === true,
      afterQuit: launch?.["after_quit"] === "never" ? "never" : "next_attended_session",
    },
  });
}

function programRules(context: LaunchContext): ProgramRules {
  const folders = context.workFolders.filter((folder): folder is string => typeof folder === "string" && folder !== "");
  return {
    platform: process.platform,
    uid: process.getuid?.(),
    userFolder: userFolder(),
    workFolders: [...new Set(folders.flatMap((folder) => [folder, realPathOf(folder)]))],
  };
}

/** MASCOT_APP_PATH by hand only; else the app that ran last, then the usual places. The first safe one is taken. */
function chooseProgram(context: LaunchContext, rules: ProgramRules): { program: Program } | LaunchResult {
  const byHand = context.installed ? undefined : context.env["MASCOT_APP_PATH"];
  let unsafe: LaunchResult | null = null;
  for (const program of byHand ? [{ path: byHand, args: [] }] : knownPrograms(context)) {
    const reason = refusalOfProgram(program, rules);
    if (reason === null) return { program };
    if (reason !== "not_a_file") unsafe ??= { kind: "unsafe", path: program.path, reason };
  }
  return unsafe ?? { kind: "not_found" };
}

function knownPrograms(context: LaunchContext): Program[] {
  const env = context.installed ? {} : context.env;
  const place = { platform: process.platform, userFolder: userFolder(), localAppData: env["LOCALAPPDATA"], programFiles: env["PROGRAMFILES"] };
  const usual = appCandidates(place).map((path) => ({ path, args: [] }));
  const { appPath, appArgs } = context.collector;
  return typeof appPath === "string" ? [{ path: appPath, args: Array.isArray(appArgs) ? appArgs.filter((arg) => typeof arg === "string") : [] }, ...usual] : usual;
}

/** A run from source is Electron with a folder as argument: that folder is as much what is started as the program is. */
function refusalOfProgram(program: Program, rules: ProgramRules): ProgramRefusal | null {
  const reason = programRefusal(factsOf(program.path), rules);
  if (reason !== null) return reason;
  for (const arg of program.args.filter((arg) => isAbsolutePath(arg, rules.platform))) {
    const argReason = programRefusal({ ...factsOf(arg), isFile: true }, rules);
    if (argReason !== null) return argReason;
  }
  return null;
}

function factsOf(path: string): ProgramFacts {
  try {
    const realPath = realpathSync(path);
    const file = statSync(realPath);
    const folder = statSync(dirname(realPath));
    return { path, realPath, isFile: file.isFile(), uid: file.uid, mode: file.mode & 0o7777, folderMode: folder.mode & 0o7777 };
  } catch {
    return { path, realPath: path, isFile: false, uid: -1, mode: 0, folderMode: 0 };
  }
}

async function spawnDetached(program: Program, context: LaunchContext, rules: ProgramRules): Promise<void> {
  const { spawn } = await import("node:child_process");
  const env = launchEnvironment({
    env: context.env,
    installed: context.installed,
    byPerson: context.byPerson === true,
    platform: process.platform,
    userFolder: rules.userFolder,
    home: context.defaultHome ? null : context.home,
    workFolders: rules.workFolders,
  });
  await new Promise<void>((resolve, reject) => {
    // Detached gives it a session of its own: the client ends a hook by killing its whole process group (contract §4).
    const child = spawn(program.path, program.args, { detached: true, stdio: "ignore", windowsHide: true, cwd: context.home, env });
    child.once("error", reject);
    child.once("spawn", () => {
      child.unref();
      resolve();
    });
  });
}

/** From the password file: HOME can be set by a repository's settings. */
export function userFolder(): string {
  try {
    return userInfo().homedir;
  } catch {
    return process.env["HOME"] ?? "/";
  }
}

function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
