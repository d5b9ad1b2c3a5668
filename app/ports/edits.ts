/**
 * Which files were edited while a port ran: follows the log behind the hooks, gathers for a moment, and writes edits and place in the log together, so that after a kill each edit is
 * counted once.
 */
import { realpath } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, resolve, sep } from "node:path";
import type { MascotEvent } from "../../schemas/generated/types.ts";
import { editedPath } from "../domain/ports/edited.ts";
import type { PayloadCommon } from "../domain/event-payloads.ts";
import { wayInto } from "../machine/inside.ts";
import type { EventStore, Log } from "../parts.ts";
import type { PortEdit, PortStore } from "../ports-parts.ts";
import type { Book } from "./book.ts";

export interface Edits {
  /** Committed events in the order of the log. */
  noteCommitted(events: readonly MascotEvent[]): void;
  /** @param path absolute, or within the project */
  note(project: string, session: string | null, path: string, at: number): void;
  /** Reads what was committed before this run, or before it was listened to. */
  catchUp(): Promise<void>;
  /** All that was heard is written. */
  settled(): Promise<void>;
  /** Nothing that was heard counts any more: the table was taken away. */
  forget(): void;
}

export interface EditsOptions {
  book: Book;
  store: Pick<PortStore, "addEdits">;
  events: Pick<EventStore, "tail">;
  /** Of an event's folder. */
  projectOf(folder: string): Promise<string>;
  after(ms: number, callback: () => void): () => void;
  /** Numbers changed that are shown. */
  onChange(): void;
  log: Log;
}

const GATHER_MS = 1_000;
const PAGE = 1_000;
/** A port that runs for weeks without an edit: the place in the log is written down all the same, or a start would read all of it. */
const NOTED_EVERY = 2_000;

export function createEdits(options: EditsOptions): Edits {
  return new EditsOfPorts(options);
}

class EditsOfPorts implements Edits {
  private readonly pending = new Map<string, PortEdit>();
  private work: Promise<void> = Promise.resolve();
  private handled = 0;
  private written = 0;
  private listening = false;
  private cancel: (() => void) | null = null;

  constructor(private readonly options: EditsOptions) {}

  noteCommitted(events: readonly MascotEvent[]): void {
    if (!this.listening || !this.options.book.isAnyRunning()) return;
    this.inOrder(() => this.handle(events));
  }

  note(project: string, session: string | null, path: string, at: number): void {
    const inside = within(project, isAbsolute(path) ? path : join(project, path));
    if (inside === null) return;
    for (const port of this.options.book.runningFor(project, session)) this.gather({ project, id: port.id, path: inside, edits: 1, at });
  }

  catchUp(): Promise<void> {
    this.listening = true;
    return this.inOrder(async () => {
      const running = this.options.book.all().filter((port) => port.state === "running");
      if (running.length === 0) return;
      this.handled = this.written = Math.min(...running.map((port) => port.noted_seq));
      for (;;) {
        const page = await this.options.events.tail(this.handled, PAGE);
        await this.handle(page);
        if (page.length < PAGE) break;
      }
      await this.write();
    });
  }

  async settled(): Promise<void> {
    await this.inOrder(() => this.write());
  }

  forget(): void {
    this.listening = false;
    this.pending.clear();
    this.handled = this.written = 0;
  }

  private inOrder(step: () => Promise<void>): Promise<void> {
    this.work = this.work.then(step).catch((error: unknown) => this.options.log.warn("edits of ports could not be written down", { error: String(error) }));
    return this.work;
  }

  private async handle(events: readonly MascotEvent[]): Promise<void> {
    for (const event of events) {
      const seq = event.seq ?? 0;
      if (seq <= this.handled) continue;
      await this.handleOne(event);
      this.handled = seq;
    }
    if (this.handled - this.written >= NOTED_EVERY) this.writeSoon();
  }

  private async handleOne(event: MascotEvent): Promise<void> {
    const path = editedPath(event);
    if (path === null) return;
    const { cwd, project_dir } = (event.payload ?? {}) as PayloadCommon;
    // A session stays one of the project that it began in, wherever it changes to.
    const folder = project_dir ?? cwd;
    if (folder === undefined) return;
    const project = await this.options.projectOf(folder);
    const file = await placeOf(project, resolve(cwd ?? folder, path));
    if (file !== null) this.note(project, event.session_id ?? null, file, Date.parse(event.ts));
  }

  private gather(edit: PortEdit): void {
    const key = `${edit.project}\0${edit.id}\0${edit.path}`;
    const known = this.pending.get(key);
    this.pending.set(key, known === undefined ? edit : { ...known, edits: known.edits + 1, at: Math.max(known.at, edit.at) });
    this.writeSoon();
  }

  private writeSoon(): void {
    this.cancel ??= this.options.after(GATHER_MS, () => {
      this.cancel = null;
      void this.settled();
    });
  }

  private async write(): Promise<void> {
    const edits = [...this.pending.values()];
    if (edits.length === 0 && this.handled - this.written < NOTED_EVERY) return;
    const seq = this.handled;
    this.pending.clear();
    try {
      for (const { project, id, files } of await this.options.store.addEdits(edits, seq)) this.options.book.setFiles(project, id, files);
    } catch (error) {
      for (const edit of edits) this.gather(edit);
      throw error;
    }
    this.written = seq;
    if (edits.length > 0) this.options.onChange();
  }
}

/** The project is a real path; the client's may lead through a link. */
async function placeOf(project: string, path: string): Promise<string | null> {
  if (within(project, path) !== null) return path;
  const folder = await realpath(dirname(path)).catch(() => null);
  const real = folder === null ? null : join(folder, basename(path));
  return real === null || within(project, real) === null ? null : real;
}

/** @returns the path from the project on, with `/`; null for what lies elsewhere */
function within(project: string, path: string): string | null {
  const way = wayInto(project, path);
  return way === null || way === "" ? null : way.split(sep).join("/");
}
