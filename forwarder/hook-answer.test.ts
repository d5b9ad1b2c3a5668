/** `agent-mascot hook`, `sync` and `event`, as a process. */
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { HookAnswer } from "../schemas/generated/types.ts";
import * as validators from "../schemas/generated/validators.mjs";
import { serveApp } from "./test-support/answering-app.ts";
import { buildForwarder } from "./test-support/built.ts";
import { temporaryFolder } from "./test-support/homes.ts";
import { type RunOptions, run } from "./test-support/run.ts";

const built = buildForwarder();

function person() {
  const folder = temporaryFolder();
  const home = join(folder, ".agent-mascot");
  const cli = (args: string[], options: RunOptions = {}) => run(process.execPath, [built.cli, ...args], { cwd: folder, ...options, env: { HOME: folder, LANG: "C", ...options.env } });
  return { folder, home, cli };
}

const ANSWER: HookAnswer = {
  decision: "approve", context: { loaded_docs: [], session_state: "active", tokens_used: 10, token_budget: 200_000 }, notifications: [], suggestions: [], metadata: { recorded: true, event_ids: [] },
};

type Asked = { path: string; body: Record<string, unknown> };

async function startApp(home: string, answer: object = ANSWER, status = 200): Promise<Asked[]> {
  const asked: Asked[] = [];
  await serveApp(home, ({ method, target, body }) => {
    asked.push({ path: `${method} ${target}`, body: body as Record<string, unknown> });
    return { status, body: answer };
  });
  return asked;
}

describe("a payload by hand", () => {
  test("goes to the app as it is, with the folder and an id, and its answer is printed", async () => {
    const { folder, home, cli } = person();
    const asked = await startApp(home);
    const result = await cli(["hook"], { input: '{"hook_type":"session-start","session_id":"s1"}\n' });
    expect(asked).toEqual([{ path: "POST /api/hook-answer", body: { hook_type: "session-start", session_id: "s1", cwd: folder, _meta: { delivery_id: expect.stringMatching(/^cli-/) } } }]);
    expect(JSON.parse(result.stdout)).toEqual(ANSWER);
    expect([result.code, result.stderr]).toEqual([0, ""]);
  });

  test("is named by the command where it does not name itself, and keeps its own folder", async () => {
    const { home, cli } = person();
    const asked = await startApp(home);
    await cli(["hook", "pre-tool-use"], { input: '{"tool_name":"Edit","cwd":"/test"}' });
    expect(asked[0]?.body).toMatchObject({ hook_type: "pre-tool-use", tool_name: "Edit", cwd: "/test" });
  });

  test("twice is two: each has an id of its own", async () => {
    const { home, cli } = person();
    const asked = await startApp(home);
    for (let i = 0; i < 2; i++) await cli(["hook"], { input: '{"hook_type":"stop"}' });
    expect(new Set(asked.map(({ body }) => (body["_meta"] as { delivery_id: string }).delivery_id)).size).toBe(2);
  });

  test("warnings are said on stderr too, one line each; the answer stays alone on stdout", async () => {
    const { home, cli } = person();
    await startApp(home, { ...ANSWER, notifications: [{ level: "warn", title: "Untracked edit", message: "No port\nruns" }, { level: "info", title: "x", message: "y" }] });
    const result = await cli(["hook"], { input: '{"hook_type":"pre-tool-use","tool_name":"Edit"}' });
    expect(result.stderr).toBe("[agent-mascot] Untracked edit: No port runs\n");
    expect(JSON.parse(result.stdout)).toMatchObject({ decision: "approve" });
  });

  test.each([["{", "stdin is no JSON that can be read"], ["[1]", "expected on stdin"], ["", "expected on stdin"]])("that is none (%j) is refused and said", async (input, message) => {
    const { home, cli } = person();
    const asked = await startApp(home);
    const result = await cli(["hook"], { input });
    expect(result.stderr).toContain(message);
    expect([result.code, result.stdout, asked]).toEqual([2, "", []]);
  });
});

describe("when the app is away", () => {
  test.each([["C", "Agent Mascot is not running"], ["ko_KR.UTF-8", "기록하지 못했고"]])("the answer says so (%s), and a script goes on", async (LANG, words) => {
    const { cli } = person();
    const result = await cli(["hook"], { input: '{"hook_type":"session-start"}', env: { LANG } });
    const answer: unknown = JSON.parse(result.stdout);
    expect(validators.HookAnswer(answer), JSON.stringify(validators.HookAnswer.errors)).toBe(true);
    expect(answer).toMatchObject({ decision: "approve", context: { session_state: "unknown" }, notifications: [{ level: "warn", message: expect.stringContaining(words), action: "agent-mascot" }], metadata: { recorded: false } });
    expect(result.code).toBe(0);
  });
});

describe("commands of their own", () => {
  test("sync asks how things stand, with nothing on stdin", async () => {
    const { folder, home, cli } = person();
    const asked = await startApp(home);
    await cli(["sync"], { input: "" });
    await cli(["hook", "sync"], { input: '{"session_id":"s1"}' });
    expect(asked.map(({ body }) => body)).toMatchObject([{ hook_type: "sync", cwd: folder }, { hook_type: "sync", session_id: "s1" }]);
  });

  test("event writes down that something happened, by words or by the specification's payload", async () => {
    const { home, cli } = person();
    const asked = await startApp(home);
    await cli(["event", "deployed", "to staging"]);
    await cli(["hook", "event"], { input: '{"event_type":"escalation","summary":"needs a decision","severity":"warn","session_id":"s1"}' });
    expect(asked.map(({ body }) => body)).toMatchObject([
      { hook_type: "Notification", notification_type: "event", message: "deployed to staging" },
      { hook_type: "Notification", notification_type: "event", message: "needs a decision", title: "escalation", level: "warn", session_id: "s1" },
    ]);
  });

  test("event without a word writes nothing down", async () => {
    const { home, cli } = person();
    const asked = await startApp(home);
    for (const args of [["event"], ["event", ""], ["event", " ", ""]]) expect(await cli(args, { input: "" })).toMatchObject({ code: 2, stderr: expect.stringContaining("agent-mascot event --help") });
    expect(asked).toEqual([]);
  });

  test("subagent is the hook of that name", async () => {
    const { home, cli } = person();
    const asked = await startApp(home);
    await cli(["subagent"], { input: '{"session_id":"s1","agent_id":"a1"}' });
    expect(asked[0]?.body).toMatchObject({ hook_type: "subagent", agent_id: "a1" });
  });
});
