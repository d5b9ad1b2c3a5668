/** What the other providers' payloads mean, each in the words its product uses, up to the mascot. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { MascotEvent } from "../../schemas/generated/types.ts";
import { MascotEvent as isEvent } from "../../schemas/generated/validators.mjs";
import { agentsOf, sessionsOf } from "../domain/changes.ts";
import { EMPTY_WORLD, reduce, type World } from "../domain/world.ts";
import { BASE, eventsOf } from "../pipeline/test-support.ts";
import { createProviders } from "./index.ts";

interface Step {
  payload: Record<string, unknown>;
  /** phase and mascot state after it */
  phase?: string | null;
  state?: string;
}

const SESSION = "0199-session";

/** Each provider's way to say the same story: start, prompt, a tool call, its end, the end of the turn, of the session. */
const stories: Record<string, Step[]> = {
  codex: [
    { payload: { hook_event_name: "SessionStart", session_id: SESSION, cwd: "/home/dev/garden", source: "startup", model: "gpt-5" }, phase: "interactable" },
    { payload: { hook_event_name: "UserPromptSubmit", session_id: SESSION, turn_id: "1", cwd: "/home/dev/garden", prompt: "build it" }, phase: "busy", state: "thinking" },
    { payload: { hook_event_name: "PreToolUse", session_id: SESSION, turn_id: "1", tool_name: "apply_patch", tool_use_id: "call_1", tool_input: { command: "*** Begin Patch\n*** Update File: src/app.ts\n*** End Patch" } }, phase: "busy", state: "editing" },
    { payload: { hook_event_name: "PermissionRequest", session_id: SESSION, turn_id: "1", tool_name: "apply_patch", tool_input: { command: "*** Begin Patch\n*** Update File: src/app.ts\n*** End Patch" } }, phase: "waiting_permission", state: "asking_permission" },
    { payload: { hook_event_name: "PostToolUse", session_id: SESSION, turn_id: "1", tool_name: "apply_patch", tool_use_id: "call_1", tool_input: { command: "*** Begin Patch\n*** Update File: src/app.ts\n*** End Patch" }, tool_response: "Done" }, phase: "busy" },
    { payload: { hook_event_name: "PreToolUse", session_id: SESSION, turn_id: "1", tool_name: "Bash", tool_use_id: "call_2", tool_input: { command: "npm test" } }, phase: "busy", state: "running" },
    { payload: { hook_event_name: "Interrupt", session_id: SESSION, turn_id: "1" }, phase: "interactable" },
    { payload: { hook_event_name: "SessionEnd", session_id: SESSION, reason: "other" }, phase: null },
  ],
  gemini: [
    { payload: { hook_event_name: "SessionStart", session_id: SESSION, cwd: "/home/dev/garden", source: "startup" }, phase: "interactable" },
    { payload: { hook_event_name: "BeforeAgent", session_id: SESSION, prompt: "build it" }, phase: "busy", state: "thinking" },
    { payload: { hook_event_name: "BeforeTool", session_id: SESSION, tool_name: "read_file", tool_input: { absolute_path: "/home/dev/garden/a.ts" } }, phase: "busy", state: "reading" },
    { payload: { hook_event_name: "AfterTool", session_id: SESSION, tool_name: "read_file", tool_input: { absolute_path: "/home/dev/garden/a.ts" }, tool_response: { llmContent: "text" } }, phase: "busy" },
    { payload: { hook_event_name: "BeforeTool", session_id: SESSION, tool_name: "run_shell_command", tool_input: { command: "make" } }, phase: "busy", state: "running" },
    { payload: { hook_event_name: "Notification", session_id: SESSION, notification_type: "ToolPermission", message: "Run make?", details: {} }, phase: "waiting_permission", state: "asking_permission" },
    { payload: { hook_event_name: "AfterTool", session_id: SESSION, tool_name: "run_shell_command", tool_input: { command: "make" }, tool_response: { llmContent: "ok" } }, phase: "busy" },
    { payload: { hook_event_name: "AfterAgent", session_id: SESSION, prompt: "build it", prompt_response: "Built." }, phase: "interactable" },
    { payload: { hook_event_name: "SessionEnd", session_id: SESSION, reason: "exit" }, phase: null },
  ],
  cursor: [
    { payload: { hook_event_name: "sessionStart", conversation_id: SESSION, workspace_roots: ["/home/dev/garden"], cursor_version: "2.1", model: "m", user_email: "kim@example.org" }, phase: "interactable" },
    { payload: { hook_event_name: "beforeSubmitPrompt", conversation_id: SESSION, generation_id: "g1", workspace_roots: ["/home/dev/garden"], prompt: "build it" }, phase: "busy", state: "thinking" },
    { payload: { hook_event_name: "preToolUse", conversation_id: SESSION, generation_id: "g1", tool_name: "Write", tool_use_id: "t1", tool_input: { path: "/home/dev/garden/a.ts", contents: "x" } }, phase: "busy", state: "editing" },
    { payload: { hook_event_name: "postToolUse", conversation_id: SESSION, generation_id: "g1", tool_name: "Write", tool_use_id: "t1", tool_input: { path: "/home/dev/garden/a.ts" }, tool_output: "{\"success\":true}" }, phase: "busy" },
    { payload: { hook_event_name: "afterAgentResponse", conversation_id: SESSION, generation_id: "g1", text: "Written." } },
    { payload: { hook_event_name: "stop", conversation_id: SESSION, generation_id: "g1", status: "completed", loop_count: 0 }, phase: "interactable" },
    { payload: { hook_event_name: "sessionEnd", conversation_id: SESSION, reason: "user_close" }, phase: null },
  ],
  copilot: [
    { payload: { hook_event_name: "SessionStart", session_id: SESSION, timestamp: "2026-11-01T10:00:00.000Z", cwd: "/home/dev/garden", source: "new" }, phase: "interactable" },
    { payload: { hook_event_name: "UserPromptSubmit", session_id: SESSION, timestamp: "2026-11-01T10:00:00.000Z", cwd: "/home/dev/garden", prompt: "build it" }, phase: "busy", state: "thinking" },
    { payload: { hook_event_name: "PreToolUse", session_id: SESSION, cwd: "/home/dev/garden", tool_name: "Bash", tool_input: { command: "make" } }, phase: "busy", state: "running" },
    { payload: { hook_event_name: "Notification", session_id: SESSION, notification_type: "permission_prompt", message: "Run make?" }, phase: "waiting_permission" },
    { payload: { hook_event_name: "PostToolUse", session_id: SESSION, cwd: "/home/dev/garden", tool_name: "Bash", tool_input: { command: "make" }, tool_result: { result_type: "success", text_result_for_llm: "ok" } }, phase: "busy" },
    { payload: { hook_event_name: "Stop", session_id: SESSION, cwd: "/home/dev/garden" }, phase: "interactable" },
    { payload: { hook_event_name: "SessionEnd", session_id: SESSION, reason: "user_exit" }, phase: null },
  ],
  opencode: [
    { payload: { type: "session.created", sessionID: SESSION, directory: "/home/dev/garden", properties: {} }, phase: "interactable" },
    { payload: { type: "chat.message", sessionID: SESSION, text: "build it", properties: { messageID: "msg_1" } }, phase: "busy", state: "thinking" },
    { payload: { type: "tool.execute.before", sessionID: SESSION, properties: { tool: "bash", callID: "call_1", args: { command: "make" } } }, phase: "busy", state: "running" },
    { payload: { type: "permission.asked", sessionID: SESSION, properties: { id: "per_1", permission: "bash", patterns: ["make"], metadata: {}, tool: { messageID: "msg_1", callID: "call_1" } } }, phase: "waiting_permission" },
    { payload: { type: "tool.execute.after", sessionID: SESSION, properties: { tool: "bash", callID: "call_1", args: { command: "make" }, output: "ok" } }, phase: "busy" },
    { payload: { type: "question.asked", sessionID: SESSION, text: "Which one?", properties: { id: "q1" } }, phase: "waiting_question" },
    { payload: { type: "question.replied", sessionID: SESSION, properties: { requestID: "q1" } }, phase: "busy" },
    { payload: { type: "session.idle", sessionID: SESSION, text: "Built.", properties: {} }, phase: "interactable" },
    { payload: { type: "dispose", sessionID: SESSION, properties: {} }, phase: null },
  ],
  generic: [
    { payload: { provider: "generic", agent: "Weeder", state: "started", cwd: "/home/dev/garden" }, phase: "interactable" },
    { payload: { provider: "generic", agent: "Weeder", state: "thinking", text: "which bed first" }, phase: "busy", state: "thinking" },
    { payload: { provider: "generic", agent: "Weeder", state: "working", text: "pulling weeds" }, phase: "busy", state: "running" },
    { payload: { provider: "generic", agent: "Weeder", state: "waiting_permission", text: "cut the rose?" }, phase: "waiting_permission" },
    { payload: { provider: "generic", agent: "Weeder", state: "working", text: "cutting" }, phase: "busy" },
    { payload: { provider: "generic", agent: "Weeder", state: "waiting_question", text: "Which rose?" }, phase: "waiting_question" },
    { payload: { provider: "generic", agent: "Weeder", state: "thinking" }, phase: "busy" },
    { payload: { provider: "generic", agent: "Weeder", state: "done", text: "No weeds left." }, phase: "interactable" },
    { payload: { provider: "generic", agent: "Weeder", state: "failed", text: "The spade broke" }, phase: "interactable" },
    { payload: { provider: "generic", agent: "Weeder", state: "ended" }, phase: null },
  ],
};

function told(provider: string, steps: readonly Step[]): { events: MascotEvent[]; worlds: World[] } {
  const events: MascotEvent[] = [];
  const worlds: World[] = [];
  let world = EMPTY_WORLD;
  steps.forEach(({ payload }, n) => {
    const fresh = eventsOf(payload, { provider, collectedAt: BASE + n * 1_000, receivedAt: BASE + n * 1_000, deliveryId: `d${n}` });
    events.push(...fresh);
    for (const event of fresh) world = reduce(world, event).world;
    worlds.push(world);
  });
  return { events, worlds };
}

describe.each(Object.entries(stories))("%s", (provider, steps) => {
  const { events, worlds } = told(provider, steps);

  it("is understood, under its own name", () => {
    expect(events.filter(({ event_type }) => event_type === "schema_error")).toEqual([]);
    expect(new Set(events.map((event) => event.provider))).toEqual(new Set([provider]));
  });

  it("moves through the phases that its person sees", () => {
    steps.forEach(({ payload, phase, state }, n) => {
      const [session] = sessionsOf(worlds[n] as World);
      const [agent] = agentsOf(worlds[n] as World);
      const about = `${n}: ${JSON.stringify(payload)}`;
      if (phase !== undefined) expect(session?.phase, about).toBe(phase);
      if (state !== undefined) expect(agent?.state, about).toBe(state);
    });
  });

  it("has one mascot", () => {
    for (const world of worlds.slice(0, -1)) expect(agentsOf(world)).toHaveLength(1);
  });
});

it("a patch of several files is an edit of each of them", () => {
  const patch = "*** Begin Patch\n*** Add File: a.ts\n+x\n*** Update File: b.ts\n*** Move to: c.ts\n*** End Patch";
  expect(createProviders().understood("codex", { hook_event_name: "PreToolUse", session_id: "s", tool_name: "apply_patch", tool_input: { command: patch } })).toMatchObject({ tool_name: "MultiEdit", tool_input: { file_path: "a.ts", file_paths: ["a.ts", "b.ts", "c.ts"] } });
});

it("a tool of an MCP server is told as one", () => {
  const raw = { hook_event_name: "BeforeTool", session_id: "s", tool_name: "mcp_files_read_note", tool_input: {}, mcp_context: { server_name: "files", tool_name: "read_note" } };
  expect(createProviders().understood("gemini", raw)).toMatchObject({ tool_name: "mcp__files__read_note" });
});

it("a child session is a sub-agent of its parent's, and its end ends nothing else", () => {
  const child = { sessionID: "ses_child", parentID: SESSION, properties: {} };
  const { worlds } = told("opencode", [...(stories["opencode"] as Step[]).slice(0, 2), { payload: { ...child, type: "session.created" } }, { payload: { ...child, type: "session.idle" } }]);
  expect(agentsOf(worlds[2] as World)).toHaveLength(2);
  expect(sessionsOf(worlds[3] as World)).toMatchObject([{ session_id: SESSION, phase: "busy" }]);
  expect(agentsOf(worlds[3] as World).filter(({ role }) => role === "lead")).toHaveLength(1);
});

it("a person's mail address is not kept, not even in the raw payload", () => {
  const { events } = told("cursor", stories["cursor"] as Step[]);
  expect(JSON.stringify(events)).not.toContain("kim@example.org");
  expect(events[0]?.raw).toMatchObject({ cursor_version: "2.1" });
});

it("a reply that comes apart from the stop is recorded whole", () => {
  const { events } = told("cursor", stories["cursor"] as Step[]);
  const reply = events.find(({ event_type }) => event_type === "assistant_response");
  expect(reply?.payload).toMatchObject({ text: "Written." });
  expect(reply?.payload).not.toHaveProperty("partial");
});

describe.each(Object.keys(stories))("hostile payloads for %s", (provider) => {
  const providers = createProviders();
  const names = { hook_event_name: "PreToolUse", type: "tool.execute.before", state: "working" };
  it.each([[[]], [null], ["x"], [7], [{}], [{ ...names }], [{ ...names, session_id: 7, conversation_id: {}, sessionID: [], agent: 3 }], [{ ...names, session_id: "a\u0000b", conversation_id: "a\u0000b", sessionID: "a\u0000b", agent: "" }], [{ hook_event_name: "constructor", type: "__proto__", state: "toString", session_id: "s", conversation_id: "s", sessionID: "s", agent: "a" }]])("%j is refused with a reason", (raw) => {
    expect(providers.adapt(provider, raw)).toMatchObject({ kind: "unrecognised", provider, reason: expect.stringMatching(/./) });
  });
});

describe.each(Object.entries(stories))("whatever a payload of %s is changed to", (provider, steps) => {
  const odd = fc.oneof(fc.jsonValue({ maxDepth: 4 }), fc.constantFrom<unknown>("", "\u0000", "\ud83d", "9".repeat(400), -1, 1e308, [], {}, [[]], { toString: 1 }, "__proto__", "2026-13-45T99:99:99Z"));
  it("nothing throws, every event is valid, and a mascot can be made of it", () => {
    fc.assert(fc.property(fc.constantFrom(...steps.map(({ payload }) => payload)), fc.array(fc.tuple(fc.nat(), odd), { minLength: 1, maxLength: 3 }), (payload, changes) => {
      const keys = Object.keys(payload);
      const raw = { ...payload, ...Object.fromEntries(changes.map(([at, value]) => [keys[at % keys.length], value])) };
      const events = eventsOf(raw, { provider });
      expect(events.length).toBeGreaterThan(0);
      for (const event of events) expect(isEvent(event), JSON.stringify(isEvent.errors)).toBe(true);
      expect(() => events.reduce((world, event) => reduce(world, event).world, EMPTY_WORLD)).not.toThrow();
    }), { numRuns: 400 });
  });
});

describe("answers in the client's own form", () => {
  const providers = createProviders();
  it.each([
    ["claude", { hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "deny", permissionDecisionReason: "no port" } }],
    ["codex", { hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "deny", permissionDecisionReason: "no port" } }],
    ["gemini", { decision: "deny", reason: "no port" }],
    ["cursor", { permission: "deny", user_message: "no port", agent_message: "no port" }],
    ["copilot", { permissionDecision: "deny", permissionDecisionReason: "no port" }],
    ["opencode", undefined],
    ["generic", undefined],
  ])("%s", (provider, output) => expect(providers.denial(provider, "no port")).toEqual(output));
});
