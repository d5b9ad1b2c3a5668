/** Which sub-agents and teammates of a session are at work: they take it up by a start or an act, and rest at a stop, at the end of the turn that leaves them out, and with the session. */
import type { MascotEvent } from "../../../schemas/generated/types.ts";
import { type ActorNames, actorNames } from "../actor.ts";
import type { AgentStoppedPayload, PayloadCommon } from "../event-payloads.ts";
import { type Derived, follows, keep } from "./derived.ts";

const MOST = 64;

export class ActiveAgents {
  private readonly active = new Map<string, ActorNames>();
  /** Time of the last stop: what happened before it and is told late takes up nothing. */
  private readonly stopped = new Map<string, string>();

  take(event: MascotEvent): Derived[] {
    switch (event.event_type) {
      case "agent_started": return isMember(event) ? this.begin(event) : [];
      case "tool_started": return isMember(event) && !this.active.has(event.agent_id) ? this.begin(event) : [];
      case "agent_stopped": return isMember(event) ? this.stop(event) : this.turnEnded(event);
      case "session_ended": return this.all(event, "session_ended");
      default: return [];
    }
  }

  private begin(event: MascotEvent): Derived[] {
    if (this.active.has(event.agent_id) || event.ts <= (this.stopped.get(event.agent_id) ?? "")) return [];
    keep(this.active, event.agent_id, actorNames(event), MOST);
    return [follows(event, "active", "agent_activated", {}, { severity: "debug" })];
  }

  private stop(event: MascotEvent): Derived[] {
    const { scope, phantom, leaves } = event.payload as unknown as AgentStoppedPayload;
    keep(this.stopped, event.agent_id, event.ts, MOST);
    if (phantom === true || !this.active.delete(event.agent_id)) return [];
    return [follows(event, "rest", "agent_deactivated", { reason: scope === "agent" || leaves === true ? "stopped" : "idle" }, { severity: "debug" })];
  }

  /** The lead's turn is over, and names what goes on behind it. A teammate tells its own rest. */
  private turnEnded(event: MascotEvent): Derived[] {
    const { background, scope } = event.payload as unknown as AgentStoppedPayload;
    if (scope !== "turn" || background === undefined) return [];
    const going = new Set(background.map(({ id }) => `${event.session_id}:${id}`));
    return this.all(event, "turn_ended", (id, { role }) => role !== "teammate" && !going.has(id));
  }

  private all(event: MascotEvent, reason: string, which: (id: string, names: ActorNames) => boolean = () => true): Derived[] {
    const resting = [...this.active].filter(([id, names]) => which(id, names));
    return resting.map(([agent_id, names], i) => {
      this.active.delete(agent_id);
      return follows(event, "rest", "agent_deactivated", { ...names, reason }, { severity: "debug", agent_id, part: String(i) });
    });
  }
}

function isMember({ payload }: MascotEvent): boolean {
  const { role } = (payload ?? {}) as PayloadCommon;
  return role === "subagent" || role === "teammate";
}
