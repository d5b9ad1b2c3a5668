/**
 * One session: what its transcript tells against what its hooks told. Decides what becomes an event; hooks own life cycle and last words, the transcript adds what they leave out.
 */
import type { MascotEvent } from "../../schemas/generated/types.ts";
import type { AgentStoppedPayload, AssistantResponsePayload, PayloadCommon } from "../domain/event-payloads.ts";
import type { Reading } from "./digest.ts";
import { documentFact, type Fact, interruptFact, memberInterruptFact, promptFact, refusalFact, replyFact, sessionFact } from "./facts.ts";
import { type Reply, ToldReplies } from "./told-replies.ts";

export interface DeskParts {
  now(): number;
  /** Calls back once after so many ms; the result takes it back. */
  after(ms: number, callback: () => void): () => void;
  deliver(fact: Fact): void;
}

/** A turn's last words are left to its Stop hook that long. */
export const HOLD_MS = 1_000;
/** A session without hooks is believed to be one after this long. */
export const DISCOVER_MS = 3_000;
const CLOCK_SLACK_MS = 1_000;
const DOCUMENTS = 200;
/** Of the times of files, by which spooled hooks are dated. */
const STOP_SLACK_MS = 20;

type Hooks = { told: false } | { told: true; since: number };

export class SessionDesk {
  private hooks: Hooks = { told: false };
  private readonly told = new ToldReplies();
  private held: Reply[] = [];
  private stops = new Map<string | null, number>();
  private waiting: Reading[] = [];
  private found = false;
  private model: string | null = null;
  private cwd: string | null = null;
  private readonly documents = new Set<string>();
  private readonly cancels = new Set<() => void>();

  constructor(
    readonly sessionId: string,
    private readonly parts: DeskParts,
    /** The world has heard hooks of it before. */
    hooked: boolean,
  ) {
    if (hooked) this.hooks = { told: true, since: parts.now() };
  }

  /** Events of hooks, committed. */
  onEvents(events: readonly MascotEvent[]): void {
    for (const event of events) this.onEvent(event);
    this.release();
    if (this.waiting.length > 0) this.judge();
  }

  onReading(reading: Reading): void {
    this.cwd = reading.cwd ?? this.cwd;
    if (this.hooks.told || this.found) return this.take(reading);
    if (reading.history) return;
    this.waiting.push(reading);
    if (this.waiting.length === 1) this.later(DISCOVER_MS, () => this.judge());
  }

  close(): void {
    for (const cancel of this.cancels) cancel();
  }

  private onEvent(event: MascotEvent): void {
    const at = Date.parse(event.ts);
    this.hooks = { told: true, since: Math.min(at, this.hooks.told ? this.hooks.since : at) };
    const agent = agentOf(event, this.sessionId);
    const payload = event.payload as PayloadCommon | undefined;
    if (event.event_type === "assistant_response") {
      const { text, partial, model } = payload as AssistantResponsePayload;
      if (partial !== true && text) this.told.note(agent, text);
      if (agent === null) this.model = model ?? this.model;
    } else if (event.event_type === "agent_stopped") {
      const { scope, last_message } = payload as AgentStoppedPayload;
      if (scope === "agent" && last_message) this.told.note(agent, last_message);
      this.stops.set(agent, Math.max(at, this.stops.get(agent) ?? 0));
    }
  }

  /** Nobody told of it by now: a session whose hooks do not come. */
  private judge(): void {
    const readings = this.waiting;
    this.waiting = [];
    if (readings.length === 0) return;
    if (!this.hooks.told && !this.found) {
      this.found = true;
      const first = readings.flatMap(({ news }) => [...news.replies, ...(news.prompts ?? [])]).find(({ atMs }) => atMs !== null);
      this.parts.deliver(sessionFact(this.sessionId, this.cwd, first?.atMs ?? this.parts.now()));
    }
    for (const reading of readings) this.take(reading);
  }

  private take(reading: Reading): void {
    const { news, history, refusals, stops } = reading;
    if (!this.hooks.told && !history) for (const prompt of news.prompts ?? []) this.parts.deliver(promptFact(this.sessionId, this.cwd, prompt));
    for (const reply of news.replies) if (this.isOurs(history, reply.atMs)) this.onReply(reply);
    for (const refusal of refusals) if (this.isOurs(history, refusal.atMs)) this.parts.deliver(refusalFact(this.sessionId, refusal));
    for (const { agentId, atMs } of stops) if (this.isOurs(history, atMs)) this.parts.deliver(memberInterruptFact(this.sessionId, agentId, atMs ?? this.parts.now()));
    for (const document of news.documents ?? []) if (this.isOurs(history, document.atMs)) this.deliverOnce(document);
    // An old interrupt harms nothing: what happened since is told by its own time.
    const last = news.interrupts.at(-1);
    if (last !== undefined && (last.atMs !== null || !history)) this.parts.deliver(interruptFact(this.sessionId, last.atMs ?? this.parts.now()));
  }

  private deliverOnce(document: NonNullable<Reading["news"]["documents"]>[number]): void {
    if (this.documents.has(document.path) || this.documents.size >= DOCUMENTS) return;
    this.documents.add(document.path);
    this.parts.deliver(documentFact(this.sessionId, this.cwd, document));
  }

  /** History is told only as far back as hooks go: what was before them was told in its time. */
  private isOurs(history: boolean, atMs: number | null): boolean {
    return !history || (this.hooks.told && atMs !== null && atMs >= this.hooks.since - CLOCK_SLACK_MS);
  }

  private onReply(reply: Reply): void {
    if (this.mustWait(reply)) {
      this.held.push(reply);
      this.later(HOLD_MS, () => this.release(reply));
    } else this.tell(reply);
  }

  /** Its hook tells the same words in a moment. */
  private mustWait(reply: Reply): boolean {
    return this.hooks.told && reply.endsTurn === true && reply.text !== "" && !this.hasStopped(reply);
  }

  private hasStopped({ agentId, atMs }: Reply): boolean {
    return (this.stops.get(agentId) ?? 0) >= (atMs ?? Number.POSITIVE_INFINITY) - STOP_SLACK_MS;
  }

  private release(which?: Reply): void {
    const due = this.held.filter((reply) => reply === which || this.hasStopped(reply));
    this.held = this.held.filter((reply) => !due.includes(reply));
    for (const reply of due) this.tell(reply);
  }

  private tell(reply: Reply): void {
    const text = this.told.untold(reply);
    const newModel = !reply.sidechain && reply.agentId === null && reply.model !== null && reply.model !== this.model;
    if (newModel) this.model = reply.model;
    if (text === "" && reply.thinking === "" && !newModel) return;
    // What a hook told and the transcript knows more of is told whole: it meets the same row.
    this.parts.deliver(replyFact(this.sessionId, this.cwd, { ...reply, text: text === "" ? reply.text : text }));
  }

  private later(ms: number, act: () => void): void {
    const cancel = this.parts.after(ms, () => {
      this.cancels.delete(cancel);
      act();
    });
    this.cancels.add(cancel);
  }
}

/** The client's own id of the acting agent; null for the lead. */
function agentOf(event: MascotEvent, sessionId: string): string | null {
  return event.agent_id.startsWith(`${sessionId}:`) ? event.agent_id.slice(sessionId.length + 1) : null;
}
