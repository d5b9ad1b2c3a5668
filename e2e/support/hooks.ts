import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { plainEnvironment } from "./app.ts";

const root = path.resolve(import.meta.dirname, "../..");
const fixtures = path.join(root, "e2e/fixtures");

/** Where the client works. Not the temporary folder itself: hooks start nothing that lies below the folder they run in, and this project may be cloned there. */
const workFolder = path.join(os.tmpdir(), `mascot-e2e-work-${process.getuid?.() ?? ""}`);
fs.mkdirSync(workFolder, { recursive: true });

export interface RecordedHook {
  at_ms: number;
  env: Record<string, string>;
  payload: { hook_event_name: string; session_id: string; [key: string]: unknown };
}

export interface HookResult {
  code: number | null;
  stdout: string;
  stderr: string;
  ms: number;
}

/** A session of the real client, hook by hook in order of arrival. The client lives as long as the test: its pid is ours. */
export function recordedTurn(name: string): RecordedHook[] {
  const lines = fs.readFileSync(path.join(fixtures, "turns", `${name}.jsonl`), "utf8").trim().split("\n");
  return lines.map((line) => JSON.parse(line) as RecordedHook).map((hook) => ({ ...hook, env: { ...hook.env, CLAUDE_PID: String(process.pid) } }));
}

/** `agent-mascot …` as a person types it. */
export function cli(home: string, args: string[], env: Record<string, string> = {}, cwd = workFolder): Promise<HookResult> {
  return run(process.execPath, [path.join(root, "dist/forwarder/agent-mascot.mjs"), ...args], "", plainEnvironment({ MASCOT_HOME: home, ...env }), cwd);
}

/** The client's config folder of a test, with our hooks installed by the command line. */
export async function installedHooks(home: string, config: string): Promise<InstalledHooks> {
  fs.mkdirSync(config, { recursive: true });
  const result = await cli(home, ["hooks", "install", "--yes", "--client-version", "2.1.332"], { CLAUDE_CONFIG_DIR: config });
  if (result.code !== 0) throw new Error(`hooks install: ${result.stderr}${result.stdout}`);
  return new InstalledHooks(path.join(config, "settings.json"));
}

/** An installed hook waits two seconds for the app, less what starting took. */
const HOOK_GIVES_UP_MS = 1_800;
const ASKED_AT_MOST = 5;

interface Handler {
  command: string;
}

/** Runs hooks as the client does: `/bin/sh -c`, payload and a newline on a socket, the client's variables. */
export class InstalledHooks {
  constructor(readonly settingsFile: string) {}

  commands(event: string): string[] {
    const settings = JSON.parse(fs.readFileSync(this.settingsFile, "utf8")) as { hooks?: Record<string, { hooks: Handler[] }[]> };
    return (settings.hooks?.[event] ?? []).flatMap((group) => group.hooks.map((handler) => handler.command));
  }

  async fire(hook: RecordedHook, env: Record<string, string> = {}, cwd = workFolder): Promise<HookResult[]> {
    const input = `${JSON.stringify(hook.payload)}\n`;
    const full = plainEnvironment({ ...hook.env, ...env });
    return Promise.all(this.commands(hook.payload.hook_event_name).map((command) => run("/bin/sh", ["-c", command], input, full, cwd)));
  }

  /**
   * One hook and the app's answer, or its silence. A hook that has used up its time says nothing, as it should: on a machine that is too busy for that it is
   * asked again. An empty answer within the time is the app's own.
   */
  async ask(hook: RecordedHook, env: Record<string, string> = {}, cwd = workFolder): Promise<HookResult> {
    for (let turn = 1; ; turn++) {
      const id = hook.payload["tool_use_id"];
      const [result] = await this.fire(turn === 1 || id === undefined ? hook : { ...hook, payload: { ...hook.payload, tool_use_id: `${String(id)}-${turn}` } }, env, cwd);
      if (result === undefined) throw new Error(`no hook of ours for ${hook.payload.hook_event_name}`);
      if (result.stdout !== "" || result.ms < HOOK_GIVES_UP_MS || turn === ASKED_AT_MOST) return result;
    }
  }

  /** A whole session, one hook after the other as recorded but without the pauses. */
  async replay(turn: RecordedHook[], env: Record<string, string> = {}): Promise<HookResult[]> {
    const results: HookResult[] = [];
    for (const hook of turn) results.push(...(await this.fire(hook, env)));
    return results;
  }
}

export function run(command: string, args: string[], input: string, env: Record<string, string>, cwd = workFolder): Promise<HookResult> {
  return new Promise((resolve, reject) => {
    const from = performance.now();
    const child = spawn(command, args, { cwd, env, stdio: ["pipe", "pipe", "pipe"] });
    let stdout = "";
    let stderr = "";
    child.stdout.setEncoding("utf8").on("data", (chunk) => { stdout += chunk; });
    child.stderr.setEncoding("utf8").on("data", (chunk) => { stderr += chunk; });
    // A hook may end without reading: that is its right, not an error.
    child.stdin.on("error", () => undefined);
    child.stdin.end(input);
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, stdout, stderr, ms: performance.now() - from }));
  });
}
