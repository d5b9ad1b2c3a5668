/** Events that follow from others: what they say, whom they are about, and the id that makes the same cause give the same event once. */
import type { EventType, MascotEvent, Severity } from "../../../schemas/generated/types.ts";
import { type ActorNames, type ActorFolders, actorNames, actorFolders } from "../actor.ts";
import type { EventPayloads, PayloadCommon } from "../event-payloads.ts";

export type Derived = { [T in EventType]: DerivedOf<T> }[EventType];

interface DerivedOf<T extends EventType> {
  /** Unique among all that follows from anything; of characters of an event's id. */
  deliveryId: string;
  event_type: T;
  severity: Severity;
  /** Of the event that it follows from: session, terminal, turn, time. */
  cause: MascotEvent;
  /** Where it is about another agent than the cause. */
  agent_id?: string;
  payload: EventPayloads[T];
}

export interface About {
  severity?: Severity;
  agent_id?: string;
  /** What tells two of the same kind and cause apart. */
  part?: string;
}

/** @param kind of characters of an event's id */
export function follows<T extends EventType>(cause: MascotEvent, kind: string, event_type: T, payload: Omit<EventPayloads[T], keyof PayloadCommon> & Partial<PayloadCommon>, about: About = {}): Derived {
  const { severity = "info", agent_id, part } = about;
  const own = { ...actorOf(cause, agent_id), ...payload, cause_event_id: cause.id };
  return { deliveryId: `derived-${kind}-${cause.id.slice("evt_".length)}${part === undefined ? "" : `-${part}`}`, event_type, severity, cause, ...(agent_id === undefined ? {} : { agent_id }), payload: own } as unknown as Derived;
}

function actorOf(event: MascotEvent, other: string | undefined): ActorNames & ActorFolders {
  return { ...(other === undefined || other === event.agent_id ? actorNames(event) : {}), ...actorFolders(event) };
}

/** The newest of so many are kept. */
export function keep<K, V>(map: Map<K, V>, key: K, value: V, most: number): void {
  map.delete(key);
  map.set(key, value);
  if (map.size > most) map.delete(map.keys().next().value as K);
}
