/** An event and its row. What is written is what is read, up to fields that the schema does not know. */
import type { MascotEvent } from "../../schemas/generated/types.ts";
import { PORT_EVENTS } from "../domain/ports/port.ts";
import type { AppendItem } from "../parts.ts";

/** Columns bound as texts, '' for none; the order of EVENT_COLUMNS in repositories/events.ts. */
export type EventTexts = string[];

export interface EventRow {
  seq: number;
  id: string;
  version: string;
  ts: string;
  event_type: string;
  source: string;
  provider: string | null;
  workspace_id: string;
  terminal_session_id: string;
  run_id: string | null;
  session_id: string | null;
  agent_id: string;
  target_agent_id: string | null;
  task_id: string | null;
  turn_id: string | null;
  severity: string | null;
  trust: string | null;
  payload: string | null;
  thinking_text: string | null;
  raw: string | null;
}

/** Who acted in an event, for the registry. Milliseconds. */
export interface Sighting {
  agentId: string;
  provider: string | null;
  at: number;
}

/** An AppendItem turned into what SQLite takes. */
export interface PreparedItem {
  keys: string[];
  ids: string[];
  rows: EventTexts[];
  sightings: Sighting[];
  /** Of its events those that the table of ports follows. */
  portEvents: MascotEvent[];
  /** About what it adds to the file. */
  bytes: number;
}

const optional = (value: string | null | undefined): string => value ?? "";
const json = (value: unknown): string => (value === undefined ? "" : (JSON.stringify(value) ?? ""));

/** @throws TypeError for a value that is no JSON (a cycle, a BigInt) */
export function toTexts(event: MascotEvent): EventTexts {
  return [
    event.id, event.version, event.ts, event.event_type, event.source, optional(event.provider), event.workspace_id, event.terminal_session_id,
    optional(event.run_id), optional(event.session_id), event.agent_id, optional(event.target_agent_id), optional(event.task_id), optional(event.turn_id),
    optional(event.severity), optional(event.trust), json(event.payload), optional(event.thinking_text), json(event.raw),
  ];
}

export function toEvent(row: EventRow): MascotEvent {
  const event: Record<string, unknown> = {
    id: row.id, version: row.version, ts: row.ts, event_type: row.event_type, source: row.source,
    workspace_id: row.workspace_id, terminal_session_id: row.terminal_session_id, run_id: row.run_id, session_id: row.session_id, agent_id: row.agent_id,
    target_agent_id: row.target_agent_id, task_id: row.task_id, turn_id: row.turn_id, thinking_text: row.thinking_text, seq: row.seq,
  };
  if (row.provider !== null) event.provider = row.provider;
  if (row.severity !== null) event.severity = row.severity;
  if (row.trust !== null) event.trust = row.trust;
  if (row.payload !== null) event.payload = JSON.parse(row.payload);
  if (row.raw !== null) event.raw = JSON.parse(row.raw);
  return event as unknown as MascotEvent;
}

/** Events that nobody does: a broken payload has no agent, the app's own pulse is not one, and a port's session is only named. */
const NOBODY: ReadonlySet<string> = new Set(["schema_error", "heartbeat", ...PORT_EVENTS]);

/** @throws TypeError for a value that is no JSON */
export function prepareItem(item: AppendItem, now: number): PreparedItem {
  const rows = item.events.map(toTexts);
  const bytes = rows.reduce((sum, row) => row.reduce((inner, text) => inner + (text?.length ?? 0), sum), 0);
  const sightings = item.events.filter((event) => !NOBODY.has(event.event_type)).map((event) => sightingOf(event, now));
  const portEvents = item.events.filter((event) => PORT_EVENTS.has(event.event_type) && event.trust !== "unverified");
  return { keys: [...item.keys], ids: item.events.map((event) => event.id), rows, sightings, portEvents, bytes };
}

function sightingOf(event: MascotEvent, now: number): Sighting {
  const at = Date.parse(event.ts);
  return { agentId: event.agent_id, provider: event.provider ?? null, at: Number.isNaN(at) ? now : at };
}
