/** The command line's part of conversation and memory, as a process. */
import { mkdirSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
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

interface Asked {
  path: string;
  query: Record<string, string>;
  body: unknown;
}

/** An app that answers by path; what it has no answer for it takes. */
async function startApp(home: string, answers: Record<string, unknown> = {}): Promise<Asked[]> {
  const asked: Asked[] = [];
  await serveApp(home, ({ method, url, body }) => {
    asked.push({ path: `${method} ${url.pathname}`, query: Object.fromEntries(url.searchParams), body });
    return { body: answers[url.pathname] ?? { ok: true } };
  });
  return asked;
}

describe("recall", () => {
  test("prints what the app found for the words, in this folder's project", async () => {
    const { folder, home, cli } = person();
    const asked = await startApp(home, { "/api/recall": { found: 1, text: "<agent-mascot-record>\nbeans\n</agent-mascot-record>" } });
    expect(await cli(["recall", "plant", "beans"])).toMatchObject({ code: 0, stdout: "<agent-mascot-record>\nbeans\n</agent-mascot-record>\n", stderr: "" });
    await cli(["recall", "beans", "--all", "--after", "5.1"]);
    expect(asked).toEqual([
      { path: "GET /api/recall", query: { query: "plant beans", cwd: folder }, body: null },
      { path: "GET /api/recall", query: { query: "beans", cwd: folder, all: "1", after: "5.1" }, body: null },
    ]);
  });

  test("without an app says so", async () => {
    expect(await person().cli(["recall", "beans"])).toMatchObject({ code: 1, stdout: "", stderr: "Agent Mascot is not running\n" });
  });
});

describe("export and import", () => {
  test("name an absolute file to the app, which writes it", async () => {
    const { folder, home, cli } = person();
    const asked = await startApp(home, { "/api/export": { ok: true, count: 7 }, "/api/import": { ok: true, count: 7 } });
    expect((await cli(["export", "--out", "all.jsonl"])).stdout).toBe(`Written: ${join(folder, "all.jsonl")} (7 records)\n`);
    expect((await cli(["export", "s-1", "--format", "json", "-o", "/tmp/one.json"])).code).toBe(0);
    expect((await cli(["import", "all.jsonl"])).stdout).toContain("7 interactions");
    expect(asked.filter(({ path }) => path.startsWith("POST ")).map(({ body }) => body)).toEqual([
      { what: "all", format: "jsonl", file: join(folder, "all.jsonl") }, { what: "session", session_id: "s-1", format: "json", file: "/tmp/one.json" }, { file: join(folder, "all.jsonl") },
    ]);
  });

  test("an app that hangs is not waited for", async () => {
    const { home, cli } = person();
    mkdirSync(home, { mode: 0o700 });
    const hung = createServer(() => {});
    await new Promise<void>((resolve) => hung.listen(join(home, "mascot.sock"), resolve));
    onTestFinished(() => {
      hung.closeAllConnections();
      hung.close();
    });
    for (const ran of await Promise.all([cli(["export"]), cli(["import", "all.jsonl"])])) expect(ran).toMatchObject({ code: 1, stdout: "", stderr: "Agent Mascot does not answer: no answer in time\n" });
  }, 20_000);

  test("say what is wrong", async () => {
    const { home, cli } = person();
    await startApp(home, { "/api/export": { ok: false, reason: "EEXIST" } });
    expect(await cli(["export"])).toMatchObject({ code: 1, stderr: expect.stringContaining("is there already") });
    const of = async (path: "/api/export" | "/api/import", reason: string, language = "C") => {
      const other = person();
      await startApp(other.home, { [path]: { ok: false, reason } });
      const ran = await other.cli(path === "/api/export" ? ["export", "--out", "/a/b.jsonl"] : ["import", "/a/b.jsonl"], { env: { LANG: language } });
      return [ran.code, ran.stderr];
    };
    expect(await of("/api/export", "ENOENT")).toEqual([1, "/a is not there\n"]);
    expect(await of("/api/import", "ENOENT")).toEqual([1, "/a/b.jsonl is not there\n"]);
    expect(await of("/api/import", "EACCES", "ko_KR.UTF-8")).toEqual([1, "/a/b.jsonl: 시스템이 허락하지 않습니다\n"]);
    expect(await of("/api/export", "ENOSPC")).toEqual([1, "/a/b.jsonl: the disk is full\n"]);
    expect((await cli(["export", "--format", "markdown"])).code).toBe(2);
    expect((await cli(["export", "s", "--format", "pdf"])).code).toBe(2);
  });
});

describe("hook words of clients that take plain text", () => {
  const payload = { session_id: "s", cwd: "/a", transcript_path: "/a/s.jsonl" };
  const input = (more: Record<string, unknown> = {}) => JSON.stringify({ ...payload, ...more });

  test("context begins the session and prints the block, and nothing else", async () => {
    const { home, cli } = person();
    const asked = await startApp(home, { "/api/context": { context: "<agent-mascot-memory>\n…\n</agent-mascot-memory>" } });
    expect(await cli(["hook", "context"], { input: input({ source: "startup" }) })).toMatchObject({ code: 0, stdout: "<agent-mascot-memory>\n…\n</agent-mascot-memory>\n", stderr: "" });
    expect(asked).toEqual([
      { path: "POST /api/sessions/start", query: {}, body: { session_id: "s", cwd: "/a", source: "startup" } }, { path: "GET /api/context", query: { limit: "5", session_id: "s", cwd: "/a", source: "startup" }, body: null },
    ]);
  });

  test.each([
    ["session-init", { prompt: "hello" }, [["POST /api/prompts", { content: "hello" }]]],
    ["observation", { tool_name: "Bash", tool_input: { command: "ls" }, tool_response: "a" }, [["POST /api/observations", { tool_name: "Bash", tool_input: { command: "ls" }, tool_response: "a" }]]],
    ["summarize", { last_assistant_message: "done" }, [["POST /api/responses", { content: "done", transcript_path: "/a/s.jsonl" }], ["POST /api/sessions/summarize", {}]]],
    ["summarize", {}, [["POST /api/sessions/stop", { transcript_path: "/a/s.jsonl" }], ["POST /api/sessions/summarize", {}]]],
    ["session-init", {}, []],
    ["user-message", {}, []],
  ])("%s with %j tells the app, silently", async (word, more, told) => {
    const { home, cli } = person();
    const asked = await startApp(home);
    expect(await cli(["hook", word], { input: input(more) })).toMatchObject({ code: 0, stdout: "", stderr: "" });
    expect(asked.map(({ path, body }) => [path, body])).toEqual(told.map(([path, body]) => [path, { session_id: "s", cwd: "/a", ...(body as object) }]));
  });

  test("an input that stays open and silent holds up nobody; one that is complete is not waited for to its end", async () => {
    const { home, cli } = person();
    const asked = await startApp(home, { "/api/hook-answer": { notifications: [] } });
    const [silent, whole] = await Promise.all([cli(["hook", "summarize"], { input: "", keepOpen: true }), cli(["hook", "session-init"], { input: input({ prompt: "hello" }), keepOpen: true })]);
    expect([silent, whole]).toMatchObject([{ code: 0, stdout: "", stderr: "" }, { code: 0, stdout: "", stderr: "" }]);
    expect(whole.ms).toBeLessThan(silent.ms);
    expect(asked.map(({ path }) => path)).toEqual(["POST /api/prompts"]);
    expect((await cli(["sync"], { input: "", keepOpen: true })).code).toBe(0);
  }, 20_000);

  test.each(["context", "session-init", "observation", "summarize"])("%s never gets in the way: no app, no JSON, no session", async (word) => {
    const { cli } = person();
    for (const text of [input({ prompt: "x", tool_name: "Bash" }), "not json", "", "[]", '{"prompt":"x"}']) expect(await cli(["hook", word], { input: text })).toMatchObject({ code: 0, stdout: "", stderr: "" });
  });
});
