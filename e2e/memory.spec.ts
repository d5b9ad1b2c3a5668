import fs from "node:fs";
import path from "node:path";
import { expect, test } from "@playwright/test";
import type { ContextAnswer, InteractionsPage, SearchResult, SessionsPage } from "../schemas/generated/types.ts";
import { api, eventsOf, plainEnvironment, type RunningApp } from "./support/app.ts";
import { cli, type InstalledHooks, recordedTurn, run } from "./support/hooks.ts";
import { hookIn, repositoryIn } from "./support/scene.ts";
import { SharedScene } from "./support/shared-scene.ts";

const shared = new SharedScene("memory-work", { mascots: "hidden" });
let home: string;
let work: string;
let app: RunningApp;
let hooks: InstalledHooks;

test.beforeEach(async () => {
  ({ home, work, hooks, app } = await shared.fresh());
});

test.afterAll(() => shared.clear());

const repository = (name: string): string => repositoryIn(work, name);

/** A tree of the repository that git put beside it. */
function worktree(of: string, name: string): string {
  const folder = path.join(work, name);
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(path.join(folder, ".git"), `gitdir: ${of}/.git/worktrees/${name}\n`);
  return folder;
}

const hook = (name: string, session_id: string, cwd: string, more?: Record<string, unknown>) => hookIn(cwd, name, session_id, more);

async function begin(session_id: string, cwd: string, source = "startup"): Promise<string> {
  const result = await hooks.ask(hook("SessionStart", session_id, cwd, { source }), {}, cwd);
  expect([result.code, result.stderr]).toEqual([0, ""]);
  return result.stdout ? JSON.parse(result.stdout).hookSpecificOutput.additionalContext : "";
}

async function session(id: string, cwd: string, prompt: string, reply: string): Promise<void> {
  await begin(id, cwd);
  const call = { tool_name: "Write", tool_use_id: `toolu_${id}`, tool_input: { file_path: `${cwd}/beds.txt`, content: "beans" } };
  for (const [name, more] of [["UserPromptSubmit", { prompt }], ["PreToolUse", call], ["PostToolUse", { ...call, tool_response: { type: "create" } }], ["Stop", { last_assistant_message: reply }], ["SessionEnd", { reason: "other" }]] as const) {
    await hooks.fire(hook(name, id, cwd, more), {}, cwd);
  }
  // Summed up a moment after its end; a start before that is told of it in less detail.
  await expect.poll(async () => (await api<SessionsPage>(home, "/api/sessions")).items.find((row) => row.session_id === id)).toMatchObject({ state: "completed", summary: { last_reply: reply } });
}

for (const name of ["cap-basic", "i-queue"]) {
  test(`the recorded session ${name} is a conversation: word for word, in order, once`, async () => {
    const turn = recordedTurn(name);
    await hooks.replay(turn);
    const told = (event: string, field: string) => turn.filter(({ payload }) => payload.hook_event_name === event && payload[field]).map(({ payload }) => payload[field]);
    const sessions = [...new Set(turn.map(({ payload }) => payload.session_id))];
    const rows = async () => (await Promise.all(sessions.map((id) => api<InteractionsPage>(home, `/api/interactions?session_id=${id}&limit=1000`)))).flatMap(({ items }) => items);
    const said = (skill: string) => async () => (await rows()).filter((row) => row.skill_name === skill && sessions.includes(row.agent_id)).map((row) => row.content);
    await expect.poll(said("user_prompt")).toEqual(told("UserPromptSubmit", "prompt"));
    await expect.poll(said("claude_response")).toEqual(told("Stop", "last_assistant_message"));
    const calls = (await rows()).map((row) => row.metadata.tool_use_id).filter((id) => id !== undefined);
    expect(calls.sort()).toEqual([...new Set(told("PreToolUse", "tool_use_id"))].sort());
  });
}

test("the next session of a project is told of the last; another project's and another worktree's are not", async () => {
  const garden = repository("garden");
  await session("first", garden, "plant the beans", "The beans are planted.");
  const told = await begin("second", path.join(garden));
  expect(told).toContain("plant the beans");
  expect(told).toContain("> The beans are planted.");
  expect(await begin("elsewhere", repository("attic"))).toBe("");
  expect(await begin("beside", worktree(garden, "garden-feature"))).toBe("");
  expect(await begin("third", garden, "resume")).toBe("");
  await expect.poll(async () => (await eventsOf(home)).filter(({ event_type }) => event_type === "context_loaded").map(({ session_id }) => session_id)).toEqual(["second"]);
});

test("a hook that comes after the end of its session leaves the session ended, and the next one is told of it", async () => {
  const garden = repository("garden");
  await session("first", garden, "plant the beans", "The beans are planted.");
  for (const [name, more] of [["SubagentStop", { agent_id: "a1", agent_type: "Explore", last_assistant_message: "found" }], ["Notification", { notification_type: "idle_prompt", message: "waiting" }]] as const) {
    await hooks.fire(hook(name, "first", garden, more), {}, garden);
  }
  await expect.poll(async () => (await eventsOf(home)).filter(({ session_id }) => session_id === "first").map(({ event_type }) => event_type)).toEqual(expect.arrayContaining(["notification"]));
  expect(await begin("second", garden, "clear")).toContain("plant the beans");
  expect((await api<SessionsPage>(home, "/api/sessions")).items.find(({ session_id }) => session_id === "first")).toMatchObject({ state: "completed" });
});

test("an agent reads the record that it saw in the index, from the command line, and finds Korean inside words", async () => {
  const garden = repository("garden");
  await session("first", garden, "로그인버그를 고쳐 줘", "고쳤습니다.");
  const record = await cli(home, ["recall", "first"], {}, garden);
  expect(record).toMatchObject({ code: 0, stderr: "" });
  expect(record.stdout).toContain("> 로그인버그를 고쳐 줘");
  expect((await cli(home, ["recall", "버그"], {}, garden)).stdout).toContain("로그인버그를");
  expect((await cli(home, ["recall", "버그"], {}, repository("attic"))).stdout).toContain("Nothing found");
  const { items } = await api<SearchResult>(home, `/api/search?q=${encodeURIComponent("버그")}&role=user`);
  expect(items.map(({ snippet }) => snippet)).toEqual([[{ text: "로그인", hit: false }, { text: "버그", hit: true }, { text: "를 고쳐 줘", hit: false }]]);
});

test("a client that takes plain text tells and is told by the words of specification 4", async () => {
  const garden = repository("garden");
  const word = (name: string, payload: Record<string, unknown>) => hookWord(name, { session_id: "plain", cwd: garden, ...payload });
  await session("first", garden, "plant the beans", "Planted.");
  expect(await word("context", { source: "startup" })).toMatch(/^<agent-mascot-memory>[\s\S]*plant the beans[\s\S]*<\/agent-mascot-memory>\n$/);
  expect(await word("session-init", { prompt: "water them" })).toBe("");
  expect(await word("observation", { tool_name: "Bash", tool_input: { command: "rain" }, tool_response: "x".repeat(12_000) })).toBe("");
  expect(await word("summarize", { last_assistant_message: "Watered." })).toBe("");
  const { items } = await api<InteractionsPage>(home, "/api/interactions?session_id=plain");
  expect(items.map((row) => [row.skill_name, row.content])).toEqual([["user_prompt", "water them"], ["Bash", "rain"], ["claude_response", "Watered."]]);
  expect(items[1]?.metadata.result).toHaveLength(10_000);
  expect(items[1]?.skill_args).toEqual({ command: "rain" });
  expect(await api<ContextAnswer>(home, "/api/context?limit=5")).toMatchObject({ context: "" });
});

test("everything is exported, a session deleted is gone for good, and the export brings it back", async () => {
  const garden = repository("garden");
  await session("first", garden, "plant the beans", "Planted.");
  const file = path.join(work, "all.jsonl");
  expect((await cli(home, ["export", "--out", file], {}, garden)).code).toBe(0);
  const page = await dashboard();
  expect(await page.evaluate(() => window.mascot.deleteSession("first"))).toMatchObject({ ok: true });
  expect((await api<SessionsPage>(home, "/api/sessions")).items).toEqual([]);
  expect((await api<SearchResult>(home, "/api/search?q=beans")).items).toEqual([]);
  expect((await eventsOf(home)).filter(({ session_id }) => session_id === "first")).toEqual([]);
  expect((await cli(home, ["import", file], {}, garden)).code).toBe(0);
  expect((await api<SearchResult>(home, "/api/search?q=beans")).items.length).toBeGreaterThan(0);
  expect(await page.evaluate(() => window.mascot.deleteAll())).toMatchObject({ ok: true });
  expect((await api<SessionsPage>(home, "/api/sessions")).items).toEqual([]);
  expect(fs.readdirSync(home).filter((name) => /backup|damaged/.test(name))).toEqual([]);
  await session("after", garden, "begin anew", "Begun.");
});

async function dashboard() {
  await cli(home, []);
  return app.window("dashboard.html");
}

async function hookWord(name: string, payload: Record<string, unknown>): Promise<string> {
  const result = await run(process.execPath, [path.resolve(import.meta.dirname, "../dist/forwarder/agent-mascot.mjs"), "hook", name], JSON.stringify(payload), plainEnvironment({ MASCOT_HOME: home }));
  expect([result.code, result.stderr]).toEqual([0, ""]);
  return result.stdout;
}
