/** A hook payload that goes the whole way from the installed line to the app, where it is recognised and not kept. */
import { randomUUID } from "node:crypto";
import { readFileSync, rmSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import type { PlannedHook } from "../settings/plan.ts";
import type { TestEvent } from "./look.ts";
import { spoolNames } from "./probe-home.ts";
import { runLine } from "./spawn-line.ts";
import { TEST_KIND } from "./test-kind.ts";

const PATIENCE_MS = 5_000;
const PAUSE_MS = 30;

export interface TestEventOptions {
  home: string;
  hook: PlannedHook | null;
  env: NodeJS.ProcessEnv;
  /** null: no app to ask */
  received: ((id: string) => Promise<boolean>) | null;
}

/** Sends it and looks where it came out. What an app that is not running left in the spool is taken away again. */
export async function tryEvent({ home, hook, env, received }: TestEventOptions): Promise<TestEvent> {
  if (hook === null) return { kind: "no_line" };
  const id = randomUUID();
  const payload = `${JSON.stringify({ hook_event_name: hook.event, session_id: id, cwd: home, notification_type: TEST_KIND, message: "" })}\n`;
  const before = new Set(spoolNames(home));
  const from = performance.now();
  const trouble = await send(hook, payload, env, home);
  if (trouble !== null) return { kind: "lost", event: hook.event, detail: trouble };
  if (received !== null && (await cameIn(id, received))) return { kind: "received", ms: Math.round(performance.now() - from), event: hook.event };
  return takeFromSpool(home, before, id) ? { kind: "spooled", event: hook.event } : { kind: "lost", event: hook.event, detail: received === null ? "no file" : "no answer" };
}

function send({ handler }: PlannedHook, payload: string, env: NodeJS.ProcessEnv, home: string): Promise<string | null> {
  if (handler.type === "http") return post(handler.url, payload);
  // As in an unattended run: nothing is started for a test.
  return runLine(handler.command, handler.args ?? null, payload, plain(env), home);
}

function plain({ PATH, Path, HOME, USERPROFILE, SystemRoot }: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return { ...(PATH ? { PATH } : {}), ...(Path ? { Path } : {}), ...(HOME ? { HOME } : {}), ...(USERPROFILE ? { USERPROFILE } : {}), ...(SystemRoot ? { SystemRoot } : {}), CLAUDE_CODE_SESSION_ATTENDED: "0" };
}

function post(url: string, payload: string): Promise<string | null> {
  return new Promise((resolve) => {
    const sent = request(url, { method: "POST", headers: { "Content-Type": "application/json" }, timeout: PATIENCE_MS }, (answer) => {
      answer.resume();
      resolve(answer.statusCode === 200 ? null : `HTTP ${answer.statusCode}`);
    });
    sent.once("timeout", () => sent.destroy(new Error("timeout")));
    sent.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    sent.end(payload);
  });
}

async function cameIn(id: string, received: (id: string) => Promise<boolean>): Promise<boolean> {
  const giveUpAt = performance.now() + PATIENCE_MS;
  while (performance.now() < giveUpAt) {
    if (await received(id)) return true;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  return false;
}

function takeFromSpool(home: string, before: ReadonlySet<string>, id: string): boolean {
  for (const name of spoolNames(home).filter((one) => !before.has(one))) {
    const file = join(home, "spool", name);
    try {
      if (!readFileSync(file, "utf8").includes(id)) continue;
      rmSync(file);
      return true;
    } catch {
      // Taken by an app that is just starting.
    }
  }
  return false;
}
