/** Helpers of this folder's tests. */
import type { AgentView, SessionView, Settings } from "../../schemas/generated/types.ts";
import type { Log } from "../parts.ts";

export interface LogLine {
  level: string;
  message: string;
  details?: Record<string, unknown>;
}

export function recordingLog(lines: LogLine[] = []): Log & { lines: LogLine[] } {
  const at = (level: string) => (message: string, details?: Record<string, unknown>) => void lines.push({ level, message, details });
  return { lines, debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error"), withPrefix: () => recordingLog(lines) };
}

export function agent(overrides: Partial<AgentView> = {}): AgentView {
  return {
    agent_id: "s1", session_id: "s1", provider: "claude", role: "lead", parent_agent_id: null, team_name: null, display_name: "auth-service", workspace_id: "auth-service",
    employment_type: "contractor", source: "runtime_agent", avatar_seed: 7,
    appearance: { species: 0, palette: 0, eyes: 0, mouth: 0, marks: 0, headwear: 0, carry: 0, team_color: null, badge: null, scale: "lead" },
    state: "resting", state_since: "2026-01-01T00:00:00.000Z", moment: null, failure: null, cause: null, phase: "interactable", session_state: "active", bubble: null, aliases: [],
    started_at: "2026-01-01T00:00:00.000Z", last_event_at: "2026-01-01T00:00:00.000Z", ...overrides,
  };
}

export function session(overrides: Partial<SessionView> = {}): SessionView {
  return {
    session_id: "s1", provider: "claude", workspace_id: "shop", project_dir: "/w/shop", state: "active", phase: "interactable", cause: null, failure: null, model: null, client_pid: null, tty: null, parent_pid: null,
    start_time: null, fingerprint: null, attended: true, entrypoint: "cli", title: null, started_at: "2026-01-01T00:00:00.000Z", last_event_at: "2026-01-01T00:00:00.000Z", ended_at: null, end_reason: null, waits: [],
    background_count: 0, trust: "verified", ...overrides,
  };
}

export function settings(overrides: Partial<Settings> = {}): Settings {
  return {
    version: 1, locale: "system", mascots: { visible: true, size: "M", hide_in_full_screen: true, places: {}, display: null },
    launch: { by_hooks: true, unattended: false, after_quit: "next_attended_session" }, do_not_disturb: false, login_item: false,
    memory: { enabled: true, sessions: 5 }, tracking: { mode: "off", auto_create: true, projects: {}, accepted: {} }, retention: { days: 365, megabytes: 2_000 }, ...overrides,
  };
}
