/** The shape in which the stream tells events (specification 2 §1.4). Pure. */
import type { MascotEvent, SessionEvent } from "../../schemas/generated/types.ts";
import { summaryOf } from "./event-summary.ts";

export function sessionEventOf(event: MascotEvent): SessionEvent {
  const { id, session_id, event_type, severity, ts } = event;
  const port_id = portOf(event);
  return {
    id, session_id: session_id ?? "", ...(port_id === null ? {} : { port_id }), event_type, summary: summaryOf(event), details: detailsOf(event), severity: severityOf(severity), created_at: ts,
  };
}

/** The port that an event names. */
export function portOf({ payload }: MascotEvent): string | null {
  const id = payload?.["port_id"];
  return typeof id === "string" && id !== "" ? id : null;
}

export function severityOf(severity: MascotEvent["severity"]): SessionEvent["severity"] {
  return severity === "warn" || severity === "error" ? severity : "info";
}

const ALSO = ["agent_id", "workspace_id", "provider", "source", "trust", "turn_id", "task_id", "target_agent_id"] as const;

function detailsOf(event: MascotEvent): Record<string, unknown> {
  return { ...surroundingsOf(event), ...event.payload };
}

/** What the payload does not say itself. */
function surroundingsOf(event: MascotEvent): Record<string, unknown> {
  const { payload = {} } = event;
  const around: Record<string, unknown> = {};
  for (const name of ALSO) if (event[name] !== undefined && event[name] !== null && payload[name] === undefined) around[name] = event[name];
  return around;
}

/** The same as JSON. Putting payload and surroundings into one object costs as much as all the rest, so their texts are put together. */
export function sessionEventText(event: MascotEvent): string {
  const { id, session_id, event_type, severity, ts } = event;
  const port_id = portOf(event) ?? undefined;
  const head = JSON.stringify({ id, session_id: session_id ?? "", port_id, event_type, summary: summaryOf(event), severity: severityOf(severity), created_at: ts });
  const around = JSON.stringify(surroundingsOf(event));
  const payload = JSON.stringify(event.payload ?? {});
  const details = payload === "{}" ? around : around === "{}" ? payload : `${around.slice(0, -1)},${payload.slice(1)}`;
  return `${head.slice(0, -1)},"details":${details}}`;
}
