import type { Interaction, SessionRow } from "../../../schemas/generated/types.ts";

/** A session of the log, for tests; say only what the test is about. */
export function aSessionRow(overrides: Partial<SessionRow> = {}): SessionRow {
  return {
    session_id: "s1", provider: "claude", project: "/home/dev/garden", cwd: "/home/dev/garden", model: null, source: "startup", title: null, state: "completed", started_at: 1_000, last_at: 2_000,
    ended_at: 2_000, end_reason: null, trust: "verified", tty: null, parent_pid: null, start_time: null, fingerprint: null,
    stats: { prompts: 1, replies: 1, tool_calls: 0, failures: 0, tools: {}, files: [], input_tokens: 0, output_tokens: 0, cache_read_tokens: 0, cache_write_tokens: 0 },
    summary: null, first_prompt: "plant the beans",
    ...overrides,
  };
}

/** A prompt of the session s1, for tests; its time is its seq unless said. */
export function anInteraction(overrides: Partial<Interaction> = {}): Interaction {
  const seq = overrides.seq ?? 1;
  return {
    seq, id: `i${seq}`, user_id: "local", session_id: "s1", agent_id: "s1", role: "user", content: "plant the beans", skill_name: "user_prompt", skill_args: null, metadata: {}, turn_id: null,
    project: "/home/dev/garden", ts: seq * 1_000,
    ...overrides,
  };
}
