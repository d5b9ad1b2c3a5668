/** Builders for the tests of conversation and memory. */
import type { EventType, Interaction, MascotEvent, SessionRow } from "../../../schemas/generated/types.ts";
import type { EventPayloads } from "../event-payloads.ts";

export const BASE = Date.UTC(2026, 0, 15, 9, 0, 0);

let counter = 0;

export function anEvent<T extends EventType>(event_type: T, payload: EventPayloads[T], overrides: Partial<MascotEvent> = {}): MascotEvent {
  counter++;
  return {
    id: `evt_20260115_${counter}`, version: "1.1", ts: new Date(BASE + counter * 1000).toISOString(), event_type, source: "hook", provider: "claude", workspace_id: "garden", terminal_session_id: "t1",
    session_id: "s1", agent_id: "s1", trust: "verified", turn_id: null, payload: { cwd: "/home/dev/garden", ...payload }, seq: counter, ...overrides,
  };
}

export function aRow(overrides: Partial<Interaction> = {}): Interaction {
  counter++;
  return {
    seq: counter, id: `row-${counter}`, user_id: "local", session_id: "s1", agent_id: "s1", role: "assistant", content: "", skill_name: "claude_response", skill_args: null, metadata: {}, turn_id: null,
    project: "/home/dev/garden", ts: BASE + counter * 1000, ...overrides,
  };
}

export function aSessionRow(overrides: Partial<SessionRow> = {}): SessionRow {
  return {
    session_id: "s1", provider: "claude", project: "/home/dev/garden", cwd: "/home/dev/garden", model: null, source: "startup", title: null, state: "completed", started_at: BASE, last_at: BASE + 60_000,
    ended_at: BASE + 60_000, end_reason: "prompt_input_exit", trust: "verified", tty: null, parent_pid: null, start_time: null, fingerprint: null, summary: null, first_prompt: "make the beds",
    stats: { prompts: 1, replies: 1, tool_calls: 0, failures: 0, tools: {}, files: [], input_tokens: 0, output_tokens: 0, cache_read_tokens: 0, cache_write_tokens: 0 }, ...overrides,
  };
}
