/**
 * Transcripts and the client's registry, put together: what they tell becomes news (onNews) and events of the app itself (deliver), by the one road of all events.
 * Nothing here is on a hook's way: hooks are answered before a file is looked at.
 */
import type { MascotEvent, Trust } from "../../schemas/generated/types.ts";
import type { TranscriptNews } from "../conversation-parts.ts";
import type { PayloadCommon } from "../domain/event-payloads.ts";
import { workspaceId } from "../domain/identity.ts";
import type { Clock, Log, WorldView } from "../parts.ts";
import type { Reading } from "./digest.ts";
import { type Fact, hintFact } from "./facts.ts";
import { RegistryHints } from "./registry-hints.ts";
import { SessionDesk } from "./session-desk.ts";
import type { TranscriptSource } from "./source.ts";

export interface TranscriptsDependencies {
  /** See openTranscripts. */
  source: TranscriptSource;
  /** Takes an event of the app into the pipeline; `trust` and `workspace` are those of its session. Must not throw. */
  deliver(fact: Fact, session: { trust?: Trust; workspace_id?: string }): void;
  world: Pick<WorldView, "sessions">;
  /** Token counts, model, turns and all else that a reading brought. */
  onNews(news: TranscriptNews): void;
  clock: Clock;
  /** Calls back once after so many ms; the result takes it back. */
  after(ms: number, callback: () => void): () => void;
  log: Log;
}

export interface Transcripts {
  start(): void;
  /** Committed events, in any order; all but those of hooks are passed over. */
  noteEvents(events: readonly MascotEvent[]): void;
  close(): Promise<void>;
}

/** Sessions that are attended at once; the one last heard of goes first. */
const DESKS = 256;
/** Of these a transcript is looked at again: a turn's last words are in it, or will be. */
const ENDS = new Set(["agent_stopped", "session_ended"]);

export function createTranscripts(parts: TranscriptsDependencies): Transcripts {
  return new TranscriptService(parts);
}

class TranscriptService implements Transcripts {
  private readonly desks = new Map<string, SessionDesk>();
  private readonly paths = new Map<string, string>();
  private readonly hints: RegistryHints;

  constructor(private readonly parts: TranscriptsDependencies) {
    this.hints = new RegistryHints({
      session: (id) => this.session(id), now: () => parts.clock.now(), after: parts.after, tell: (hint) => this.deliver(hintFact(hint)),
    });
  }

  start(): void {
    this.parts.source.start({
      onReading: (reading) => this.onReading(reading),
      onRegistry: (entries) => this.hints.onRegistry(entries),
      onTrouble: (message, details) => this.parts.log.warn(message, details),
    });
  }

  noteEvents(events: readonly MascotEvent[]): void {
    const bySession = new Map<string, MascotEvent[]>();
    for (const event of events) {
      if (event.source !== "hook" || !event.session_id) continue;
      const own = bySession.get(event.session_id);
      if (own === undefined) bySession.set(event.session_id, [event]);
      else own.push(event);
    }
    for (const [sessionId, own] of bySession) {
      this.desk(sessionId).onEvents(own);
      this.attend(sessionId, own);
    }
    this.hints.onEvents(bySession.keys());
  }

  async close(): Promise<void> {
    this.hints.close();
    for (const desk of this.desks.values()) desk.close();
    await this.parts.source.close();
  }

  private onReading(reading: Reading): void {
    this.parts.onNews(reading.news);
    const { sessionId } = reading.news;
    (this.desks.get(sessionId) ?? this.desk(sessionId, this.hadHooks(sessionId))).onReading(reading);
  }

  /** Tells where the transcript is when that is news, and when a turn has ended. */
  private attend(sessionId: string, events: readonly MascotEvent[]): void {
    const known = this.paths.get(sessionId) ?? null;
    const path = events.reduce((path, event) => (event.payload as PayloadCommon | undefined)?.transcript_path ?? path, known);
    const settle = events.some(({ event_type }) => ENDS.has(event_type));
    if (path === known && !settle) return;
    if (path !== null) this.paths.set(sessionId, path);
    this.parts.source.attend({ sessionId, path, settle });
  }

  private desk(sessionId: string, hadHooks = false): SessionDesk {
    const desk = this.desks.get(sessionId) ?? this.newDesk(sessionId, hadHooks);
    this.desks.delete(sessionId);
    this.desks.set(sessionId, desk);
    const oldest = this.desks.size > DESKS ? this.desks.entries().next().value : undefined;
    if (oldest !== undefined) {
      oldest[1].close();
      this.desks.delete(oldest[0]);
      this.paths.delete(oldest[0]);
    }
    return desk;
  }

  private newDesk(sessionId: string, hadHooks: boolean): SessionDesk {
    return new SessionDesk(sessionId, { now: () => this.parts.clock.now(), after: this.parts.after, deliver: (fact) => this.deliver(fact) }, hadHooks);
  }

  /** The world has heard hooks of it, in an earlier run. */
  private hadHooks(sessionId: string): boolean {
    const session = this.session(sessionId);
    return session !== undefined && (session.phase !== null || session.state !== "active");
  }

  private deliver(fact: Fact): void {
    const session = this.session(fact.session_id);
    const { cwd } = fact.payload as PayloadCommon;
    this.parts.deliver(fact, { ...(session ? { trust: session.trust } : {}), workspace_id: session?.workspace_id ?? workspaceId(null, null, cwd) });
  }

  private session(id: string) {
    return this.parts.world.sessions().find(({ session_id }) => session_id === id);
  }
}
