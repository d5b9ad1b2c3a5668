/** Rows of the outbox as rows of the central tables, with no more in them than the person chose for the project. */
import type { MascotEvent, PostgresShare } from "../../../schemas/generated/types.ts";
import type { OutboxItem } from "../../bridges-parts.ts";
import { knownUuidOf, uuidOf } from "./uuid.ts";

export interface Sender {
  /** Of this home, at random, made once. */
  machineId: string;
  machine: string;
  member: string;
}

export type CentralRow = { kind: "event" | "interaction" | "session"; month: string | null; values: Record<string, string | number | null> };

const ISO = (ms: number): string => new Date(ms).toISOString();
/** PostgreSQL takes no NUL in a text, and JSON no half of a pair. */
const BROKEN = /\u0000|\p{Surrogate}/u;
const clean = (text: string): string => (BROKEN.test(text) ? text.replaceAll("\u0000", "").replaceAll(/\p{Surrogate}/gu, "\ufffd") : text);
/** What JSON writes for what PostgreSQL does not take. */
const UNTAKEN = /\\u(?:0000|d[89a-f])/i;
const json = (value: unknown): string => {
  const written = JSON.stringify(value) ?? "null";
  // Looked at once it is written: asking for each text of each row would cost more than all the rest.
  return UNTAKEN.test(written) ? (JSON.stringify(value, (_key, inner: unknown) => (typeof inner === "string" ? clean(inner) : inner)) ?? "null") : written;
};
const text = (value: string | null | undefined): string | null => (value === null || value === undefined ? null : clean(value));
/** The folder's own name: the way to it tells of the computer, not of the work. */
const nameOf = (project: string): string => clean(project.split(/[\\/]/).filter((part) => part !== "").at(-1) ?? "");

/** Of a payload that leaves as metadata: kinds and figures, no words. */
const FIGURES = ["tool_name", "tool_kind", "duration_ms", "exit_code", "scope", "kind", "model", "source", "decision", "failed", "stage", "trigger", "role", "done", "total", "times", "count", "tokens", "budget", "partial", "injected", "lines_added", "lines_removed"];
const SPOKEN: ReadonlySet<string> = new Set(["user_prompt", "assistant_response"]);
const OF_METADATA = ["ok", "denied", "duration_ms", "model", "injected", "told_by"];

/** @returns null for what has nothing to carry */
export function rowOf(item: OutboxItem, share: PostgresShare, sender: Sender): CentralRow | null {
  switch (item.kind) {
    case "event": return eventRow(item.event, item.project, share, sender);
    case "interaction": return interactionRow(item.interaction, share, sender);
    case "session": return sessionRow(item.session, share, sender);
    case "gone": return null;
  }
}

function eventRow(event: MascotEvent, project: string, share: PostgresShare, { machineId, member }: Sender): CentralRow {
  const at = new Date(event.ts).toISOString();
  const payload = (event.payload ?? {}) as Record<string, unknown>;
  const told = share === "all" ? payload : { ...picked(payload, FIGURES), ...(share === "text" && SPOKEN.has(event.event_type) ? picked(payload, ["text"]) : {}) };
  return {
    kind: "event", month: at.slice(0, 7),
    values: {
      id: uuidOf(machineId, "event", event.id), at, event_id: event.id, event_type: event.event_type, source: event.source, provider: text(event.provider), session_id: text(event.session_id), agent: clean(event.agent_id),
      turn_id: text(event.turn_id), severity: text(event.severity), machine_id: machineId, member: clean(member), project: nameOf(project), payload: json(told),
    },
  };
}

function interactionRow(interaction: Extract<OutboxItem, { kind: "interaction" }>["interaction"], share: PostgresShare, { machineId, member }: Sender): CentralRow {
  const { id, ts, session_id, agent_id, role, content, skill_name, skill_args, metadata, project, turn_id } = interaction;
  const spoken = skill_name === "user_prompt" || skill_name === "claude_response";
  const at = ISO(ts);
  return {
    kind: "interaction", month: at.slice(0, 7),
    values: {
      id: uuidOf(machineId, "interaction", id), at, user_id: userOf(machineId), session_id: clean(session_id), agent_id: knownUuidOf(machineId, "agent", agent_id), role,
      content: share === "all" || (share === "text" && spoken) ? clean(content) : "", skill_name: clean(skill_name), skill_args: share === "all" && skill_args !== null ? json(skill_args) : null,
      metadata: json({ ...(share === "all" ? metadata : picked(metadata as Record<string, unknown>, OF_METADATA)), length: content.length }),
      machine_id: machineId, member: clean(member), project: nameOf(project), turn_id: text(turn_id),
    },
  };
}

function sessionRow(session: Extract<OutboxItem, { kind: "session" }>["session"], share: PostgresShare, { machineId, machine, member }: Sender): CentralRow {
  const { stats } = session;
  return {
    kind: "session", month: null,
    values: {
      id: uuidOf(machineId, "session", session.session_id), session_id: clean(session.session_id), user_id: userOf(machineId), machine_id: machineId, machine: clean(machine), member: clean(member), provider: clean(session.provider),
      project: nameOf(session.project), state: session.state, started_at: ISO(session.started_at), last_at: ISO(session.last_at), ended_at: session.ended_at === null ? null : ISO(session.ended_at), end_reason: text(session.end_reason),
      title: share === "metadata" ? null : text(session.title ?? session.first_prompt), model: text(session.model), prompts: stats.prompts, replies: stats.replies, tool_calls: stats.tool_calls, failures: stats.failures,
      input_tokens: stats.input_tokens, output_tokens: stats.output_tokens,
    },
  };
}

/** One person a home, as far as anybody can tell (specification 3: a default). */
const userOf = (machineId: string): string => knownUuidOf(machineId, "user");

function picked(values: Record<string, unknown>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.filter((name) => values[name] !== undefined).map((name) => [name, values[name]]));
}
