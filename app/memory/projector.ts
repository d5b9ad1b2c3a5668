/**
 * Follows the event log and writes the conversation that it tells: off the hook path, in order, each event exactly once. Rows and cursor are one transaction in the
 * store, so that a kill at any moment loses nothing and repeats nothing.
 */
import type { ConversationStore } from "../conversation-parts.ts";
import { memoOf, type SessionMemo } from "../domain/conversation/memo.ts";
import { projectEvents, sessionsIn } from "../domain/conversation/project-events.ts";
import type { EventStore, Log } from "../parts.ts";
import type { ConversationGrew, MascotEvent } from "../../schemas/generated/types.ts";
import { Backlog } from "./backlog.ts";
import type { ProjectFinder } from "../projects.ts";
import type { Rules } from "./rules.ts";

export interface ProjectorDependencies {
  events: Pick<EventStore, "tail">;
  store: Pick<ConversationStore, "cursor" | "project" | "session">;
  projects: ProjectFinder;
  rules: Pick<Rules, "load" | "of">;
  log: Log;
  now(): number;
  /** Calls back once after so many ms; the result takes it back. */
  after(ms: number, callback: () => void): () => void;
  /** Of sessions whose turn or life ended in these events. */
  onEnded?(sessionIds: { session_id: string; how: "turn" | "session" }[]): void;
}

export interface Projector {
  /** The log is open. May be called again after it opened late. */
  start(): void;
  /** Told of what was committed, in the order of seq. */
  noteCommitted(events: readonly MascotEvent[]): void;
  /** Resolves when everything told so far (or up to `seq`) is written, or after `boundMs`. @returns whether it is */
  caughtUp(boundMs: number, seq?: number): Promise<boolean>;
  onGrew(listener: (grew: ConversationGrew) => void): () => void;
  /** Between two pages: what is removed meanwhile must not come back by what is remembered of it. */
  paused<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Something else than the projector changed sessions. Without an id: many. */
  forget(sessionId?: string): void;
  /** Everything was deleted: the cursor is another one. */
  beginAnew(): void;
  close(): Promise<void>;
}

const PAGE = 200;
/**
 * So long it waits for more: a page costs the same few trips to the disk for one event as for many, and a working agent's hooks come a few at a time, just when the
 * agent has use for the processor itself. Who asks for what was said (caughtUp) does not wait for it.
 */
const COALESCED_MS = 500;
/**
 * Hooks wait while their log is written by somebody else, so after each page it rests so many times as long as the page took: where much comes, few of the hooks may
 * meet it; a long old log is read beside everything else.
 */
const YIELDING = { busy: 60, oldLog: 3, else: 1 };
const LONGEST_REST_MS = { busy: 15_000, else: 500 };
const RETRY_MS = { first: 1_000, longest: 30_000 };
const MEMOS = 2_000;
const GREW_AT_MOST = 200;

export function createProjector(dependencies: ProjectorDependencies): Projector {
  return new LogFollower(dependencies);
}

class LogFollower implements Projector {
  private cursor: number | null = null;
  private readonly backlog = new Backlog();
  private memos = new Map<string, SessionMemo>();
  private running: Promise<void> | null = null;
  private cancel: (() => void) | null = null;
  private urgent = false;
  private readsOldLog = false;
  private lastRunAt = Number.NEGATIVE_INFINITY;
  /** How long the last page took. */
  private took = 0;
  private retryMs = RETRY_MS.first;
  private notBefore = Number.NEGATIVE_INFINITY;
  private failed = false;
  private wake: (() => void) | null = null;
  private started = false;
  private closed = false;
  /** Pages, and those who want a moment without one: one after the other. */
  private turns: Promise<unknown> = Promise.resolve();
  private readonly listeners = new Set<(grew: ConversationGrew) => void>();
  private waiting: { seq: number; resolve: () => void }[] = [];

  constructor(private readonly parts: ProjectorDependencies) {}

  start(): void {
    this.started = true;
    this.plan(0);
  }

  noteCommitted(events: readonly MascotEvent[]): void {
    this.backlog.add(events, this.parts.now());
    const now = this.parts.now();
    this.plan(Math.max(COALESCED_MS, this.lastRunAt + this.rest(now) - now));
  }

  caughtUp(boundMs: number, upTo = Number.POSITIVE_INFINITY): Promise<boolean> {
    const seq = Math.min(upTo, this.backlog.newest);
    if (this.cursor !== null && this.cursor >= seq) return Promise.resolve(true);
    return new Promise((resolve) => {
      const stop = this.parts.after(boundMs, () => {
        this.waiting = this.waiting.filter((other) => other !== waiting);
        // Nobody waits any more: a long log is read at its leisure again.
        if (this.waiting.length === 0) this.urgent = false;
        resolve(false);
      });
      const done = () => {
        stop();
        resolve(true);
      };
      const waiting = { seq, resolve: done };
      this.waiting.push(waiting);
      this.urgent = true;
      this.wake?.();
      this.plan(0);
    });
  }

  onGrew(listener: (grew: ConversationGrew) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  paused<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.inTurn(async () => {
      // What was told before is written before, and not after it was to be gone.
      for (const told = this.backlog.newest; this.cursor !== null && this.cursor < told; ) await this.step();
      return work();
    });
  }

  private inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = this.turns.then(work);
    this.turns = done.catch(() => undefined);
    return done;
  }

  forget(sessionId?: string): void {
    if (sessionId === undefined) this.memos.clear();
    else this.memos.delete(sessionId);
  }

  beginAnew(): void {
    this.memos.clear();
    this.cursor = null;
    this.backlog.drop(Number.POSITIVE_INFINITY);
    this.plan(0);
  }

  async close(): Promise<void> {
    if (this.started && this.backlog.newest > (this.cursor ?? 0)) await this.caughtUp(1_000);
    this.closed = true;
    this.cancel?.();
    this.wake?.();
    await this.running;
  }

  private plan(ms: number): void {
    if (!this.started || this.closed || this.running !== null) return;
    const wait = Math.max(ms, this.notBefore - this.parts.now());
    if (this.cancel !== null && wait > 0) return;
    this.cancel?.();
    this.cancel = this.parts.after(wait, () => {
      this.cancel = null;
      this.running = this.run().finally(() => {
        this.running = null;
        if (this.failed || this.backlog.newest > (this.cursor ?? 0)) this.plan(this.urgent ? 0 : COALESCED_MS);
      });
    });
  }

  private async run(): Promise<void> {
    try {
      await this.parts.rules.load();
      this.cursor ??= await this.parts.store.cursor();
      while (!this.closed && (await this.inTurn(() => this.step()))) await this.pause();
      this.retryMs = RETRY_MS.first;
      this.failed = false;
    } catch (error) {
      this.failed = true;
      this.parts.log.warn("what was said could not be written down; it is tried again", { reason: error instanceof Error ? error.message : String(error) });
      // What a failed write left behind is not known.
      this.memos.clear();
      this.notBefore = this.parts.now() + this.retryMs;
      this.retryMs = Math.min(this.retryMs * 2, RETRY_MS.longest);
    }
  }

  /** @returns whether there is more at once */
  private async step(): Promise<boolean> {
    const cursor = this.cursor ?? 0;
    this.lastRunAt = this.parts.now();
    const fresh = this.backlog.after(cursor, PAGE);
    this.readsOldLog = fresh === null;
    const events = fresh ?? (await this.parts.events.tail(cursor, PAGE));
    const last = events.at(-1)?.seq;
    if (last === undefined) {
      // Events that were removed before they were read leave nothing to wait for.
      this.moved(Math.max(cursor, this.backlog.newest));
      return false;
    }
    await this.write(events, last);
    this.took = Math.max(1, this.parts.now() - this.lastRunAt);
    this.moved(last);
    return events.length === PAGE || this.backlog.newest > last;
  }

  private async write(events: readonly MascotEvent[], cursor: number): Promise<void> {
    await this.remember(events);
    const folders = await this.foldersOf(events);
    const { sessions, interactions, memos } = this.projected(events, folders);
    await this.parts.store.project({ cursor, sessions, interactions });
    this.keep(memos);
    this.tell(new Set([...sessions, ...interactions].map(({ session_id }) => session_id)));
    this.parts.onEnded?.(endsIn(events));
  }

  /** An event that cannot be taken is passed over: one bad row must not hide all that follow. */
  private projected(events: readonly MascotEvent[], folders: ReadonlyMap<string, string>) {
    const rules = { memos: this.memos, projectOf: (cwd: string) => folders.get(cwd) ?? cwd, records: (project: string) => this.parts.rules.of(project).record };
    try {
      return projectEvents(events, rules);
    } catch {
      const good = events.filter((event) => this.isTaken(event, rules));
      return projectEvents(good, rules);
    }
  }

  private isTaken(event: MascotEvent, rules: Parameters<typeof projectEvents>[1]): boolean {
    try {
      projectEvents([event], rules);
      return true;
    } catch (error) {
      this.parts.log.error("an event could not be written into the conversation", { id: event.id, reason: error instanceof Error ? error.message : String(error) });
      return false;
    }
  }

  private async remember(events: readonly MascotEvent[]): Promise<void> {
    for (const id of sessionsIn(events)) {
      if (this.memos.has(id)) continue;
      const row = await this.parts.store.session(id);
      if (row !== null) this.memos.set(id, memoOf(row));
    }
  }

  /** Folders that strangers name are not looked at. */
  private async foldersOf(events: readonly MascotEvent[]): Promise<Map<string, string>> {
    const folders = new Map<string, string>();
    for (const { payload, trust, session_id } of events) {
      if (trust === "unverified" || !session_id || this.memos.get(session_id)?.project) continue;
      const { cwd, project_dir } = (payload ?? {}) as { cwd?: string; project_dir?: string };
      const folder = cwd || project_dir;
      if (folder && !folders.has(folder)) folders.set(folder, await this.parts.projects.find(folder));
    }
    return folders;
  }

  private keep(memos: ReadonlyMap<string, SessionMemo>): void {
    for (const [id, memo] of memos) {
      this.memos.delete(id);
      this.memos.set(id, memo);
    }
    for (const id of this.memos.keys()) {
      if (this.memos.size <= MEMOS) break;
      this.memos.delete(id);
    }
  }

  private moved(cursor: number): void {
    this.cursor = cursor;
    this.backlog.drop(cursor);
    const done = this.waiting.filter(({ seq }) => seq <= cursor);
    this.waiting = this.waiting.filter(({ seq }) => seq > cursor);
    if (this.waiting.length === 0) this.urgent = false;
    for (const { resolve } of done) resolve();
  }

  private tell(sessions: ReadonlySet<string>): void {
    if (sessions.size === 0) return;
    const grew = { session_ids: [...sessions].slice(0, GREW_AT_MOST) };
    for (const listener of [...this.listeners]) listener(grew);
  }

  private rest(now: number): number {
    if (this.backlog.isBusy(now)) return Math.min(LONGEST_REST_MS.busy, this.took * YIELDING.busy);
    return Math.min(LONGEST_REST_MS.else, this.took * (this.readsOldLog ? YIELDING.oldLog : YIELDING.else));
  }

  private async pause(): Promise<void> {
    if (this.urgent) return;
    const ms = this.rest(this.parts.now());
    await new Promise<void>((resolve) => {
      const stop = this.parts.after(ms, resolve);
      this.wake = () => {
        stop();
        resolve();
      };
    });
    this.wake = null;
  }
}

function endsIn(events: readonly MascotEvent[]): { session_id: string; how: "turn" | "session" }[] {
  const ends = new Map<string, "turn" | "session">();
  for (const { event_type, session_id, agent_id, trust } of events) {
    if (!session_id || trust === "unverified") continue;
    if (event_type === "session_ended") ends.set(session_id, "session");
    else if (event_type === "agent_stopped" && agent_id === session_id && !ends.has(session_id)) ends.set(session_id, "turn");
  }
  return [...ends].map(([session_id, how]) => ({ session_id, how }));
}
