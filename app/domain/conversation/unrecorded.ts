/**
 * "Do not record" of a project: what stays of an event when nothing of what was said may. Who, when, which tool, how long and whether it failed: enough for the
 * mascots and for counting. Nothing of prompts, replies, thoughts, inputs, results, questions, tasks and files.
 */
import type { MascotEvent } from "../../../schemas/generated/types.ts";

/** Everything else may hold what somebody said. */
const STAYS = new Set([
  "hook_event_name", "role", "parent_agent_id", "agent_type", "parent_session_id", "cwd", "project_dir", "permission_mode", "client_pid", "client_started_at", "client_version",
  "tty", "parent_pid", "start_time", "fingerprint", "entrypoint", "attended", "lag_ms", "direct", "truncated", "raw_in", "source", "model", "reason_code", "cause", "injected", "partial", "message_id", "scope", "failed", "stop_hook_active", "phantom",
  "leaves", "kind", "tool_name", "input_digest", "tool_use_id", "tool_kind", "request_id", "how", "blocked_event_id", "mcp_server", "duration_ms", "exit_code", "interrupted", "status", "done", "total",
  "notification_type", "tool_use_ids", "client_status", "waiting_for", "dropped", "stage", "trigger", "decision", "tokens", "budget", "live_sessions",
  "port_id", "priority", "depends_on", "waits_for", "taken_from", "outcome", "span_ms", "resolved_by",
  "rule", "times", "warn_at", "waited_ms", "count", "about", "cause_event_id", "lines_added", "lines_removed", "memory_type",
]);

/** Of these the reason is a word of the client's, of others it may be a sentence. */
const REASON_IS_A_WORD = new Set(["session_ended", "agent_stopped", "agent_deactivated", "escalation"]);

export function withoutContent(event: MascotEvent): MascotEvent {
  const { thinking_text: _thoughts, raw: _raw, ...rest } = event;
  return { ...rest, payload: keptOf(event), raw: null };
}

function keptOf({ payload = {}, event_type }: MascotEvent): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(payload)) {
    if (STAYS.has(key)) kept[key] = value;
    else if (key === "check" && typeof value === "object" && value !== null) kept[key] = checkWithoutName(value);
    else if (key === "background" && Array.isArray(value)) kept[key] = value.map(taskWithoutWords);
    else if (key === "reason" && REASON_IS_A_WORD.has(event_type) && typeof value === "string" && /^[a-z_]{1,40}$/.test(value)) kept[key] = value;
  }
  // The schema asks for it.
  if (event_type === "tool_failed") kept["error_message"] = "";
  if (event_type === "user_prompt") kept["text"] = "";
  return kept;
}

/** Scripts are named by people. */
function checkWithoutName(check: object): unknown {
  const { kind, outcome } = check as Record<string, unknown>;
  return { kind, outcome };
}

function taskWithoutWords(task: unknown): unknown {
  const { id, type, status, agent_type } = (task ?? {}) as Record<string, unknown>;
  return Object.fromEntries(Object.entries({ id, type, status, agent_type }).filter(([, value]) => value !== undefined));
}
