import { describe, expect, it } from "vitest";
import type { AgentRole, EventType } from "../../schemas/generated/types.ts";
import type { EventPayloads } from "./event-payloads.ts";
import { type LifeFacts, noteLife, overOf, type Proof, proofOf } from "./life.ts";
import { Story, SUB } from "./test-support.ts";

function told<T extends EventType>(type: T, payload: object, overrides: Parameters<Story["tell"]>[2] = {}) {
  return new Story().tell(type, payload as EventPayloads[T], overrides).events[0]!;
}

describe("what an event proves of its agent", () => {
  it.each<[EventType, object, AgentRole, Proof]>([
    ["session_started", { source: "resume" }, "lead", "act"],
    ["session_started", { source: "compact" }, "lead", "sign"],
    ["user_prompt", { text: "go", injected: false }, "lead", "act"],
    ["tool_started", { tool_name: "Bash" }, "lead", "act"],
    ["agent_started", {}, "subagent", "act"],
    ["compact", { stage: "start" }, "lead", "act"],
    ["compact", { stage: "end" }, "lead", "sign"],
    ["agent_activated", {}, "teammate", "act"],
    ["agent_activated", { cause_event_id: "evt_1" }, "teammate", null],
    ["tool_succeeded", { tool_name: "Bash" }, "lead", "sign"],
    ["agent_blocked", { kind: "permission" }, "lead", "sign"],
    ["task_completed", {}, "lead", "sign"],
    ["notification", { notification_type: "idle_prompt" }, "lead", "sign"],
    ["notification", { notification_type: "client_status" }, "lead", null],
    ["agent_stopped", { scope: "turn" }, "lead", "sign"],
    ["agent_stopped", { scope: "turn" }, "teammate", "sign"],
    ["agent_stopped", { scope: "agent" }, "subagent", null],
    ["assistant_response", { text: "done" }, "lead", "sign"],
    ["assistant_response", { text: "found" }, "subagent", null],
    ["session_ended", { reason: "other" }, "lead", null],
  ])("%s %j of a %s: %s", (type, payload, role, proof) => {
    expect(proofOf(told(type, payload), role)).toBe(proof);
    expect(proofOf(told(type, payload, { source: "synthetic" }), role)).toBeNull();
  });
});

describe("a session is over", () => {
  const over = (story: Story, order: (events: Story["events"]) => Story["events"] = (events) => events) => {
    const life: { -readonly [K in keyof LifeFacts]: LifeFacts[K] } = { alive: null, revived: null, ended: null, gone: null };
    for (const event of order(story.events)) noteLife(life, event, event.agent_id === story.session ? "lead" : "subagent", { t: Date.parse(event.ts), id: event.id, ts: event.ts });
    return overOf(life)?.is ?? null;
  };
  const begun = () => new Story().start().prompt();
  const gone = (story: Story) => story.tell("session_ended", { cause: "process_gone" }, { source: "synthetic" });

  it.each<[string, Story, ReturnType<typeof over>]>([
    ["while it goes on", begun(), null],
    ["with its end", begun().end(), "completed"],
    ["also when a sub-agent's stop follows", begun().end().tell("agent_stopped", { scope: "agent" }, { sub: SUB }), "completed"],
    ["also when a call's end follows", begun().call("t1").end().ends("t1"), "completed"],
    ["also when a notice, a stop or a task's end follows", begun().end().notice("idle_prompt").stop().tell("task_completed", {}), "completed"],
    ["also when a sub-agent goes on", begun().end().call("t1", "Read", { sub: SUB }), "completed"],
    ["also when its process is gone afterwards", gone(begun().end()), "completed"],
    ["until a call of its lead", begun().end().call("t1"), null],
    ["until it is resumed", begun().end().start("resume"), null],
    ["and again", begun().end().start("resume").end(), "completed"],
    ["when its process is gone", gone(begun()), "stale"],
    ["until a sign of it", gone(begun()).notice("idle_prompt"), null],
  ])("%s", (_what, story, expected) => {
    expect(over(story)).toBe(expected);
    expect(over(story, (events) => events.toReversed())).toBe(expected);
  });
});
