import type { AgentView, SessionView } from "../../../schemas/generated/types.ts";

/** An agent at rest, for tests; say only what the test is about. */
export function anAgent(overrides: Partial<AgentView> = {}): AgentView {
  return {
    agent_id: "s1", session_id: "s1", provider: "claude", role: "lead", parent_agent_id: null, team_name: null, display_name: "garden",
    workspace_id: "garden", employment_type: "contractor", source: "runtime_agent", avatar_seed: 7,
    appearance: { species: 0, palette: 0, eyes: 0, mouth: 0, marks: 0, headwear: 0, carry: 0, team_color: null, badge: null, scale: "lead" },
    state: "resting", state_since: "2026-01-01T00:00:00.000Z", moment: null, failure: null, cause: null, phase: "interactable", session_state: "active",
    bubble: null, aliases: [], started_at: "2026-01-01T00:00:00.000Z", last_event_at: "2026-01-01T00:00:00.000Z",
    ...overrides,
  };
}

/** An active session, for tests. */
export function aSession(overrides: Partial<SessionView> = {}): SessionView {
  return {
    session_id: "s1", provider: "claude", workspace_id: "garden", project_dir: "/home/dev/garden", state: "active", phase: "interactable", cause: null, failure: null,
    model: null, client_pid: null, tty: null, parent_pid: null, start_time: null, fingerprint: null, attended: true, entrypoint: "cli", title: null, started_at: "2026-01-01T00:00:00.000Z", last_event_at: "2026-01-01T00:00:00.000Z",
    ended_at: null, end_reason: null, waits: [], background_count: 0, trust: "verified",
    ...overrides,
  };
}
