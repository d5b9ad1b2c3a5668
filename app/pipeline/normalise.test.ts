import { describe, expect, it } from "vitest";
import { MascotEvent as isEvent } from "../../schemas/generated/validators.mjs";
import type { HookMeta, MascotEvent } from "../../schemas/generated/types.ts";
import { delivery, eventsOf, recordedPayloads } from "./test-support.ts";

const types = (events: MascotEvent[]) => events.map((event) => event.event_type);
const session = "b54104bf-40c4-4ae4-b5f1-67c8c9f148b9";
const hook = (hook_event_name: string, fields: object = {}) => ({ session_id: session, cwd: "/home/dev/project", hook_event_name, ...fields });
const only = (payload: object, meta: HookMeta = {}) => {
  const events = eventsOf(payload, { meta });
  expect(events).toHaveLength(1);
  return events[0]!;
};

describe("recorded payloads of the real client", () => {
  it.each(recordedPayloads())("$from becomes valid events of a known kind", ({ payload, meta, at }) => {
    const events = eventsOf(payload, { meta, collectedAt: at });
    for (const event of events) expect(isEvent(event), JSON.stringify(isEvent.errors)).toBe(true);
    expect(types(events)).not.toContain("schema_error");
    expect(new Set(events.map((event) => event.id)).size).toBe(events.length);
    expect(events[0]!.raw).toEqual(payload);
  });
});

describe("the mapping of specification 1 §6", () => {
  it("SubagentStart as the specification writes it is the start of team/name", () => {
    const event = only({
      hook_type: "SubagentStart", session_id: "s1", agent_name: "worker-01", agent_type: "coder", team_name: "my-team", prompt: "build it", parent_session_id: "s0",
      _meta: { workspace_id: "my-project", terminal_session_id: "term_abc123", collected_at: "2026-02-20T15:00:00.000Z", forwarder_version: "2.0.0" },
    });
    expect(event).toMatchObject({
      event_type: "agent_started", agent_id: "my-team/worker-01", session_id: "s1", workspace_id: "my-project", terminal_session_id: "term_abc123", version: "1.1", source: "hook",
      payload: { agent_name: "worker-01", team_name: "my-team", prompt: "build it", parent_session_id: "s0", role: "teammate" },
    });
  });

  it("its curl example needs nothing but a team and a name", () => {
    const event = only({ hook_type: "SubagentStart", session_id: "test", agent_name: "test-agent", team_name: "test-project", _meta: { workspace_id: "test-project" } });
    expect(event).toMatchObject({ event_type: "agent_started", agent_id: "test-project/test-agent", workspace_id: "test-project" });
    expect(event.terminal_session_id).not.toBe("");
  });

  it("the team's leader is team/leader", () => {
    expect(only({ hook_type: "PreToolUse", session_id: "s", team_name: "my-team", agent_name: "leader", tool_name: "Read", tool_input: {} }).agent_id).toBe("my-team/leader");
  });

  it("SubagentStop with a result", () => {
    expect(only({ hook_type: "SubagentStop", session_id: "s", agent_name: "w", team_name: "t", result: "done" })).toMatchObject({
      event_type: "agent_stopped", agent_id: "t/w", payload: { scope: "agent", result: "done", agent_name: "w" },
    });
  });

  it("tool_result of the specification is the tool's output", () => {
    expect(only({ hook_type: "PostToolUse", session_id: "s", tool_name: "Bash", tool_input: { command: "ls" }, tool_result: "a b" })).toMatchObject({
      event_type: "tool_succeeded", payload: { tool_name: "Bash", output: "a b" },
    });
  });

  it("PostToolUse with an error is a failure with its exit code", () => {
    const failed = { hook_type: "PostToolUse", session_id: "s", tool_name: "Bash", tool_input: { command: "false" } };
    expect(only({ ...failed, error: "Exit code 2\nno such file" })).toMatchObject({
      event_type: "tool_failed", severity: "warn", payload: { tool_name: "Bash", exit_code: 2, error_message: "Exit code 2\nno such file" },
    });
    expect(only({ ...failed, error: "no permission" }).payload).toMatchObject({ exit_code: null, error_message: "no permission" });
    expect(only({ ...failed, error: "broken", exit_code: 7 }).payload).toMatchObject({ exit_code: 7 });
    expect(only({ ...failed, error: { message: "typed" } }).payload).toMatchObject({ error_message: "typed" });
    expect(only({ ...failed, error: "" }).event_type).toBe("tool_succeeded");
  });

  it.each([["info", "info"], ["warning", "warn"], ["warn", "warn"], ["error", "error"], [undefined, "info"]])("a notification of level %s has severity %s", (level, severity) => {
    expect(only({ hook_type: "Notification", session_id: "s", message: "hello", level })).toMatchObject({ event_type: "notification", severity, payload: { message: "hello", level: severity } });
  });

  it("Stop ends a turn with its reason and summary, and nobody leaves", () => {
    expect(only({ hook_type: "Stop", session_id: "s", reason: "end_turn", summary: "all done" })).toMatchObject({
      event_type: "agent_stopped", agent_id: "s", payload: { scope: "turn", reason: "end_turn", summary: "all done" },
    });
  });

  it.each([
    ["session-start", "session_started"], ["session-end", "session_ended"], ["pre-compact", "compact"], ["user-prompt", "user_prompt"], ["stop", "agent_stopped"],
    ["notification", "notification"], ["SESSION_START", "session_started"],
  ])("the spelling %s is understood", (hook_type, type) => {
    expect(only({ hook_type, session_id: "s", cwd: "/test" }).event_type).toBe(type);
  });

  it("a payload without a session belongs to its terminal (specification 2)", () => {
    const event = only({ hook_type: "pre-tool-use", tool_name: "Edit" }, { client_pid: 42 });
    expect(event).toMatchObject({ event_type: "tool_started", session_id: null, terminal_session_id: "pid-42", agent_id: "terminal:pid-42" });
  });
});

describe("the team's semantics (specification 1 §6.1)", () => {
  const call = (tool_name: string, tool_input: object) => eventsOf(hook("PreToolUse", { tool_name, tool_input, tool_use_id: "toolu_1" }));

  it("TaskCreate names its task after the call until TaskCreated does", () => {
    const [started, created] = call("TaskCreate", { subject: "Write the parser", description: "of hook payloads" });
    expect(started!.event_type).toBe("tool_started");
    expect(created).toMatchObject({ event_type: "task_created", task_id: "pending:toolu_1", payload: { subject: "Write the parser", tool_use_id: "toolu_1" } });
    expect(only(hook("TaskCreated", { task_id: "1", task_subject: "Write the parser" }))).toMatchObject({ event_type: "task_created", task_id: "1" });
  });

  it.each([
    ["completed", "task_completed"], ["in_progress", "task_started"], ["failed", "task_failed"], ["deleted", "task_failed"], ["pending", "task_progress"], ["__proto__", "task_progress"],
  ])("TaskUpdate to %s is %s", (status, type) => {
    expect(call("TaskUpdate", { taskId: "7", status })[1]).toMatchObject({ event_type: type, task_id: "7", payload: { status } });
  });

  it("SendMessage and other tools stand for nothing more", () => {
    expect(types(call("SendMessage", { to: "worker", message: "hi" }))).toEqual(["tool_started"]);
    expect(types(call("Bash", { command: "ls" }))).toEqual(["tool_started"]);
  });

  it("TodoWrite is progress", () => {
    const todos = [{ content: "a", status: "completed", activeForm: "Doing a" }, { content: "b", status: "in_progress", activeForm: "Doing b" }, { content: "c", status: "pending" }];
    expect(call("TodoWrite", { todos })[1]).toMatchObject({ event_type: "task_progress", payload: { done: 1, total: 3, subject: "Doing b" } });
  });

  it.each([["completed", "task_completed"], ["failed", "task_failed"], ["killed", "task_failed"]])("a background task's note with status %s is %s, and not a person's prompt", (status, type) => {
    const prompt = `<task-notification>\n<task-id>t9</task-id>\n<tool-use-id>toolu_5</tool-use-id>\n<status>${status}</status>\n<summary>Agent done</summary>\n</task-notification>`;
    const [first, second] = eventsOf(hook("UserPromptSubmit", { prompt }));
    expect(first).toMatchObject({ event_type: "user_prompt", payload: { injected: true } });
    expect(second).toMatchObject({ event_type: type, task_id: "t9", payload: { tool_use_id: "toolu_5" } });
  });
});

describe("thinking text (specification 1 §6.2)", () => {
  it.each([["PostToolUse", "thinking"], ["PostToolUse", "extended_thinking"], ["Notification", "thinking"], ["Notification", "extended_thinking"]])("%s.%s is kept", (name, field) => {
    expect(only(hook(name, { tool_name: "Bash", tool_input: {}, message: "m", [field]: "Let me see" })).thinking_text).toBe("Let me see");
  });

  it("is absent otherwise", () => {
    expect(only(hook("PostToolUse", { tool_name: "Bash", tool_input: {} })).thinking_text).toBeUndefined();
  });
});

describe("who acts", () => {
  it("a sub-agent is session:agent, its lead stays the session", () => {
    expect(only(hook("SubagentStart", { agent_id: "af94a2b129df5a77b", agent_type: "Explore" }))).toMatchObject({ agent_id: `${session}:af94a2b129df5a77b`, payload: { role: "subagent", agent_type: "Explore" } });
    expect(only(hook("PreToolUse", { tool_name: "Read", tool_input: {} })).agent_id).toBe(session);
  });

  it("agent_type alone, as --agent gives it, is still the lead (contract §15.18)", () => {
    expect(only(hook("PreToolUse", { tool_name: "Read", tool_input: {}, agent_type: "helper" }))).toMatchObject({ agent_id: session, payload: { agent_type: "helper" } });
  });

  it("A1: a stop with an empty agent type is marked as a phantom", () => {
    expect(only(hook("SubagentStop", { agent_id: "adc5ff60b4236b46e", agent_type: "" })).payload).toMatchObject({ phantom: true, scope: "agent" });
  });

  it("A7: a Stop that carries an agent_id is about that agent only", () => {
    expect(only(hook("Stop", { agent_id: "a1" })).agent_id).toBe(`${session}:a1`);
  });
});

describe("waits", () => {
  const request = (tool_name: string, tool_input: object = {}) => hook("PermissionRequest", { tool_name, tool_input });

  it.each([["Bash", "permission"], ["AskUserQuestion", "question"], ["ExitPlanMode", "plan"]])("a request for %s is a wait of kind %s", (tool, kind) => {
    expect(only(request(tool))).toMatchObject({ event_type: "agent_blocked", severity: "warn", payload: { kind, tool_name: tool } });
  });

  it("tells the question in words", () => {
    expect(only(request("AskUserQuestion", { questions: [{ question: "Which framework?" }] })).payload).toMatchObject({ text: "Which framework?" });
  });

  it("pairs with its call by the digest of the input (contract §15.6)", () => {
    const input = { command: "touch x", description: "Create" };
    const asked = only(request("Bash", input)).payload;
    const called = only(hook("PreToolUse", { tool_name: "Bash", tool_input: { description: "Create", command: "touch x" }, tool_use_id: "toolu_2" })).payload;
    expect(asked!.input_digest).toBe(called!.input_digest);
  });

  it("of an unattended run is logged and marked", () => {
    expect(only(request("Bash"), { attended: false })).toMatchObject({ severity: "info", payload: { attended: false } });
    expect(only(request("Bash"), { entrypoint: "sdk-cli" }).payload).toMatchObject({ attended: false });
    expect(only(request("Bash"), { attended: true }).payload).toMatchObject({ attended: true });
  });

  it("an elicitation is a question until its result", () => {
    const asked = only(hook("Elicitation", { mcp_server_name: "demo", message: "Your name?" }));
    const answered = only(hook("ElicitationResult", { mcp_server_name: "demo", action: "accept" }));
    expect(asked).toMatchObject({ event_type: "agent_blocked", payload: { kind: "question", text: "Your name?" } });
    expect(answered).toMatchObject({ event_type: "agent_unblocked", payload: { how: "answered", answer: "accept", request_id: asked.payload!.request_id } });
  });
});

describe("ends of turns", () => {
  it("Stop keeps what still runs, and the reply becomes an event of its own", () => {
    const events = eventsOf(hook("Stop", { last_assistant_message: "Done.", background_tasks: [{ id: "t1", type: "subagent", status: "running", description: "look", command: "secret" }] }));
    expect(types(events)).toEqual(["agent_stopped", "assistant_response"]);
    expect(events[0]!.payload).toMatchObject({ scope: "turn", background: [{ id: "t1", type: "subagent", status: "running" }] });
    expect(events[1]!.payload).toMatchObject({ text: "Done.", raw_in: events[0]!.id });
    expect(events[1]!.raw).toBeUndefined();
  });

  it.each([["rate_limit", "rate_limit"], ["authentication_failed", "auth"], ["server_error", "server"], ["overloaded", "overloaded"], ["billing_error", "billing"], ["max_output_tokens", "limit"],
    ["model_not_found", "invalid"], ["unknown", "unknown"], ["something_new", "unknown"]])("StopFailure %s is a failure of kind %s", (error, failed) => {
    expect(only(hook("StopFailure", { error, last_assistant_message: "API Error" }))).toMatchObject({ event_type: "agent_stopped", severity: "error", payload: { scope: "turn", failed, error_message: "API Error" } });
  });

  it("SessionEnd ends the session with its reason", () => {
    expect(only(hook("SessionEnd", { reason: "clear" }))).toMatchObject({ event_type: "session_ended", payload: { reason: "clear" } });
  });
});

describe("the rest", () => {
  it("an edit that succeeded is a file_edit, too", () => {
    const events = eventsOf(hook("PostToolUse", { tool_name: "Write", tool_input: { file_path: "/p/a.ts", content: "x" }, tool_response: {}, tool_use_id: "toolu_3" }));
    expect(types(events)).toEqual(["tool_succeeded", "file_edit"]);
    expect(events[1]!.payload).toMatchObject({ file_path: "/p/a.ts", tool_use_id: "toolu_3" });
  });

  it.each(["MessageDisplay", "PostToolBatch", "ConfigChange", "CwdChanged", "FileChanged", "UserPromptExpansion"])("%s is kept quietly", (name) => {
    expect(only(hook(name)).severity).toBe("debug");
  });

  it("missing workspace and terminal are filled from what is known", () => {
    expect(only(hook("Stop"))).toMatchObject({ workspace_id: "project", terminal_session_id: session });
    expect(only(hook("Stop"), { project_dir: "/srv/app", client_pid: 12 })).toMatchObject({ workspace_id: "app", terminal_session_id: "pid-12", run_id: "pid-12" });
    expect(only({ ...hook("Stop"), _meta: { workspace_id: "own" } }, { workspace_id: "other" }).workspace_id).toBe("own");
  });

  it("the same delivery always gets the same ids", () => {
    const events = () => eventsOf(hook("Stop", { last_assistant_message: "x" }), { deliveryId: "lz1-77-ab" }).map((event) => event.id);
    expect(events()).toEqual(["evt_20261128_lz1-77-ab", "evt_20261128_lz1-77-ab-1"]);
    expect(events()).toEqual(events());
  });

  it("says how late it came", () => {
    const { collectedAt } = delivery({});
    expect(eventsOf(hook("Stop"), { receivedAt: collectedAt + 90_000 })[0]!.payload).toMatchObject({ lag_ms: 90_000 });
  });
});
