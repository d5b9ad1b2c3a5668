/** Events that the app itself makes: heartbeats, ends that no hook told. They travel the same road, on the lane `internal`. */
import type { EventType, MascotEvent, Severity, Trust } from "../../schemas/generated/types.ts";
import type { EventPayloads } from "../domain/event-payloads.ts";
import { DEFAULT_PROVIDER } from "../domain/provider.ts";
import type { Clock, Delivery } from "../parts.ts";
import { utcText } from "./utc.ts";

/** Who such an event is about; the app itself when nothing is given. */
export interface Subject {
  provider?: string;
  workspace_id?: string;
  terminal_session_id?: string;
  session_id?: string;
  agent_id?: string;
  turn_id?: string;
  thinking_text?: string;
  /** What the app says of a session that strangers told of is worth no more than their word. Default: verified. */
  trust?: Trust;
}

/** Whom another event is about, for what follows from it. */
export function subjectOf({ provider, workspace_id, terminal_session_id, session_id, agent_id, turn_id, trust }: MascotEvent): Subject {
  return {
    workspace_id, terminal_session_id, agent_id, ...(session_id ? { session_id } : {}), ...(provider ? { provider } : {}), ...(turn_id ? { turn_id } : {}), ...(trust ? { trust } : {}),
  };
}

interface OwnEvent extends Subject {
  event_type: EventType;
  severity?: Severity;
  payload: Record<string, unknown>;
}

const APP = "agent-mascot";

/**
 * @param deliveryId the same id twice is stored once
 * @param at when it happened, in ms; now where that is not known
 */
export function ownDelivery<T extends EventType>(clock: Clock, deliveryId: string, event: Subject & { event_type: T; severity?: Severity; payload: EventPayloads[T] }, at: number | null = null): Delivery {
  const now = clock.now();
  return { lane: "internal", provider: event.provider ?? DEFAULT_PROVIDER, payload: event, meta: {}, deliveryId, collectedAt: at ?? now, receivedAt: now, trust: event.trust ?? "verified" };
}

/** Several events that are written together or not at all, in their order. @param deliveryId the same id twice is stored once */
export function ownDeliveryOf(clock: Clock, deliveryId: string, events: readonly (Subject & { event_type: EventType; payload: object })[]): Delivery {
  const now = clock.now();
  return { lane: "internal", provider: DEFAULT_PROVIDER, payload: events, meta: {}, deliveryId, collectedAt: now, receivedAt: now, trust: "verified" };
}

/** The events of such a delivery, or null when its payload is not one of ours. @param id of the first; the others' have a number behind it */
export function ownEvents(delivery: Delivery, id: string): MascotEvent[] | null {
  const told: unknown[] = Array.isArray(delivery.payload) ? delivery.payload : [delivery.payload];
  const events = told.map((own, n) => ownEvent(delivery, own as OwnEvent | null, n === 0 ? id : `${id}-${n}`));
  return events.length === 0 || events.includes(null) ? null : (events as MascotEvent[]);
}

function ownEvent(delivery: Delivery, own: OwnEvent | null, id: string): MascotEvent | null {
  if (typeof own !== "object" || own === null || typeof own.event_type !== "string") return null;
  return {
    id,
    version: "1.1",
    ts: utcText(delivery.collectedAt),
    event_type: own.event_type,
    source: "synthetic",
    provider: delivery.provider,
    trust: delivery.trust,
    workspace_id: own.workspace_id ?? APP,
    terminal_session_id: own.terminal_session_id ?? APP,
    session_id: own.session_id ?? null,
    agent_id: own.agent_id ?? own.session_id ?? APP,
    ...(own.turn_id ? { turn_id: own.turn_id } : {}),
    ...(own.thinking_text ? { thinking_text: own.thinking_text } : {}),
    severity: own.severity ?? (own.event_type === "heartbeat" ? "debug" : "info"),
    payload: own.payload,
    raw: null,
  };
}
