/** Ports (work items), put together as assembly/ uses them. */
import { randomUUID } from "node:crypto";
import type { Clock, EventStore, IngestOutcome, Log } from "../parts.ts";
import type { PortsApi, PortStore } from "../ports-parts.ts";
import type { MascotEvent, PortRefusal, PortsQuery, PortSummary } from "../../schemas/generated/types.ts";
import { isOver } from "../domain/ports/dependencies.ts";
import { PORT_EVENTS } from "../domain/ports/port.ts";
import { createBook, inOrderOfInterest } from "./book.ts";
import { createEdits } from "./edits.ts";
import { createOrders, type PortTold } from "./orders.ts";
import { createSteadyClock } from "./steady-clock.ts";

export interface PortsDependencies {
  store: PortStore;
  events: Pick<EventStore, "tail">;
  /** Down the road of every event; in `noteCommitted` before it resolves. @param id the same twice is stored once */
  tell(id: string, events: readonly PortTold[]): Promise<IngestOutcome>;
  /** Git top-level of a folder, else the folder. */
  projectOf(folder: string): Promise<string>;
  mask(text: string): string;
  clock: Clock;
  /** Milliseconds of a clock that nobody sets. */
  ticks(): number;
  /** Calls back once after so many ms; the result takes it back. */
  after(ms: number, callback: () => void): () => void;
  log: Log;
}

export interface Ports {
  /**
   * Ports that count for an edit of the session in the project, from memory. @param session null: only those that count for the whole project
   * Nothing is known before `isKnown`.
   */
  running(project: string, session: string | null): readonly PortSummary[];
  /** The table was read. Until then nobody can say that no port runs. */
  isKnown(): boolean;
  /** A file was written while ports ran. @param path absolute, or within the project */
  noteEdit(project: string, session: string | null, path: string): void;
  /** Committed events in the order of the log. */
  noteCommitted(events: readonly MascotEvent[]): void;
  /** The log is open, or is another one now: what is known is read anew. */
  start(): void;
  api: PortsApi;
  /** Called after any change that is shown; at most once per turn of the event loop. */
  onChange(listener: () => void): () => void;
  close(): Promise<void>;
}

const DEFAULT_LIMIT = 200;
const FILES_SHOWN = 500;
/** An answer waits no longer for the table. */
const READY_WITHIN_MS = 3_000;
const AGAIN_MS = 5_000;
const LOOK_AT_CLOCK_MS = 30_000;
const NOT_READY: PortRefusal = { error: "not_ready", message: "The ports are not read yet; try again." };

export function createPorts(parts: PortsDependencies): Ports {
  return new PortsOfApp(parts);
}

class PortsOfApp implements Ports {
  readonly api: PortsApi;
  private readonly book = createBook();
  private readonly edits;
  private readonly orders;
  private readonly steady;
  private readonly listeners = new Set<() => void>();
  private readonly timers = new Map<string, () => void>();
  private readonly waiting = new Set<() => void>();
  /** Committed while the table is read, perhaps too late to be in what is read. */
  private readonly meanwhile: MascotEvent[] = [];
  private known = false;
  private loading: Promise<void> = Promise.resolve();
  /** Of several readings asked for only the last counts. */
  private runs = 0;
  private work: Promise<unknown> = Promise.resolve();
  private telling = false;
  private closed = false;

  constructor(private readonly parts: PortsDependencies) {
    const { store, events, projectOf, mask, clock, after, log } = parts;
    const masked = async (folder: string) => mask(await projectOf(folder));
    this.steady = createSteadyClock(clock.now, parts.ticks);
    this.edits = createEdits({ book: this.book, store, events, projectOf: masked, after, log, onChange: () => this.changed() });
    this.orders = createOrders({ book: this.book, now: clock.now, mask, projectOf, tell: (told) => this.tell(told), editsSettled: () => this.edits.settled() });
    this.api = this.createApi();
  }

  running(project: string, session: string | null): readonly PortSummary[] {
    const now = this.parts.clock.now();
    return this.book.runningFor(this.parts.mask(project), session).map((port) => this.book.summary(port, now));
  }

  isKnown(): boolean {
    return this.known;
  }

  noteEdit(project: string, session: string | null, path: string): void {
    this.edits.note(this.parts.mask(project), session, path, this.parts.clock.now());
  }

  noteCommitted(events: readonly MascotEvent[]): void {
    const own = events.filter((event) => PORT_EVENTS.has(event.event_type));
    if (!this.known) {
      this.meanwhile.push(...own);
      return;
    }
    if (own.filter((event) => this.book.apply(event)).length > 0) this.changed();
    this.edits.noteCommitted(events);
  }

  start(): void {
    this.known = false;
    const run = ++this.runs;
    this.loading = this.loading.then(() => (run === this.runs ? this.load(run) : undefined));
  }

  onChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  async close(): Promise<void> {
    this.closed = true;
    for (const cancel of this.timers.values()) cancel();
    await this.work;
    await this.loading;
    await this.edits.settled();
  }

  private async load(run: number): Promise<void> {
    try {
      await this.edits.settled();
      this.edits.forget();
      const ports = await this.parts.store.all();
      if (run !== this.runs) return;
      this.book.fill(ports);
      for (const event of this.meanwhile.splice(0)) this.book.apply(event);
      this.becameKnown();
      this.changed();
      this.lookAtClockLater();
      await this.edits.catchUp();
    } catch (error) {
      this.parts.log.warn("ports could not be read", { error: String(error) });
      this.later("load", AGAIN_MS, () => this.start());
    }
  }

  private later(name: string, ms: number, callback: () => void): void {
    this.timers.get(name)?.();
    if (!this.closed) this.timers.set(name, this.parts.after(ms, callback));
  }

  private lookAtClockLater(): void {
    this.later("clock", LOOK_AT_CLOCK_MS, () => {
      this.keepTime();
      this.lookAtClockLater();
    });
  }

  /** Spans stay as long as they are when the wall clock is set anew. */
  private keepTime(): void {
    const moved = this.steady.moved();
    if (moved === 0) return;
    this.book.shiftRunning(moved);
    this.changed();
    void this.parts.store.shiftRunning(moved).catch((error: unknown) => this.parts.log.warn("the time of running ports could not be set", { error: String(error) }));
  }

  private changed(): void {
    if (this.telling) return;
    this.telling = true;
    setImmediate(() => {
      this.telling = false;
      for (const listener of this.listeners) listener();
    });
  }

  private async tell(events: readonly PortTold[]): Promise<string[] | null> {
    const outcome = await this.parts.tell(`port:${randomUUID()}`, events);
    return outcome.ok && outcome.answer.status === "stored" ? outcome.answer.event_ids : null;
  }

  private createApi(): PortsApi {
    const { orders } = this;
    return {
      list: (query) => this.list(query),
      show: (ref) => this.whenKnown(async () => {
        const found = await orders.find(ref);
        if ("refused" in found) return found;
        const { project, id } = found.port;
        await this.edits.settled();
        const files = await this.parts.store.files(project, id, FILES_SHOWN);
        const port = this.book.ofProject(project).get(id) ?? found.port;
        return { done: { port: this.book.summary(port, this.parts.clock.now()), files } };
      }),
      create: (order) => this.inOrder(() => orders.create(order)),
      start: (order) => this.inOrder(() => orders.start(order)),
      end: (order) => this.inOrder(() => orders.end(order)),
    };
  }

  private async list(query: PortsQuery): Promise<{ items: PortSummary[] }> {
    const project = query.project === undefined && query.cwd === undefined ? null : await this.orders.projectOf(query);
    const { session_id, state, all = false, limit = DEFAULT_LIMIT } = query;
    await this.untilKnown();
    this.keepTime();
    const now = this.parts.clock.now();
    const items = this.book
      .all()
      .filter((port) => (project === null || port.project === project) && (session_id === undefined || port.session_id === session_id) && (state === undefined ? all || !isOver(port) : port.state === state))
      .sort(inOrderOfInterest)
      .slice(0, limit)
      .map((port) => this.book.summary(port, now));
    return { items };
  }

  /** One after the other: each sees what the one before did. */
  private inOrder<Done>(order: () => Promise<{ done: Done } | { refused: PortRefusal }>): Promise<{ done: Done } | { refused: PortRefusal }> {
    const done = this.work.then(() => this.whenKnown(order));
    this.work = done.catch(() => undefined);
    return done;
  }

  private async whenKnown<Done>(work: () => Promise<{ done: Done } | { refused: PortRefusal }>): Promise<{ done: Done } | { refused: PortRefusal }> {
    if (!(await this.untilKnown())) return { refused: NOT_READY };
    this.keepTime();
    return work();
  }

  private untilKnown(): Promise<boolean> {
    if (this.known) return Promise.resolve(true);
    return new Promise((resolve) => {
      const cancel = this.parts.after(READY_WITHIN_MS, () => {
        this.waiting.delete(done);
        resolve(this.known);
      });
      const done = () => {
        cancel();
        resolve(true);
      };
      this.waiting.add(done);
    });
  }

  private becameKnown(): void {
    this.known = true;
    for (const done of this.waiting) done();
    this.waiting.clear();
  }
}
