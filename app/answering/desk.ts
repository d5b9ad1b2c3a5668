/**
 * Requests of clients that the person may answer here. A held request is a hook that waits; the client's own dialog stands in its terminal all the while, and whoever answers first
 * counts. Letting go is always the safe side: the hook ends without a word, and the client goes on asking.
 *
 * ```
 *              may it be held? (domain/answering/rules.ts)
 *  request ──── no ──► no decision
 *          ──── yes ─► held ── a window draws it? ── not in time ─────────────────────────► no decision
 *                       ├── answered here ────────────────────────────────────────────────► the answer
 *                       ├── answered in the terminal, asked no longer, the client is gone ─► no decision
 *                       └── nobody looks, do not disturb, switched off, time is up, quit ──► no decision
 * ```
 */
import type { Ask, AskAnswer, AskAnswered, AskSeen, AnsweringRules, Appearance, MascotEvent, WindowName } from "../../schemas/generated/types.ts";
import type { AnsweringDoor, ReadAsk } from "../answering-parts.ts";
import { answersAnywhere, answersIn, type NotHeld, whyNotHeld } from "../domain/answering/rules.ts";
import type { AgentUnblockedPayload, DecisionPayload } from "../domain/event-payloads.ts";
import type { Clock, Delivery, Log } from "../parts.ts";

export interface AnsweringDependencies {
  rules(): AnsweringRules | undefined;
  doNotDisturb(): boolean;
  projectOf(folder: string): Promise<string>;
  /** @returns null for what is no request, or cannot be shown whole */
  read(provider: string, payload: unknown): ReadAsk | null;
  /** Name and face of an agent; null for one that is not on the stage. */
  who(agentId: string): { name: string; appearance: Appearance } | null;
  /** Notes what the person decided; the same id twice is one. */
  tell(id: string, about: MascotEvent, payload: DecisionPayload): void;
  clock: Clock;
  /** Calls back once after so many ms; the result takes it back. */
  after(ms: number, callback: () => void): () => void;
  log: Log;
}

export interface Answering extends AnsweringDoor {
  /** For a hook. Resolves when it is answered or let go; never rejects. */
  hold(delivery: Delivery, events: readonly MascotEvent[]): Promise<Record<string, unknown> | undefined>;
  noteCommitted(events: readonly MascotEvent[]): void;
  /** The person's rules, or do-not-disturb, may have changed. */
  rulesChanged(): void;
  /** The person calls an agent otherwise from now on: whoever shows its request is told. */
  renamed(agentId: string): void;
  /** The person deleted the session's record; null: everything. What waits can still be answered, and nothing is noted of it. */
  forget(sessionId: string | null): void;
  /** Lets all go. Nothing is held any more. */
  close(): void;
}

/** The hook commands end themselves after 590 s, the client would after 600 s (DESIGN §7). */
export const HELD_AT_MOST_MS = 580_000;
/** A window that is asleep or busy for longer does not show anything in time. */
export const DRAWN_WITHIN_MS = 5_000;
/** A button that comes up under a finger must not count. */
export const ARMED_AFTER_MS = 500;
const ENDED_REMEMBERED = 64;

type LetGo = "sender_left" | "not_drawn" | "answered_elsewhere" | "nobody_looks" | "do_not_disturb" | "off" | "time_is_up" | "to_terminal" | "quit";

interface Held {
  ask: Ask;
  event: MascotEvent;
  output: ReadAsk["output"];
  /** Windows in which its buttons are in sight, with what takes their waiting back, and those in which they have been in their place for long enough to count. */
  cards: Map<WindowName, () => void>;
  armed: Set<WindowName>;
  drawn: boolean;
  /** false: its session's record was deleted. */
  isNoted: boolean;
  /** Called when it is over. */
  cancels: (() => void)[];
  end(output: Record<string, unknown> | undefined): void;
}

export function createAnswering(parts: AnsweringDependencies): Answering {
  return new Desk(parts);
}

class Desk implements Answering {
  private readonly held = new Map<string, Held>();
  private readonly listeners = new Set<() => void>();
  /** Waits that were over before their request could be held: their events may be told first. */
  private readonly ended = new Set<string>();
  private watched = false;
  private closed = false;

  constructor(private readonly parts: AnsweringDependencies) {}

  async hold(delivery: Delivery, events: readonly MascotEvent[]): Promise<Record<string, unknown> | undefined> {
    const event = events.find(({ event_type }) => event_type === "agent_blocked");
    if (event === undefined || this.closed || !delivery.whenSenderLeaves || !answersAnywhere(this.parts.rules())) return undefined;
    const read = this.parts.read(event.provider ?? delivery.provider, delivery.payload);
    const folder = delivery.meta.project_dir || read?.cwd || "";
    const project = folder === "" ? "" : await this.parts.projectOf(folder);
    const why = this.whyNot(delivery, read, project);
    if (why !== null || read === null) {
      if (why !== "off") this.parts.log.debug("a request is left to the client", { why });
      return undefined;
    }
    return this.keep(delivery, event, read, project);
  }

  list(): Ask[] {
    return [...this.held.values()].map(({ ask }) => ({ ...ask, ...this.faceOf(ask) }));
  }

  onChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  seen(window: WindowName, { ids, as }: AskSeen): void {
    for (const id of ids) {
      const held = this.held.get(id);
      if (held === undefined) continue;
      held.drawn = true;
      if (as === "card") this.arm(held, window);
    }
  }

  /** Told again, a card has come to another place, where a finger may be. */
  private arm(held: Held, window: WindowName): void {
    held.cards.get(window)?.();
    held.armed.delete(window);
    // By a timer: the clock may be set meanwhile.
    held.cards.set(window, this.parts.after(ARMED_AFTER_MS, () => void held.armed.add(window)));
  }

  answer(window: WindowName, answer: AskAnswer): AskAnswered {
    const held = this.held.get(answer.id);
    if (held === undefined) return { ok: false, problem: "gone" };
    if (!held.armed.has(window)) return { ok: false, problem: "too_soon" };
    if (answer.how === "terminal") {
      this.letGo(held, "to_terminal");
      return { ok: true };
    }
    const output = held.output(answer);
    if (output === null) return { ok: false, problem: "unfit" };
    this.end(held, output);
    if (held.isNoted) this.parts.tell(`answer:${held.event.id}`, held.event, decisionOf(held, answer));
    return { ok: true };
  }

  leave(id: string): void {
    const held = this.held.get(id);
    if (held !== undefined) this.letGo(held, "to_terminal");
  }

  setWatched(watched: boolean): void {
    this.watched = watched;
    if (!watched) this.letAllGo("nobody_looks");
  }

  noteCommitted(events: readonly MascotEvent[]): void {
    for (const { event_type, payload } of events) {
      if (event_type !== "agent_unblocked") continue;
      const { blocked_event_id } = (payload ?? {}) as Partial<AgentUnblockedPayload>;
      if (blocked_event_id === undefined) continue;
      this.remember(blocked_event_id);
      const held = this.held.get(blocked_event_id);
      if (held !== undefined) this.letGo(held, "answered_elsewhere");
    }
  }

  rulesChanged(): void {
    const rules = this.parts.rules();
    if (this.parts.doNotDisturb()) return this.letAllGo("do_not_disturb");
    for (const held of [...this.held.values()]) if (!answersIn(rules, held.ask.project)) this.letGo(held, "off");
  }

  renamed(agentId: string): void {
    if ([...this.held.values()].some(({ ask }) => ask.agent_id === agentId)) this.changed();
  }

  forget(sessionId: string | null): void {
    for (const held of this.held.values()) if (sessionId === null || held.ask.session_id === sessionId) held.isNoted = false;
  }

  close(): void {
    this.closed = true;
    this.letAllGo("quit");
  }

  private whyNot({ trust, meta }: Delivery, read: ReadAsk | null, project: string): NotHeld | null {
    return whyNotHeld({
      senderWaits: true, trust, attended: meta.attended, bySubagent: read?.bySubagent ?? false, permissionMode: read?.permissionMode ?? null, readable: read !== null,
      on: answersIn(this.parts.rules(), project), doNotDisturb: this.parts.doNotDisturb(), watched: this.watched && !this.closed, held: this.held.size,
    });
  }

  private keep(delivery: Delivery, event: MascotEvent, read: ReadAsk, project: string): Promise<Record<string, unknown> | undefined> {
    if (this.ended.has(event.id) || this.held.has(event.id)) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      const held = this.heldOf(delivery, event, read, project, resolve);
      this.held.set(event.id, held);
      held.cancels.push(
        this.parts.after(DRAWN_WITHIN_MS, () => held.drawn || this.letGo(held, "not_drawn")),
        this.parts.after(Math.max(0, Date.parse(held.ask.until) - this.parts.clock.now()), () => this.letGo(held, "time_is_up")),
      );
      // May call back at once: the sender may be gone already.
      delivery.whenSenderLeaves?.(() => this.letGo(held, "sender_left"));
      this.changed();
    });
  }

  private heldOf(delivery: Delivery, event: MascotEvent, read: ReadAsk, project: string, end: Held["end"]): Held {
    const ask: Ask = {
      id: event.id, agent_id: event.agent_id, session_id: event.session_id ?? null, name: "", appearance: null, project, cwd: read.cwd, asked_at: event.ts,
      until: new Date(Math.min(delivery.collectedAt, delivery.receivedAt) + HELD_AT_MOST_MS).toISOString(), content: read.content,
    };
    return { ask, event, output: read.output, cards: new Map(), armed: new Set(), drawn: false, isNoted: true, cancels: [], end };
  }

  private faceOf({ agent_id, project }: Ask): Pick<Ask, "name" | "appearance"> {
    const who = this.parts.who(agent_id);
    return { name: who?.name ?? project.split(/[\\/]/).at(-1) ?? "", appearance: who?.appearance ?? null };
  }

  private letGo(held: Held, why: LetGo): void {
    if (this.held.get(held.ask.id) !== held) return;
    this.parts.log.debug("a held request is let go", { why });
    this.end(held, undefined);
  }

  private letAllGo(why: LetGo): void {
    for (const held of [...this.held.values()]) this.letGo(held, why);
  }

  private end(held: Held, output: Record<string, unknown> | undefined): void {
    this.held.delete(held.ask.id);
    for (const cancel of [...held.cancels, ...held.cards.values()]) cancel();
    held.end(output);
    this.changed();
  }

  private remember(id: string): void {
    this.ended.add(id);
    for (const oldest of this.ended) {
      if (this.ended.size <= ENDED_REMEMBERED) return;
      this.ended.delete(oldest);
    }
  }

  private changed(): void {
    for (const listener of this.listeners) listener();
  }
}

const DECISIONS = { permission: { allow: "allow_sent", deny: "deny_sent" }, plan: { allow: "plan_approval_sent", deny: "plan_refusal_sent" } } as const;

/**
 * What the person told the client from here. That the client has followed it is told by its own events: the call that runs, the refusal in the transcript (Q9).
 */
function decisionOf({ ask: { content, id }, event }: Held, { how, reason, always }: AskAnswer): DecisionPayload {
  const { tool_name, input_digest, target } = (event.payload ?? {}) as Partial<DecisionPayload>;
  const decision = content.kind === "question" ? "answer_sent" : DECISIONS[content.kind][how === "allow" ? "allow" : "deny"];
  return {
    decision, about: content.kind, blocked_event_id: id, ...(tool_name ? { tool_name } : {}), ...(input_digest ? { input_digest } : {}), ...(target ? { target } : {}),
    ...(reason ? { reason } : {}), ...(always && always.length > 0 ? { always: always.map((number) => content.suggestions.find((one) => one.number === number)?.kind ?? "") } : {}),
  } as DecisionPayload;
}
