import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createHookAnswers } from "../answers/index.ts";
import type { PortSummary } from "../../schemas/generated/types.ts";
import { HookAnswer as isAnswer } from "../../schemas/generated/validators.mjs";
import { recordedPayloads } from "../pipeline/test-support.ts";
import { hookEventName } from "../providers/claude/names.ts";
import { ask, startTestCollector, type TestCollector, TOKEN } from "./test-support.ts";

let c: TestCollector;
const judged: unknown[] = [];
const port: PortSummary = {
  id: "login", title: "Login", state: "running", project: "/p", session_id: null, priority: "normal", depends_on: [], waits_for: [], files: 1, spent_ms: 5, running_since: 1, created_at: 0, started_at: 1, ended_at: null,
};

beforeAll(async () => {
  const answers = createHookAnswers({
    world: { sessions: () => [{ session_id: "s1", state: "idle", project_dir: "/p", model: "claude-x" }] as never }, contextOf: (session) => (session === "s1" ? { docs: [{ path: "/p/CLAUDE.md", kind: "Project" }], context: { tokens: 7, model: null } } : null),
    budget: (model) => ({ tokens: model === "claude-x" ? 100 : 50, warnAt: 0.8 }), running: (project, session) => (project === "/p" && session === "s1" ? [port] : []), projectOf: async (folder) => folder, modeOf: async () => "strict",
    async judge(call) {
      judged.push(call);
      return { verdict: call.session === "s1" ? { kind: "pass" as const } : { kind: "deny" as const, cause: "no_port" as const, writes: [], reason: "no port", suggestions: ["agent-mascot port create x"] } };
    },
    hookName: hookEventName, mask: (value) => value, say: (key, part) => `${key}.${part}`, notices: () => [], appVersion: "1",
  });
  c = await startTestCollector({ deps: { answers } });
});
afterAll(() => c.close());

const socket = () => ({ socketPath: `${c.folder}/mascot.sock` });
const post = (body: unknown) => ask(socket(), "/api/hook-answer", { body: JSON.stringify(body) });

describe("POST /api/hook-answer", () => {
  it("records the payload like a hook's and answers in the extended form", async () => {
    const before = c.pipeline.deliveries.length;
    const answer = await post({ hook_type: "session-start", session_id: "s1", cwd: "/p/src" });
    expect(c.pipeline.deliveries.slice(before)).toMatchObject([{ lane: "ingest", provider: "claude", trust: "verified", payload: { hook_type: "session-start" } }]);
    expect(answer.json()).toMatchObject({
      decision: "approve", context: { active_port: { id: "login" }, loaded_docs: [{ path: "/p/CLAUDE.md" }], session_state: "idle", tokens_used: 7, token_budget: 100 },
      metadata: { hook_event_name: "SessionStart", project: "/p", recorded: true, event_ids: ["evt_20260101_1"], tracking_mode: "strict", client_output: { systemMessage: "stored content" } },
    });
  });

  it("asks the guard about a tool call, also without a session", async () => {
    const answer = await post({ hook_type: "pre-tool-use", tool_name: "Edit", cwd: "/p" });
    expect(judged.at(-1)).toEqual({ tool: "Edit", input: undefined, session: null, projectFolder: "/p", cwd: "/p" });
    expect(answer.json()).toMatchObject({ decision: "block", reason: "no port", suggestions: ["agent-mascot port create x"] });
  });

  it("answers a question without recording it", async () => {
    const before = c.pipeline.deliveries.length;
    const answer = await post({ hook_type: "sync", session_id: "s1" });
    expect(c.pipeline.deliveries).toHaveLength(before);
    expect(answer.json()).toMatchObject({ context: { session_state: "idle" }, metadata: { recorded: false, event_ids: [], hook_event_name: null } });
  });

  it("answers every hook of the client in the form of the schema", async () => {
    const captured = recordedPayloads();
    for (const { from, payload } of captured) {
      const answer = (await post(payload)).json();
      expect(isAnswer(answer), `${from}: ${JSON.stringify(isAnswer.errors)}`).toBe(true);
      expect(answer["metadata"]).toMatchObject({ hook_event_name: payload["hook_event_name"], recorded: true });
    }
    expect(captured.length).toBeGreaterThan(100);
  });

  it.each([[[]], ["text"], [null], [{ hook_type: 7 }]])("answers what is no payload (%j) too", async (body) => {
    expect((await post(body)).json()).toMatchObject({ decision: "approve", context: { session_state: "unknown" } });
  });

  it("is for nobody without the token, and for clients known here only", async () => {
    const tcp = { port: c.collector.port };
    expect((await ask(tcp, "/api/hook-answer", { headers: { Host: `127.0.0.1:${c.collector.port}` }, body: "{}" })).status).toBe(401);
    expect((await ask(tcp, "/api/hook-answer", { headers: { Host: `127.0.0.1:${c.collector.port}`, Authorization: `Bearer ${TOKEN}` }, body: '{"hook_type":"stop"}' })).status).toBe(200);
    expect((await post({ provider: "odd", hook_type: "stop" })).status).toBe(400);
    expect((await ask(socket(), "/api/hook-answer")).status).toBe(405);
  });
});
