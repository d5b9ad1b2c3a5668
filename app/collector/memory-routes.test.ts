import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { MemoryApi } from "../conversation-parts.ts";
import { ask, startTestCollector, type TestCollector, TOKEN } from "./test-support.ts";

let app: TestCollector;
let asked: { name: string; args: unknown[] }[];

/** Writes down what it is asked. */
function memoryThat(answers: Partial<{ [K in keyof MemoryApi]: unknown }>): MemoryApi {
  const call = (name: keyof MemoryApi) => async (...args: unknown[]) => {
    asked.push({ name, args });
    return answers[name] ?? null;
  };
  return Object.fromEntries((["context", "summarize", "sessions", "interactions", "search", "recall", "exportTo", "importFrom"] as const).map((name) => [name, call(name)])) as unknown as MemoryApi;
}

beforeEach(async () => {
  asked = [];
  app = await startTestCollector({
    deps: { memory: memoryThat({ sessions: { items: [] }, interactions: { items: [], total: 0 }, search: { items: [], more: false }, context: { context: "text", project: "/a", tokens: 1, session_ids: [] }, recall: { found: 0, text: "" }, exportTo: { ok: true } }) },
  });
});

afterEach(() => app.close());

const headers = { Authorization: `Bearer ${TOKEN}` };
const get = (path: string, given: Record<string, string> = headers) => ask({ port: app.collector.port }, path, { headers: given });
const post = (path: string, body: unknown, given: Record<string, string> = headers) => ask({ port: app.collector.port }, path, { headers: given, body: typeof body === "string" ? body : JSON.stringify(body) });

const READERS = ["/api/sessions", "/api/interactions?session_id=s", "/api/search?text=a", "/api/context?cwd=/a", "/api/recall?query=a"];
const WRITERS = ["/api/sessions/start", "/api/sessions/stop", "/api/sessions/summarize", "/api/prompts", "/api/observations", "/api/responses", "/api/export", "/api/import"];

describe("conversation and memory", () => {
  it("are for those who hold the token", async () => {
    for (const path of READERS) expect((await get(path, {})).status, path).toBe(401);
    for (const path of WRITERS) expect((await post(path, { session_id: "s", content: "x" }, {})).status, path).toBe(401);
    expect(asked).toEqual([]);
    expect(app.pipeline.deliveries).toEqual([]);
  });

  it("are not there in an app without them", async () => {
    const other = await startTestCollector();
    try {
      expect((await ask({ port: other.collector.port }, "/api/sessions", { headers })).status).toBe(404);
    } finally {
      await other.close();
    }
  });

  it("say which method a path takes", async () => {
    for (const path of READERS) expect([(await post(path, {})).status, path]).toEqual([405, path]);
    for (const path of WRITERS.filter((one) => one !== "/api/sessions/start")) expect([(await get(path)).status, path]).toEqual([405, path]);
  });
});

describe("reading", () => {
  it("takes the queries of the schemas, numbers as numbers", async () => {
    await get("/api/sessions?project=/a&limit=5&state=completed");
    await get("/api/interactions?session_id=s&after=1.2&limit=10");
    await get("/api/search?q=%EB%B2%84%EA%B7%B8&from=5&role=user");
    await get("/api/context?limit=5&sessionId=s&cwd=/a");
    await get("/api/recall?query=beans&cwd=/a&all=1");
    expect(asked).toEqual([
      { name: "sessions", args: [{ project: "/a", limit: 5, state: "completed" }] }, { name: "interactions", args: [{ session_id: "s", after: "1.2", limit: 10 }] },
      { name: "search", args: [{ text: "버그", from: 5, role: "user" }] }, { name: "context", args: [{ limit: 5, session_id: "s", cwd: "/a" }] }, { name: "recall", args: [{ query: "beans", cwd: "/a", all: true }] },
    ]);
  });

  it.each(["/api/sessions?limit=0", "/api/sessions?before=foo", "/api/sessions?other=1", "/api/interactions", "/api/interactions?session_id=s&before=latest", "/api/interactions?session_id=s&after=5", "/api/recall?query=words&after=x", "/api/search", "/api/search?text=a&role=god", "/api/context?limit=many", "/api/recall?query="])("refuses %s", async (path) => {
    expect((await get(path)).status).toBe(400);
    expect(asked).toEqual([]);
  });
});

describe("telling in the words of specification 4", () => {
  it.each([
    ["/api/sessions/start", { sessionId: "s", cwd: "/a" }, { hook_event_name: "SessionStart", session_id: "s", cwd: "/a", source: "startup" }],
    ["/api/prompts", { sessionId: "s", content: "hello" }, { hook_event_name: "UserPromptSubmit", session_id: "s", prompt: "hello" }],
    ["/api/prompts", { session_id: "s", prompt: "hello", provider: "claude" }, { hook_event_name: "UserPromptSubmit", session_id: "s", prompt: "hello" }],
    ["/api/observations", { sessionId: "s", toolName: "Bash", toolInput: { command: "ls" }, toolResponse: "a.txt" }, { hook_event_name: "PostToolUse", session_id: "s", tool_name: "Bash", tool_input: { command: "ls" }, tool_response: "a.txt" }],
    ["/api/responses", { sessionId: "s", content: "done" }, { hook_event_name: "Stop", session_id: "s", last_assistant_message: "done" }],
    ["/api/sessions/stop", { session_id: "s", extra: "is left out" }, { hook_event_name: "Stop", session_id: "s" }],
  ])("%s with %j is an event on the road of all events", async (path, body, payload) => {
    const answer = await post(path, body);
    expect([answer.status, answer.json()]).toMatchObject([200, { ok: true, session_id: "s" }]);
    expect(app.pipeline.deliveries).toMatchObject([{ lane: "api_hook", provider: "claude", trust: "verified", payload }]);
  });

  it.each([["/api/prompts", { content: "no session" }], ["/api/prompts", { sessionId: "s" }], ["/api/observations", { sessionId: "s" }], ["/api/sessions/stop", []], ["/api/sessions/start", { sessionId: 5 }], ["/api/prompts", { sessionId: "s", content: "x", provider: "nobody" }]])("%s refuses %j", async (path, body) => {
    expect((await post(path, body)).status).toBe(400);
    expect(app.pipeline.deliveries).toEqual([]);
  });

  it("says when it could not be written, so that the sender may keep it", async () => {
    app.pipeline.outcome = () => ({ ok: false, reason: "disk_full", message: "ENOSPC" });
    expect((await post("/api/prompts", { sessionId: "s", content: "x" })).status).toBe(500);
  });

  it("summarises a session that is known, and says of another that it is not", async () => {
    expect((await post("/api/sessions/summarize", { sessionId: "s" })).status).toBe(404);
    expect(asked).toEqual([{ name: "summarize", args: ["s"] }]);
  });
});

it("an export goes to an absolute path only, and never over a file that is there", async () => {
  expect((await post("/api/export", { what: "all", format: "jsonl", file: "here.jsonl" })).status).toBe(400);
  expect((await post("/api/export", { what: "all", format: "jsonl", file: "/tmp/here.jsonl" })).json()).toEqual({ ok: true });
  expect(asked).toEqual([{ name: "exportTo", args: [{ what: "all", format: "jsonl" }, "/tmp/here.jsonl", { overwrite: false }] }]);
});
