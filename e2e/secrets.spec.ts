import fs from "node:fs";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { positives } from "../bench/support/masking-set.ts";
import { api, configFolder, eventsOf, hideMascots, newHome, removeHome, RunningApp } from "./support/app.ts";
import { type InstalledHooks, installedHooks, type RecordedHook } from "./support/hooks.ts";

let home: string;
let app: RunningApp | undefined;
let hooks: InstalledHooks;

test.beforeEach(async () => {
  home = newHome();
  hideMascots(home);
  hooks = await installedHooks(home, configFolder(home));
  app = await RunningApp.start(home);
});

test.afterEach(async () => {
  await app?.quit();
  removeHome(home);
});

const SESSION = "7e57ab1e-0000-4000-8000-000000005ec2";
/** Long enough to be known again anywhere in a file. */
const secrets = positives().filter(({ family, secrets: parts }) => family !== "private" && parts.some((part) => part.length >= 20));
const texts = secrets.map(({ text }) => text);
/** What stands beside the secrets and may stay; made-up hex looks alike. */
const beside = secrets.map(({ text, secrets: parts }) => parts.reduce((rest, part) => rest.replaceAll(part, ""), text)).join("\n");
const traces = secrets.flatMap(({ secrets: parts }) => parts.filter((part) => part.length >= 20 && !/[\n\\ ]/.test(part)).map((part) => part.slice(0, 16))).filter((trace) => !beside.includes(trace));

const hook = (hook_event_name: string, more: Record<string, unknown>): RecordedHook => ({
  at_ms: 0, env: { CLAUDE_PID: String(process.pid), CLAUDE_PROJECT_DIR: "/p", CLAUDE_CODE_ENTRYPOINT: "cli" }, payload: { hook_event_name, session_id: SESSION, cwd: "/p", ...more },
});

function filesIn(folder: string): string[] {
  return fs.readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
}

test("X1: secrets in prompts, tool inputs, tool outputs and replies are in no file of the home and in no answer", async () => {
  const call = { tool_name: "Bash", tool_use_id: "toolu_secrets", tool_input: { command: texts.join("\n"), nested: { deep: [texts] } } };
  const turn: [string, Record<string, unknown>][] = [
    ["SessionStart", { source: "startup" }], ["UserPromptSubmit", { prompt: texts.join("\n") }], ["PreToolUse", call],
    ["PostToolUse", { ...call, tool_response: { stdout: texts.join("\n"), json: JSON.stringify({ inner: JSON.stringify(texts) }) } }], ["Stop", { last_assistant_message: texts.join("\n\n") }], ["SessionEnd", { reason: "other" }],
  ];
  for (const [name, more] of turn) await hooks.fire(hook(name, more), {}, home);
  await expect.poll(async () => (await eventsOf(home, `&session_id=${SESSION}`)).map(({ event_type }) => event_type)).toContain("session_ended");
  const told = JSON.stringify([await eventsOf(home, `&session_id=${SESSION}`), await api(home, "/api/sessions"), await api(home, `/api/interactions?session_id=${SESSION}`)]);
  expect(traces.length).toBeGreaterThan(150);
  expect(told).toContain("***");
  expect(traces.filter((trace) => told.includes(trace))).toEqual([]);

  await app?.quit();
  app = undefined;
  const left = filesIn(home).filter((file) => {
    const content = fs.readFileSync(file).toString("latin1");
    return traces.some((trace) => content.includes(trace));
  });
  expect(left).toEqual([]);
});
