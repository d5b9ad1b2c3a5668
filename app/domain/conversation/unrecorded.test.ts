import { describe, expect, it } from "vitest";
import type { EventType, MascotEvent } from "../../../schemas/generated/types.ts";
import { withoutContent } from "./unrecorded.ts";

const SAID = "what was said";
const event = (event_type: EventType, payload: Record<string, unknown>): MascotEvent => ({
  id: "evt_20261128_1", version: "1.1", ts: "2026-11-28T09:00:00.000Z", event_type, source: "synthetic", workspace_id: "w", terminal_session_id: "t", agent_id: "s1", payload, raw: { prompt: SAID },
});

describe("of a project that is not recorded", () => {
  it.each<[EventType, Record<string, unknown>, Record<string, unknown>]>([
    ["checkpoint_created", { trigger: "auto", prompt: SAID, open_tasks: [SAID], files: [SAID], ports: [{ id: "a", title: SAID }], failing: [SAID], notes: SAID }, { trigger: "auto" }],
    ["test_failed", { check: SAID, command: SAID, line: SAID, target: SAID, count: 2, exit_code: 1, tool_name: "Bash" }, { count: 2, exit_code: 1, tool_name: "Bash" }],
    ["quality_warning", { rule: "left_failing", explanation: SAID, check: SAID, file_path: SAID, times: 3 }, { rule: "left_failing", times: 3 }],
    ["tool_failed", { tool_name: "Bash", error_message: SAID, check: { kind: "test", outcome: "failed", name: SAID } }, { tool_name: "Bash", error_message: "", check: { kind: "test", outcome: "failed" } }],
    ["decision", { decision: "answered", about: "question", answer: SAID, target: SAID }, { decision: "answered", about: "question" }],
    ["escalation", { reason: "waiting", target: SAID, waited_ms: 5, kind: "permission" }, { reason: "waiting", waited_ms: 5, kind: "permission" }],
    ["context_loaded", { file_path: SAID, memory_type: "Project", tokens: 5 }, { memory_type: "Project", tokens: 5 }],
    ["file_edit", { file_path: SAID, target: SAID, kind: "changed", lines_added: 3, lines_removed: 1 }, { kind: "changed", lines_added: 3, lines_removed: 1 }],
    ["agent_deactivated", { reason: "turn_ended", role: "subagent", agent_name: SAID }, { reason: "turn_ended", role: "subagent" }],
  ])("%s keeps nothing that was said", (type, payload, kept) => {
    const left = withoutContent(event(type, payload));
    expect(left.payload).toEqual(kept);
    expect(JSON.stringify(left)).not.toContain(SAID);
  });
});
