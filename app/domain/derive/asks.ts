/**
 * What the person was asked, and what became of it: no hook tells that a dialog was answered (contract §15.1), but the call that runs, the refusal, the next prompt and the
 * client's registry do.
 */
import type { MascotEvent } from "../../../schemas/generated/types.ts";
import type { AgentBlockedPayload, AgentStoppedPayload, AgentUnblockedPayload, DecisionPayload, NotificationPayload, ToolFailedPayload, ToolSucceededPayload, UserPromptPayload } from "../event-payloads.ts";
import { type Derived, follows } from "./derived.ts";

interface Ask {
  id: string;
  agent_id: string;
  ts: string;
  kind: AgentBlockedPayload["kind"];
  tool: string | undefined;
  digest: string | undefined;
  requestId: string | undefined;
  target: string | undefined;
  /** It is known to be over; what was decided may still be told. */
  over: boolean;
}

interface Ended {
  agent_id: string;
  tool: string;
  digest: string | undefined;
  ts: string;
}

const MOST = 32;
/** So many refusals in one turn, and the agent does not get on without its person. */
const REFUSALS = 3;

export class Asks {
  private open: Ask[] = [];
  /** Calls that ended lately: their request may be told after them. */
  private ended: Ended[] = [];
  /** Calls that were refused since the person last spoke or allowed something: hook and transcript may both tell of one. */
  private readonly refused = new Set<string>();

  take(event: MascotEvent): Derived[] {
    switch (event.event_type) {
      case "agent_blocked": return this.asked(event);
      case "agent_unblocked": return this.answered(event);
      case "tool_succeeded":
      case "tool_failed": return this.ran(event);
      case "decision": return this.decided(event);
      case "user_prompt": return this.prompted(event);
      case "agent_stopped": return this.over(event, ({ agent_id }) => agent_id === event.agent_id && !isNested(event));
      case "session_ended": return this.over(event, () => true);
      case "notification": return this.moved(event);
      default: return [];
    }
  }

  private asked(event: MascotEvent): Derived[] {
    const { kind, tool_name: tool, input_digest: digest, request_id: requestId, target, attended } = event.payload as unknown as AgentBlockedPayload;
    // Nobody is there to answer.
    if (attended === false) return [];
    const ask: Ask = { id: event.id, agent_id: event.agent_id, ts: event.ts, kind, tool, digest, requestId, target, over: false };
    if (this.ended.some((call) => call.ts >= ask.ts && isFor(ask, call))) return allowed(event, ask);
    this.open = [...this.open, ask].slice(-MOST);
    return [];
  }

  /** Told as such: nothing follows. */
  private answered({ payload }: MascotEvent): Derived[] {
    const { blocked_event_id, request_id } = payload as unknown as AgentUnblockedPayload;
    this.open = this.open.filter((ask) => ask.id !== blocked_event_id && (request_id === undefined || ask.requestId !== request_id));
    return [];
  }

  private ran(event: MascotEvent): Derived[] {
    const { tool_name, input_digest } = event.payload as unknown as ToolSucceededPayload | ToolFailedPayload;
    const call: Ended = { agent_id: event.agent_id, tool: tool_name, digest: input_digest, ts: event.ts };
    const ask = this.open.find((each) => isFor(each, call) && each.ts <= event.ts);
    this.ended = [...this.ended.slice(-MOST / 2), call];
    if (ask === undefined) return [];
    this.open = this.open.filter((each) => each !== ask);
    this.refused.clear();
    return allowed(event, ask);
  }

  private decided(event: MascotEvent): Derived[] {
    const { decision, tool_name, tool_use_id, input_digest, target } = event.payload as unknown as DecisionPayload;
    if (decision !== "permission_denied") return [];
    const ask = this.open.find((each) => each.agent_id === event.agent_id && each.tool === tool_name && (each.digest === undefined || input_digest === undefined || each.digest === input_digest));
    this.open = this.open.filter((each) => each !== ask);
    const before = this.refused.size;
    this.refused.add(tool_use_id ?? event.id);
    const told = ask === undefined || ask.over ? [] : [follows(event, "unblocked", "agent_unblocked", { how: "answered", answer: "deny", blocked_event_id: ask.id, tool_name, tool_use_id })];
    if (before === this.refused.size || this.refused.size !== REFUSALS) return told;
    return [...told, follows(event, "escalation", "escalation", { reason: "refused", times: REFUSALS, tool_name, target }, { severity: "warn" })];
  }

  private prompted(event: MascotEvent): Derived[] {
    if ((event.payload as unknown as UserPromptPayload).injected !== true) this.refused.clear();
    return this.over(event, ({ agent_id }) => agent_id === event.agent_id);
  }

  /** The client's registry says that it waits for nobody any more; what was decided shows when the call ends. */
  private moved(event: MascotEvent): Derived[] {
    const { notification_type, client_status } = event.payload as unknown as NotificationPayload;
    if (notification_type !== "client_status" || client_status === undefined || client_status === "waiting") return [];
    const told = this.open.filter((ask) => !ask.over && ask.ts <= event.ts);
    for (const ask of told) ask.over = true;
    return told.map((ask, i) => unblocked(event, ask, "registry", i));
  }

  private over(event: MascotEvent, which: (ask: Ask) => boolean): Derived[] {
    const gone = this.open.filter((ask) => which(ask) && ask.ts <= event.ts);
    this.open = this.open.filter((ask) => !gone.includes(ask));
    return gone.filter(({ over }) => !over).map((ask, i) => unblocked(event, ask, "withdrawn", i));
  }
}

/** A stop that a hook held up ends nothing. */
function isNested({ payload }: MascotEvent): boolean {
  return (payload as unknown as AgentStoppedPayload).stop_hook_active === true;
}

/** A question's or plan's input may come back changed by the answer, so the tool's name decides there. */
function isFor(ask: Ask, { agent_id, tool, digest }: Ended): boolean {
  return ask.agent_id === agent_id && ask.tool === tool && (ask.kind !== "permission" || ask.digest === undefined || digest === undefined || ask.digest === digest);
}

function unblocked(event: MascotEvent, ask: Ask, how: "withdrawn" | "registry", i: number): Derived {
  return follows(event, "unblocked", "agent_unblocked", { how, blocked_event_id: ask.id, tool_name: ask.tool }, { agent_id: ask.agent_id, part: String(i) });
}

/** The call ran, so it was allowed: the decision itself is told of permissions alone, plans and questions have their own. */
function allowed(event: MascotEvent, ask: Ask): Derived[] {
  const { tool_use_id } = event.payload as unknown as ToolSucceededPayload;
  const call = { tool_name: ask.tool, tool_use_id, blocked_event_id: ask.id };
  return [
    ...(ask.over ? [] : [follows(event, "unblocked", "agent_unblocked", { how: "answered" as const, answer: ask.kind === "permission" ? "allow" : "accept", ...call })]),
    ...(ask.kind === "permission" ? [follows(event, "allowed", "decision", { decision: "permission_allowed", about: "permission" as const, target: ask.target, ...call })] : []),
  ];
}
