/**
 * Whom an event is about, and what must have come before it.
 */
import type { AgentRole, EventType, MascotEvent } from "../../schemas/generated/types.ts";
import type { NotificationPayload, PayloadCommon } from "./event-payloads.ts";
import { type AgentFacts, LEAD, type SessionFacts } from "./facts.ts";
import { leadAgentId, roleOfId } from "./identity.ts";
import { PORT_EVENTS } from "./ports/port.ts";
import { memberOf } from "./roster.ts";
import type { Arrival } from "./session-clock.ts";
import { findTool } from "./tool-log.ts";

/** Who acts in this event. */
export function roleOf(event: MascotEvent): AgentRole {
  return (event.payload as PayloadCommon | undefined)?.role ?? roleOfId(event.agent_id, leadAgentId(event.session_id, event.terminal_session_id));
}

/** Whether the event is about a session at all; a heartbeat or a gap of the spool is the app's own, and naming a session for a port makes nobody appear. */
export function concernsSession(event: MascotEvent): boolean {
  if (event.event_type === "heartbeat" || PORT_EVENTS.has(event.event_type)) return false;
  const type = (event.payload as NotificationPayload | undefined)?.notification_type;
  if (type === "spool_gap") return false;
  return Boolean(event.session_id) || ACTS.has(event.event_type);
}

/** Without a session only acts of agents count: anything else cannot be placed. */
const ACTS: ReadonlySet<EventType> = new Set(["agent_started", "agent_stopped", "agent_blocked", "agent_unblocked", "agent_activated", "agent_deactivated", "tool_started", "tool_succeeded",
  "tool_failed", "session_started", "session_ended", "user_prompt", "compact"]);

/** When the event came about and in; `causeAt` see `causeOf`. */
export function arrivalOf(event: MascotEvent, causeAt: number | null): Arrival {
  const { lag_ms, direct } = (event.payload ?? {}) as PayloadCommon;
  return { t: Date.parse(event.ts), lag: lag_ms, direct: direct === true, causeAt };
}

/**
 * Effective time of what must have come before this event, as far as it is known: of a call's end its start, of a turn's end its prompts.
 * Other events of a turn prove nothing: the known prompt may be one that was queued after them. Nor does an agent's stop: it may have run before anything was heard of it.
 */
export function causeOf(facts: SessionFacts | undefined, event: MascotEvent): number | null {
  if (facts === undefined) return null;
  const payload = (event.payload ?? {}) as PayloadCommon & { tool_use_id?: string };
  const isLead = roleOf(event) === "lead";
  const agent = memberOf(facts.agents, isLead ? LEAD : event.agent_id);
  return (isLead ? turnStart(facts, event) : null) ?? callStart(agent, event, payload.tool_use_id);
}

function turnStart(facts: SessionFacts, event: MascotEvent): number | null {
  if (!event.turn_id || (event.event_type !== "agent_stopped" && event.event_type !== "session_ended")) return null;
  return facts.turns.find((turn) => turn.turn === event.turn_id)?.t ?? null;
}

function callStart(agent: AgentFacts | undefined, event: MascotEvent, toolUseId: string | undefined): number | null {
  if (agent === undefined || toolUseId === undefined || (event.event_type !== "tool_succeeded" && event.event_type !== "tool_failed")) return null;
  return findTool(agent.tools, toolUseId)?.start?.t ?? null;
}
