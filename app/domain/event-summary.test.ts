import { describe, expect, it } from "vitest";
import { EVENT_TYPES, type EventType, type MascotEvent } from "../../schemas/generated/types.ts";
import { eventsOf, recordedTurn, turnNames } from "../pipeline/test-support.ts";
import { summaryOf } from "./event-summary.ts";
import { sessionEventOf, sessionEventText } from "./session-event.ts";

const told = (event_type: EventType, payload: Record<string, unknown> = {}, fields: Partial<MascotEvent> = {}): MascotEvent => ({
  id: "evt_20261128_1", version: "1.1", ts: "2026-11-28T09:00:00.000Z", event_type, source: "hook", workspace_id: "w", terminal_session_id: "t", session_id: "s1", agent_id: "s1", payload, ...fields,
});

describe("an event in one line", () => {
  it.each<[EventType, Record<string, unknown>, string]>([
    ["tool_started", { tool_name: "Edit", target: "bed.ts" }, "Edit began: bed.ts"],
    ["agent_stopped", { scope: "agent", reason: "interrupted" }, "The agent was stopped by the person"],
    ["tool_failed", { tool_name: "Bash", interrupted: true }, "Bash was stopped by the person"],
    ["tool_failed", { tool_name: "Bash", target: "npm test", error_message: "Exit code 1\nboom" }, "Bash failed: npm test (Exit code 1 boom)"],
    ["user_prompt", { text: "Plant  the\nbeans" }, "The person asked: Plant the beans"],
    ["user_prompt", { text: "done", injected: true }, "The client told: done"],
    ["agent_blocked", { kind: "permission", tool_name: "Bash", target: "make" }, "The person is asked to allow Bash: make"],
    ["agent_blocked", { kind: "plan" }, "The person is asked to approve a plan"],
    ["agent_stopped", { scope: "turn", background: [{ id: "b" }] }, "The agent ended its turn; still running: 1"],
    ["agent_stopped", { scope: "turn", failed: "rate_limit" }, "The agent's turn failed: rate limit"],
    ["session_started", { source: "resume" }, "Session began (resume)"],
    ["session_ended", { cause: "process_gone" }, "Session ended: its client is gone"],
    ["port_ended", { port_id: "beans", outcome: "completed", span_ms: 5_400_000 }, "Port beans ended (completed) after 1.5 h"],
    ["dependency_resolved", { port_id: "soup", resolved_by: "beans" }, "Nothing holds up port soup any more: beans ended"],
    ["edit_blocked", { target: "bed.ts", cause: "no_port" }, "Edit refused: bed.ts (no port runs)"],
    ["test_failed", { check: "vitest", count: 2 }, "Tests failed: vitest, 2 failures"],
    ["file_edit", { kind: "created", file_path: "/w/bed.ts", lines_added: 3 }, "File created: /w/bed.ts (+3 −0)"],
    ["context_overflow", { tokens: 180_000, budget: 200_000 }, "The context is too full: 180000 tokens of 200000"],
    ["escalation", { reason: "waiting", waited_ms: 125_000 }, "The person is needed and has not come for 2 min"],
    ["notification", { notification_type: "spool_gap", dropped: 12 }, "Events were lost: 12"],
  ])("%s %j: %s", (type, payload, line) => expect(summaryOf(told(type, payload))).toBe(line));

  it("sub-agents and teammates are named, and never by a bare id", () => {
    const sub = { agent_id: "s1:a6502c30ffe692914" };
    expect(summaryOf(told("agent_started", { role: "subagent", agent_type: "Explore", description: "Look around" }, sub))).toBe("Sub-agent Explore began: Look around");
    expect(summaryOf(told("agent_stopped", { role: "teammate", agent_name: "researcher", scope: "agent" }, sub))).toBe("Teammate researcher ended its work");
    expect(summaryOf(told("agent_stopped", { role: "subagent", scope: "agent" }, sub))).toBe("Sub-agent ended its work");
  });

  it.each(EVENT_TYPES)("%s has words of its own also when it tells nothing, or nonsense", (type) => {
    for (const payload of [undefined, {}, { text: 5, target: {}, message: "", reason: null, tool_name: "" }]) {
      const line = summaryOf({ ...told(type), payload: payload as Record<string, unknown> });
      expect(line).toMatch(/^\S(?:.*\S)?$/);
      expect(line).not.toMatch(/undefined|null|\[object|NaN/);
    }
  });

  it("everything that was recorded of the real client is one readable line", () => {
    for (const event of turnNames().flatMap(recordedTurn).flatMap(({ payload, meta }) => eventsOf(payload, { meta }))) {
      const { summary } = sessionEventOf(event);
      expect(summary.length).toBeLessThanOrEqual(200);
      expect(summary, JSON.stringify(event.payload)).toMatch(/^[^\p{Cc}\p{Cf}]+$/u);
      expect(summary).not.toMatch(/undefined|\[object|NaN/);
    }
  });

  it("texts of any length and kind end within the line, whole characters only, and steer no terminal", () => {
    for (const text of ["x".repeat(1e6), "🌱".repeat(5_000), "\u001b[2J\u0007a\u202eb\u2028c", `${"y".repeat(118)}🌱🌱`]) {
      const line = summaryOf(told("user_prompt", { text }));
      expect(line.length).toBeLessThanOrEqual(200);
      expect(line).not.toMatch(/[\p{Cc}\p{Cf}\u2028]|[\ud800-\udbff](?![\udc00-\udfff])/u);
    }
  });
});

describe("as the stream tells it", () => {
  it("its text is the same event, each field once", () => {
    const some = [told("heartbeat"), told("session_started", { source: "startup" }), told("port_started", { port_id: "beans" }, { session_id: null, severity: "error" }), told("user_prompt", undefined), { ...told("compact"), payload: undefined as never }];
    for (const event of [...some, ...turnNames().flatMap(recordedTurn).flatMap(({ payload, meta }) => eventsOf(payload, { meta }))]) {
      const text = sessionEventText(event);
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(sessionEventOf(event))));
      expect(text.length).toBe(JSON.stringify(JSON.parse(text)).length);
    }
  });

  it("with who, where and in which turn beside the payload; neither raw nor thoughts", () => {
    const event = told("tool_started", { tool_name: "Bash" }, { provider: "claude", trust: "verified", turn_id: "p1", severity: "debug", raw: { a: 1 }, thinking_text: "hm", target_agent_id: null });
    expect(sessionEventOf(event)).toEqual({
      id: "evt_20261128_1", session_id: "s1", event_type: "tool_started", summary: "Bash began", severity: "info", created_at: "2026-11-28T09:00:00.000Z",
      details: { agent_id: "s1", workspace_id: "w", provider: "claude", source: "hook", trust: "verified", turn_id: "p1", tool_name: "Bash" },
    });
  });

  it("a port's event names it, an event of the app itself has no session", () => {
    expect(sessionEventOf(told("port_started", { port_id: "beans", project_dir: "/w" }, { session_id: null }))).toMatchObject({ port_id: "beans", session_id: "" });
    expect(sessionEventOf(told("heartbeat"))).not.toHaveProperty("port_id");
  });
});
