/**
 * Events that follow from others (docs/events.md): made from committed, verified events, off the hook path, by the road of every event. What follows is decided in
 * domain/derive; here it is kept per session, bounded, rebuilt after a restart from the end of the log, and told.
 */
import type { MascotEvent, PortSummary } from "../../../schemas/generated/types.ts";
import type { TranscriptNews } from "../../conversation-parts.ts";
import { type Derived, keep } from "../../domain/derive/derived.ts";
import { type ContextUse, SessionWatch } from "../../domain/derive/session-watch.ts";
import type { LoadedDoc } from "../../domain/derive/work-memo.ts";
import type { CheckpointPayload, PayloadCommon } from "../../domain/event-payloads.ts";
import type { Clock, Delivery, EventStore, Log, WorldView } from "../../parts.ts";
import { ownDelivery, subjectOf } from "../own-events.ts";
import { longWaits } from "./long-waits.ts";

export interface DeriveDependencies {
  /** Down the road of every event. Must not throw. */
  deliver(delivery: Delivery): void;
  events: Pick<EventStore, "tail" | "lastSeq" | "events">;
  world: Pick<WorldView, "sessions">;
  /** Ports that count for a session that works in this folder. */
  running(folder: string, session: string): Promise<readonly Pick<PortSummary, "id" | "title">[]>;
  /** @param model null where it is not known */
  budget(model: string | null): { tokens: number; warnAt: number };
  clock: Clock;
  log: Log;
}

export interface Derive {
  /** The log is open. Rebuilds what is known of sessions; events committed meanwhile wait. */
  start(): Promise<void>;
  /** Committed events in the order of the log. */
  noteCommitted(events: readonly MascotEvent[]): void;
  /** How full the context is, from the transcript. */
  noteNews(news: Pick<TranscriptNews, "sessionId" | "context" | "model">): void;
  /** Of a session that is heard of; null for others. */
  of(sessionId: string): { docs: LoadedDoc[]; context: ContextUse | null } | null;
  /** What was kept of a session whose context was compacted; null where nothing is known of it. */
  checkpoint(sessionId: string): Promise<CheckpointPayload | null>;
  /** A person deleted the session, or all (null). */
  forget(sessionId: string | null): void;
}

const SESSIONS = 500;
/** So much of the end of the log is read at a start. */
const REPLAYED = 5_000;
const PAGE = 1_000;
/** What would have followed before the app ended is told afterwards, unless it is old. The store drops what was told. */
const STILL_TOLD_MS = 60 * 60_000;

export function createDerive(parts: DeriveDependencies): Derive {
  return new Deriving(parts);
}

class Deriving implements Derive {
  private readonly watches = new Map<string, SessionWatch>();
  private readonly waited = new Map<string, true>();
  /** Events that came before all that is known was read; null afterwards. */
  private early: MascotEvent[] | null = [];
  private seq = 0;

  constructor(private readonly parts: DeriveDependencies) {}

  async start(): Promise<void> {
    try {
      await this.replay();
    } catch (error) {
      this.parts.log.warn("what was known of sessions could not be read anew", { reason: String(error) });
    }
    const early = this.early ?? [];
    this.early = null;
    this.noteCommitted(early);
  }

  noteCommitted(events: readonly MascotEvent[]): void {
    if (this.early !== null) this.early.push(...events);
    else for (const event of events) if (this.isNext(event)) this.tell(this.take(event));
  }

  noteNews({ sessionId, context, model }: Pick<TranscriptNews, "sessionId" | "context" | "model">): void {
    const watch = this.watches.get(sessionId);
    if (watch === undefined || !context) return;
    const { tokens, warnAt } = this.parts.budget(model);
    this.tell(watch.overflow({ tokens: context.tokens, model }, tokens, warnAt, context.messageId));
  }

  of(sessionId: string): { docs: LoadedDoc[]; context: ContextUse | null } | null {
    const watch = this.watches.get(sessionId);
    return watch === undefined ? null : { docs: watch.docs(), context: watch.context() };
  }

  async checkpoint(sessionId: string): Promise<CheckpointPayload | null> {
    const watch = this.watches.get(sessionId);
    if (watch !== undefined) return watch.checkpoint();
    const [latest] = await this.parts.events.events({ session_id: sessionId, event_type: "checkpoint_created", limit: 1 });
    return latest === undefined || latest.trust === "unverified" ? null : ((latest.payload ?? null) as CheckpointPayload | null);
  }

  forget(sessionId: string | null): void {
    if (sessionId === null) this.watches.clear();
    else this.watches.delete(sessionId);
  }

  private async replay(): Promise<void> {
    let after = Math.max(this.seq, (await this.parts.events.lastSeq()) - REPLAYED);
    const since = this.parts.clock.now() - STILL_TOLD_MS;
    for (;;) {
      const page = await this.parts.events.tail(after, PAGE);
      for (const event of page) if (this.isNext(event)) this.tell(this.take(event).filter(({ cause }) => Date.parse(cause.ts) >= since));
      if (page.length < PAGE) return;
      after = page.at(-1)?.seq ?? after;
    }
  }

  private isNext({ seq }: MascotEvent): boolean {
    if (seq === undefined || seq <= this.seq) return false;
    this.seq = seq;
    return true;
  }

  /** Of what nobody proved nothing follows. An event that cannot be taken is passed over. */
  private take(event: MascotEvent): Derived[] {
    try {
      if (event.event_type === "heartbeat") return this.longWaits(event);
      if (!event.session_id || event.trust === "unverified" || event.event_type === "schema_error") return [];
      return this.watch(event.session_id).take(event);
    } catch (error) {
      this.parts.log.error("nothing could be derived from an event", { id: event.id, reason: error instanceof Error ? error.message : String(error) });
      return [];
    }
  }

  private watch(sessionId: string): SessionWatch {
    const watch = this.watches.get(sessionId) ?? new SessionWatch();
    keep(this.watches, sessionId, watch, SESSIONS);
    return watch;
  }

  /** The log's own clock; the world knows what is still open. */
  private longWaits(heartbeat: MascotEvent): Derived[] {
    if (this.early !== null) return [];
    const fresh = longWaits(heartbeat, this.parts.world.sessions()).filter(({ deliveryId }) => !this.waited.has(deliveryId));
    for (const { deliveryId } of fresh) keep(this.waited, deliveryId, true, SESSIONS);
    return fresh;
  }

  private tell(derived: readonly Derived[]): void {
    for (const each of derived) {
      if (each.event_type === "checkpoint_created") void this.tellWithPorts(each);
      else this.deliver(each, each.payload);
    }
  }

  private async tellWithPorts(derived: Extract<Derived, { event_type: "checkpoint_created" }>): Promise<void> {
    const { cwd, project_dir } = (derived.cause.payload ?? {}) as PayloadCommon;
    const folder = cwd || project_dir;
    const running = folder === undefined ? [] : await this.parts.running(folder, derived.cause.session_id as string).catch(() => []);
    this.deliver(derived, running.length === 0 ? derived.payload : { ...derived.payload, ports: running.map(({ id, title }) => ({ id, title })) });
  }

  private deliver({ deliveryId, event_type, severity, cause, agent_id }: Derived, payload: Derived["payload"]): void {
    const subject = { ...subjectOf(cause), ...(agent_id === undefined ? {} : { agent_id }) };
    this.parts.deliver(ownDelivery(this.parts.clock, deliveryId, { ...subject, event_type, severity, payload } as Parameters<typeof ownDelivery>[2], Date.parse(cause.ts)));
  }
}
