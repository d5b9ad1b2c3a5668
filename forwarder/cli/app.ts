/** `agent-mascot`, `agent-mascot status`, `agent-mascot quit` */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { AppStatus } from "../../schemas/generated/types.ts";
import { isWindowsAppsHome, openHome } from "../hook/home.ts";
import { type LaunchResult, launchApp } from "../launch/launch.ts";
import { complain, print } from "../output.ts";
import { readRelayState } from "../remote/relay-state.ts";
import { readRemoteHome } from "../remote/remote-home.ts";
import { ask, type Reply } from "./client.ts";
import { type Context, DONE, FAILED } from "./context.ts";
import { hooksStatusCommand } from "./hooks.ts";
import { makeFolder } from "../make-folder.ts";

/** How long an app takes to end. */
const ENDING_MS = 3_000;
const AGAIN_MS = 100;

/** @param asJson for programs: what the app says of itself, or why it says nothing */
export async function statusCommand(context: Context, asJson: boolean): Promise<number> {
  const { home, say } = context;
  const reply = await ask(home, "GET", "/api/status");
  const status = reply.ok && reply.status === 200 ? (reply.body as AppStatus) : null;
  const trouble = status === null ? (remoteProblem(context) ?? problem(context, reply)) : null;
  const waiting = spooledEvents(home);
  if (asJson) {
    print(`${JSON.stringify({ running: status !== null, ...status, ...(trouble === null ? {} : { problem: trouble }), spooled: waiting }, null, 2)}\n`);
  } else {
    if (status !== null) printStatus(context, status);
    if (trouble !== null) complain(trouble);
    if (waiting > 0) print(`${say("spooled", waiting)}\n`);
    hooksStatusCommand(context);
  }
  return status === null ? FAILED : DONE;
}

/** On another machine there is no app, and none is missing. */
export function remoteProblem({ home, say }: Context): string | null {
  const remote = openHome(home).collector.url === undefined ? readRemoteHome(home) : null;
  if (remote === null) return null;
  const relay = readRelayState(home);
  return relay === null ? say("relayIdle") : relay.state === "up" ? say("relayUp", remote.name) : relay.text;
}

export async function quitCommand(context: Context): Promise<number> {
  const reply = await ask(context.home, "POST", "/api/app/quit");
  if (!reply.ok || reply.status !== 200) return failWith(problem(context, reply));
  print(`${context.say("quit")}\n`);
  return DONE;
}

/** No command: the app is brought to the front where it runs, and started where it does not. */
export async function startCommand(context: Context): Promise<number> {
  const { say } = context;
  const reply = await raise(context.home);
  if (reply.ok && reply.status === 200) {
    print(`${say("raised")}\n`);
    return DONE;
  }
  if (reply.ok || reply.reason === "not_answering" || isWindowsAppsHome(openHome(context.home))) return failWith(problem(context, reply));
  return start(context);
}

/** An app that is ending may close the door on the very question: a moment later it is gone, or the next one is there. One that hangs takes longer than that to say nothing. */
async function raise(home: string): Promise<Reply> {
  const end = Date.now() + ENDING_MS;
  for (;;) {
    const reply = await ask(home, "POST", "/api/app/raise");
    if (reply.ok || reply.reason !== "not_answering" || Date.now() > end) return reply;
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  }
}

async function start(context: Context): Promise<number> {
  const { say } = context;
  try {
    makeFolder(context.home, 0o700);
  } catch (error) {
    return failWith(say("homeProblem", context.home, (error as Error).message));
  }
  const result = await launchApp({
    home: context.home, defaultHome: context.defaultHome, collector: openHome(context.home).collector, installed: false, event: null,
    attended: true, byPerson: true, env: context.env,
    // Asked for by the person, not by a hook: what lies in the folder they stand in is theirs to start.
    workFolders: [], nowMs: Date.now(),
  });
  if (result.kind === "started" || result.kind === "starting") {
    print(`${say("started")}\n`);
    return DONE;
  }
  return failWith(whyNot(context, result));
}

function whyNot({ say }: Context, result: Exclude<LaunchResult, { kind: "started" | "starting" }>): string {
  if (result.kind === "not_found") return say("appNotFound");
  if (result.kind === "failed") return say("cannotStart", result.detail);
  if (result.kind === "unsafe") return result.reason === "not_a_file" ? say("appNotFound") : say(result.reason, result.path);
  if (result.reason === "no_display") return say("noDisplay");
  return result.reason === "remote" ? say("remote") : say("cannotStart", result.reason);
}

function printStatus(context: Context, status: AppStatus): void {
  const { say } = context;
  const lines = [say("running", status.version, status.pid, status.url), say("counts", status.agents, status.sessions, status.events)];
  if (!status.recording) lines.push(say("notRecording"));
  for (const notice of status.notices) lines.push(say("notice", notice.level, `${notice.id} ${JSON.stringify(notice.values ?? {})}`));
  print(`${lines.join("\n")}\n`);
}

export function problem(context: Context, reply: Reply): string {
  const { say } = context;
  if (reply.ok) {
    const body = reply.body as { error?: unknown; message?: unknown } | null;
    return say("refused", `${reply.status} ${body?.message ?? body?.error ?? ""}`.trim());
  }
  if (reply.reason === "not_running" && isWindowsAppsHome(openHome(context.home))) return say("onWindows", join(context.home, "spool"));
  return reply.reason === "not_running" ? say("notRunning") : say("notAnswering", reply.detail);
}

function spooledEvents(home: string): number {
  try {
    return readdirSync(join(home, "spool")).filter((name) => name.endsWith(".json")).length;
  } catch {
    return 0;
  }
}

function failWith(message: string): number {
  for (const line of message.split("\n")) complain(line);
  return FAILED;
}
