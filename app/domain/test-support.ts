/** Builders shared by the tests of the domain: events by hand, and the recorded sessions of the real client. */
import type { EventType, MascotEvent } from "../../schemas/generated/types.ts";
import { BASE, eventsOf, recordedTurn } from "../pipeline/test-support.ts";
import type { EventPayloads } from "./event-payloads.ts";
import { agentsOf, sessionsOf } from "./changes.ts";
import { EMPTY_WORLD, reduce, type World } from "./world.ts";

export const S = "44c1d25d-825c-4ba8-9371-6d3a39a47fe1";
export const SUB = "a6502c30ffe692914";
export const MATE = "aresearcher-52b2e9c1d5bba401";
export { BASE };

type Overrides = Partial<Omit<MascotEvent, "payload">> & { sub?: string };
type Payload<T extends EventType> = EventPayloads[T] | Omit<EventPayloads[T], "tool_kind">;

/** A session told event by event. Times rise by a second unless given; `at` is seconds after the start. */
export class Story {
  readonly events: MascotEvent[] = [];
  private clock = 0;

  constructor(readonly session: string | null = S) {}

  tell<T extends EventType>(event_type: T, payload: Payload<T>, overrides: Overrides & { at?: number } = {}): this {
    const { at, sub, ...fields } = overrides;
    this.clock = at ?? this.clock + 1;
    const n = this.events.length;
    const ts = new Date(BASE + Math.round(this.clock * 1_000)).toISOString();
    const agent = sub === undefined ? (this.session ?? "terminal:t1") : `${this.session}:${sub}`;
    const role = sub === undefined ? {} : { role: sub === MATE ? "teammate" : "subagent" };
    this.events.push({
      id: `evt_20261128_${this.session ?? "none"}-${String(n).padStart(4, "0")}`, version: "1.1", ts, event_type, source: "hook", provider: "claude", workspace_id: "project",
      terminal_session_id: "t1", session_id: this.session, agent_id: agent, trust: "verified", ...fields, payload: { ...role, ...payload },
    });
    return this;
  }

  start(source = "startup"): this {
    return this.tell("session_started", { source, attended: true, client_pid: 100 });
  }
  prompt(turn: string | null = "p1", overrides: Overrides & { at?: number; injected?: boolean } = {}): this {
    const { injected = false, ...rest } = overrides;
    return this.tell("user_prompt", { text: "do it", injected }, { turn_id: turn, ...rest });
  }
  call(id: string, tool = "Bash", overrides: Overrides & { at?: number; digest?: string; kind?: EventPayloads["tool_started"]["tool_kind"]; target?: string } = {}): this {
    const { digest = `digest-of-${id}`, kind = "running", target, ...rest } = overrides;
    return this.tell("tool_started", { tool_name: tool, tool_use_id: id, tool_kind: kind, input_digest: digest, target }, { turn_id: "p1", ...rest });
  }
  ends(id: string, tool = "Bash", overrides: Overrides & { at?: number; digest?: string } = {}): this {
    const { digest = `digest-of-${id}`, ...rest } = overrides;
    return this.tell("tool_succeeded", { tool_name: tool, tool_use_id: id, tool_kind: "running", input_digest: digest }, { turn_id: "p1", ...rest });
  }
  asks(digest: string, overrides: Overrides & { at?: number; kind?: "permission" | "question" | "plan"; tool?: string; mode?: string; attended?: boolean } = {}): this {
    const { kind = "permission", tool = "Bash", mode = "default", attended, ...rest } = overrides;
    return this.tell("agent_blocked", { kind, tool_name: tool, input_digest: digest, target: "make", permission_mode: mode, attended }, { turn_id: "p1", ...rest });
  }
  stop(overrides: Overrides & { at?: number; background?: EventPayloads["agent_stopped"]["background"] } = {}): this {
    const { background = [], ...rest } = overrides;
    return this.tell("agent_stopped", { scope: "turn", background }, { turn_id: "p1", ...rest });
  }
  end(reason = "other"): this {
    return this.tell("session_ended", { reason });
  }
  notice(notification_type: string, overrides: Overrides & { at?: number } = {}, more: Partial<EventPayloads["notification"]> = {}): this {
    return this.tell("notification", { notification_type, ...more }, { turn_id: "p1", ...overrides });
  }

  /** Takes over events told elsewhere. */
  also(events: readonly MascotEvent[]): this {
    this.events.push(...events);
    return this;
  }

  world(): World {
    return worldOf(this.events);
  }
  lead() {
    return agentsOf(this.world()).find((agent) => agent.role === "lead");
  }
  member(id: string) {
    return agentsOf(this.world()).find((agent) => agent.agent_id === `${this.session}:${id}`);
  }
  sessionView() {
    return sessionsOf(this.world())[0];
  }
}

/** A session in the middle of its first turn. */
export const begun = (): Story => new Story().start().prompt();
/** The list of a stop that leaves one task behind. */
export const background = (type: string, status = "running") => [{ id: SUB, type, status, description: "look" }];

export function worldOf(events: readonly MascotEvent[], from: World = EMPTY_WORLD): World {
  return events.reduce((world, event) => reduce(world, event).world, from);
}

export function heartbeat(atSeconds: number): MascotEvent {
  return {
    id: `evt_20261128_beat-${atSeconds}`, version: "1.1", ts: new Date(BASE + atSeconds * 1_000).toISOString(), event_type: "heartbeat", source: "synthetic", workspace_id: "agent-mascot",
    terminal_session_id: "agent-mascot", agent_id: "agent-mascot", payload: {},
  };
}

/** Events of a recorded session as the pipeline writes them: replayed now, so each is as late as the recording is old. */
export function recordedEvents(name: string): MascotEvent[] {
  const receivedAt = BASE + 86_400_000;
  return recordedTurn(name).flatMap(({ payload, meta, at, from }) => eventsOf(payload, { meta, collectedAt: at, receivedAt, deliveryId: from.replace(":", "-") }));
}

/** What a person sees of a world, in a comparable order. */
export function shown(world: World) {
  const byId = <T extends object>(items: T[], key: keyof T): T[] => items.sort((a, b) => (String(a[key]) < String(b[key]) ? -1 : 1));
  return { agents: byId(agentsOf(world), "agent_id"), sessions: byId(sessionsOf(world), "session_id") };
}

/** Same items in an order that only the seed decides. */
export function shuffled<T>(items: readonly T[], seed: number): T[] {
  const result = [...items];
  let state = seed >>> 0 || 1;
  for (let i = result.length - 1; i > 0; i--) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const j = Math.floor((state / 4_294_967_296) * (i + 1));
    [result[i], result[j]] = [result[j] as T, result[i] as T];
  }
  return result;
}
