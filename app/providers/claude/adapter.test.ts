import { describe, expect, it } from "vitest";
import { HOOK_EVENT_NAMES } from "../../../schemas/generated/types.ts";
import { recordedPayloads } from "../../pipeline/test-support.ts";
import { adapter } from "./adapter.ts";

const adapt = (raw: unknown) => adapter.adapt(raw);
const minimal = { tool_name: "Bash", task_id: "1", prompt: "hi" };

describe("names of events", () => {
  it.each(HOOK_EVENT_NAMES)("%s is understood with little more than its name", (hook_event_name) => {
    expect(adapt({ ...minimal, session_id: "s", hook_event_name })).toMatchObject({ kind: "payload", payload: { hook_event_name } });
  });

  it("takes hook_type beside hook_event_name, and the client's name first", () => {
    expect(adapt({ hook_type: "Stop" })).toMatchObject({ payload: { hook_event_name: "Stop" } });
    expect(adapt({ hook_type: "Stop", hook_event_name: "SessionEnd" })).toMatchObject({ payload: { hook_event_name: "SessionEnd" } });
  });

  it.each(["FutureEvent", "", "constructor", "toString", "__proto__", "x".repeat(1_000_000)])("an unknown event is unrecognised and named: %#", (name) => {
    const adapted = adapt({ session_id: "s", hook_event_name: name });
    expect(adapted).toMatchObject({ kind: "unrecognised", provider: "claude", foreign: false });
    expect((adapted as { reason: string }).reason.length).toBeLessThan(120);
  });
});

describe("shapes", () => {
  it.each([[[]], [null], ["x"], [3], [true], [{}], [[{ hook_event_name: "Stop" }]]])("%j is unrecognised with a reason", (raw) => {
    expect(adapt(raw)).toMatchObject({ kind: "unrecognised", reason: expect.stringMatching(/not an object|no hook_event_name/) });
  });

  it("ids of a wrong type are refused, since events could not be told apart by them", () => {
    for (const field of ["session_id", "agent_id", "tool_use_id", "prompt_id"]) {
      for (const value of [7, {}, ["a"], true, "a\u0000b", "x".repeat(300)]) {
        expect(adapt({ hook_event_name: "PreToolUse", tool_name: "Bash", [field]: value })).toMatchObject({ kind: "unrecognised", at: `/${field}` });
      }
    }
  });

  it("null and empty ids are absent ids", () => {
    const adapted = adapt({ hook_event_name: "Stop", session_id: "", agent_id: null, team_name: null, last_assistant_message: null });
    expect(adapted).toEqual({ kind: "payload", provider: "claude", payload: { hook_event_name: "Stop" } });
  });

  it("a strange session id is a name like any other", () => {
    expect(adapt({ hook_event_name: "Stop", session_id: "../../x" })).toMatchObject({ payload: { session_id: "../../x" } });
  });

  it("any other field of a wrong type is left out and the event stays", () => {
    const adapted = adapt({ hook_event_name: "PostToolUse", session_id: "s", tool_name: "Bash", duration_ms: "5", cwd: 3, effort: "high", permission_mode: {} });
    expect(adapted).toEqual({ kind: "payload", provider: "claude", payload: { hook_event_name: "PostToolUse", session_id: "s", tool_name: "Bash" } });
  });

  it("what an event is about must be there", () => {
    expect(adapt({ hook_event_name: "PreToolUse", session_id: "s" })).toMatchObject({ kind: "unrecognised", reason: expect.stringContaining("tool_name") });
    expect(adapt({ hook_event_name: "PreToolUse", session_id: "s", tool_name: 5 })).toMatchObject({ kind: "unrecognised" });
    expect(adapt({ hook_event_name: "TaskCreated", session_id: "s" })).toMatchObject({ kind: "unrecognised" });
  });

  it("does not change what it was given", () => {
    for (const { payload } of recordedPayloads()) {
      const before = JSON.stringify(payload);
      adapt(payload);
      expect(JSON.stringify(payload)).toBe(before);
    }
  });
});
