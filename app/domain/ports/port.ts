/**
 * A port as events make it. The table and the memory of the app are both this function over the log, so that they never differ.
 *
 * ```
 *  port_created ─► ready ──port_started──► running ──port_ended (done)────► done    ─┐
 *                    ▲                        │ └────port_ended (dropped)─► dropped ─┤
 *                    └──port_ended (paused)───┘ ◄────────port_started────────────────┘
 * ```
 */
import type { MascotEvent, PortOutcome, PortPriority, PortState } from "../../../schemas/generated/types.ts";
import type { PortCreatedPayload, PortEndedPayload, PortPayload } from "../event-payloads.ts";

export interface PortRecord {
  project: string;
  id: string;
  title: string;
  state: PortState;
  /** Of a running or ended one; null: it counts for the whole project. */
  session_id: string | null;
  priority: PortPriority;
  depends_on: string[];
  /** Of the spans that ended. */
  spent_ms: number;
  /** By the wall clock, moved along when that is set anew. */
  running_since: number | null;
  created_at: number;
  started_at: number | null;
  ended_at: number | null;
  /** Of the last event that it followed. */
  seq: number;
  /** Up to here the log was read for files that it touched. */
  noted_seq: number;
}

export const PORT_EVENTS: ReadonlySet<string> = new Set(["port_created", "port_started", "port_ended", "dependency_resolved"]);

const STATE_AFTER: Record<PortOutcome, PortState> = { done: "done", dropped: "dropped", paused: "ready" };

/** Which port a port's event is about. @returns null for one that names none */
export function portRefOf({ payload }: MascotEvent): { project: string; id: string } | null {
  const { project_dir: project, port_id: id } = (payload ?? {}) as Partial<PortPayload>;
  return typeof project === "string" && typeof id === "string" ? { project, id } : null;
}

/**
 * @param port what was known of the one that the event names; null for none
 * @param event with its seq: heard again it changes nothing
 * @returns the same object when nothing changed
 */
export function portAfter(port: PortRecord | null, event: MascotEvent): PortRecord | null {
  const at = Date.parse(event.ts);
  const seq = event.seq ?? 0;
  if (port !== null && seq <= port.seq) return port;
  const after = stepped(port, event, at);
  return after === null || after === port ? after : { ...after, seq };
}

function stepped(port: PortRecord | null, event: MascotEvent, at: number): PortRecord | null {
  if (event.event_type === "port_created") return port ?? newPort(event.payload as unknown as PortCreatedPayload, at);
  if (event.event_type === "port_started") return started(port ?? newPort(event.payload as unknown as PortCreatedPayload, at), event, at);
  if (event.event_type === "port_ended" && port !== null) return ended(port, event.payload as unknown as PortEndedPayload, at);
  return port;
}

function newPort({ port_id: id, project_dir: project, title, priority, depends_on }: PortCreatedPayload, at: number): PortRecord {
  return {
    project, id, title: title ?? id, state: "ready", session_id: null, priority: priority ?? "normal", depends_on: depends_on ?? [],
    spent_ms: 0, running_since: null, created_at: at, started_at: null, ended_at: null, seq: 0, noted_seq: 0,
  };
}

/** Of one that runs already only the session changes: its span goes on. */
function started(port: PortRecord, event: MascotEvent, at: number): PortRecord {
  const session_id = event.session_id ?? null;
  if (port.state === "running") return { ...port, session_id };
  return { ...port, state: "running", session_id, running_since: at, started_at: port.started_at ?? at, ended_at: null, noted_seq: event.seq ?? port.noted_seq };
}

function ended(port: PortRecord, { outcome, span_ms }: PortEndedPayload, at: number): PortRecord {
  const state = STATE_AFTER[outcome] ?? "done";
  const span = port.state === "running" ? Math.max(0, span_ms ?? 0) : 0;
  return { ...port, state, session_id: state === "ready" ? null : port.session_id, spent_ms: port.spent_ms + span, running_since: null, ended_at: state === "ready" ? null : at };
}
