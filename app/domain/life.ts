/**
 * Whether a session lives or is over: one rule for the world and for the record that is kept of it. Facts only gather, each the latest of its kind, so that the order of
 * delivery does not matter.
 */
import type { AgentRole, EventType, MascotEvent } from "../../schemas/generated/types.ts";
import type { AgentStoppedPayload, AgentSwitchedPayload, CompactPayload, EventPayloads, NotificationPayload, PayloadCommon, SessionEndedPayload, SessionStartedPayload } from "./event-payloads.ts";
import type { Draft, EndFact, SessionFacts } from "./facts.ts";
import { latest, type Mark, timeOf } from "./marks.ts";

export type LifeFacts = Pick<SessionFacts, "alive" | "revived" | "ended" | "gone">;

/**
 * What an event proves of the agent that it is about. `act`: it did something that an agent which has left cannot do. `sign`: it is there; but a call's end or a wait may be
 * the delayed echo of one that has left. null: nothing.
 */
export type Proof = "act" | "sign" | null;

/** What the app itself made up proves nothing. */
export function proofOf(event: MascotEvent, role: AgentRole): Proof {
  if (event.source === "synthetic") return null;
  const proof: Proof | ((payload: never, role: AgentRole) => Proof) = PROOFS[event.event_type];
  return typeof proof === "function" ? proof((event.payload ?? {}) as never, role) : proof;
}

/** A new type does not compile without one. */
const PROOFS: { readonly [K in EventType]: Proof | ((payload: EventPayloads[K], role: AgentRole) => Proof) } = {
  agent_started: "act",
  agent_stopped: stopProves,
  agent_blocked: "sign",
  agent_unblocked: null,
  agent_activated: (payload: AgentSwitchedPayload) => (isDerived(payload) ? null : "act"),
  agent_deactivated: null,
  task_created: "sign",
  task_started: "sign",
  task_progress: "sign",
  task_completed: "sign",
  task_failed: "sign",
  tool_started: "act",
  tool_succeeded: "sign",
  tool_failed: "sign",
  // The client starts its session anew within a compaction.
  session_started: ({ source }: SessionStartedPayload) => (source === "compact" ? "sign" : "act"),
  session_ended: null,
  user_prompt: "act",
  // A member's reply comes with its stop, and may be a phantom's.
  assistant_response: (_payload, role) => (role === "lead" ? "sign" : null),
  compact: ({ stage }: CompactPayload) => (stage === "start" ? "act" : "sign"),
  checkpoint_created: "sign",
  port_created: null,
  port_started: null,
  port_ended: null,
  untracked_edit: null,
  edit_blocked: null,
  dependency_resolved: null,
  context_loaded: "sign",
  context_overflow: "sign",
  quality_warning: null,
  build_failed: null,
  test_failed: null,
  file_edit: "sign",
  escalation: null,
  decision: "sign",
  heartbeat: null,
  notification: ({ notification_type }: NotificationPayload) => (notification_type === "spool_gap" || notification_type === "client_status" ? null : "sign"),
  schema_error: null,
};

/** Compaction sends stops of agents that never were. */
function stopProves({ scope }: AgentStoppedPayload, role: AgentRole): Proof {
  return role === "lead" || (role === "teammate" && scope === "turn") ? "sign" : null;
}

/** Made by the app from events that are here as well: what it says of waits and of who is at work is known already, by rules that take order into account. */
export function isDerived(payload: PayloadCommon): boolean {
  return (payload as { cause_event_id?: string }).cause_event_id !== undefined;
}

/** Writes what one event tells of its session's life. */
export function noteLife(life: Draft<LifeFacts>, event: MascotEvent, role: AgentRole, mark: Mark): void {
  const proof = proofOf(event, role);
  if (proof !== null) life.alive = latest(life.alive, mark);
  if (proof === "act" && role === "lead") life.revived = latest(life.revived, mark);
  if (event.event_type === "session_ended") noteEnd(life, event.payload as unknown as SessionEndedPayload, mark);
  if (event.event_type === "agent_deactivated" && role === "lead" && !isDerived(event.payload as PayloadCommon)) life.ended = latest(life.ended, { ...mark, reason: "deactivated" });
}

function noteEnd(life: Draft<LifeFacts>, { cause, reason }: SessionEndedPayload, mark: Mark): void {
  if (cause === "process_gone") life.gone = latest(life.gone, mark);
  else life.ended = latest(life.ended, { ...mark, reason: reason ?? null });
}

export type Over = { readonly is: "completed"; readonly since: EndFact } | { readonly is: "stale"; readonly since: Mark };

/** How the session is over; null while it lives. An end is outlived by acts alone, the loss of its process by any sign. */
export function overOf({ ended, gone, revived, alive }: LifeFacts): Over | null {
  if (ended !== null && ended.t >= timeOf(revived)) return { is: "completed", since: ended };
  if (gone !== null && gone.t > timeOf(alive)) return { is: "stale", since: gone };
  return null;
}
