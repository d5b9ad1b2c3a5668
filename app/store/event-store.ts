/** EventStore over SQLite: a connection that writes, one that reads beside it, one that keeps the write-ahead log small. */
import type { AgentView, EventsQuery, MascotEvent } from "../../schemas/generated/types.ts";
import { type AppendItem, type AppendOutcome, type Clock, type EventStore, type Log, StoreError, type ToldRange } from "../parts.ts";
import type { ItemResult } from "./batch.ts";
import { toStoreError } from "./errors.ts";
import { type PreparedItem, prepareItem } from "./event-row.ts";
import { noteSuspicion } from "./files.ts";
import { RecentKeys } from "./recent-keys.ts";
import { saveViews } from "./repositories/agents.ts";
import { lastCheckpoint, saveCheckpoint } from "./repositories/checkpoints.ts";
import { pruneSlice } from "./repositories/deliveries.ts";
import { countEvents, firstSeq, selectEvents, selectTail, selectTold, seqBefore } from "./repositories/events.ts";
import { getMeta, setMeta } from "./repositories/meta.ts";
import type { SharedFile } from "./shared-file.ts";
import { SightingFilter } from "./sightings.ts";
import { type Connection, inTransaction } from "./sqlite.ts";
import { WalKeeper } from "./wal-keeper.ts";
import { Writer } from "./writer.ts";

const KEYS_REMEMBERED = 20_000;
const AGENTS_REMEMBERED = 5_000;
const DAY_MS = 24 * 60 * 60 * 1000;
/** The spool keeps 30 days (DESIGN §7): what is older than this cannot come again. */
const DELIVERIES_KEPT_MS = 40 * DAY_MS;
const PRUNED_AT = "deliveries_pruned_at";
/** How often the question "a day since?" is asked; the first time well after the start, which it must not slow. */
const TIDY_EVERY_MS = 10 * 60 * 1000;

export interface Connections {
  writer: Connection;
  reader: Connection;
  helper: Connection;
  searcher: Connection;
}

export interface EventStoreOptions {
  file: string;
  clock: Clock;
  log: Log | null;
  avatarSeed(agentId: string): number;
  /** Milliseconds without a write after which the write-ahead log is emptied. */
  quietMs: number;
  /** SQLite found the file damaged while it was in use. */
  onDamaged?(): void;
}

/**
 * Some of the deliveries of one append could not be written. The others are: `results` has the outcome or the error of each, in order.
 * `reason` and `message` are those of the first that failed.
 */
export class AppendError extends StoreError {
  constructor(first: StoreError, readonly results: readonly ItemResult[]) {
    super(first.reason, first.message);
  }
}

export class SqliteEventStore implements EventStore {
  private readonly writer: Writer;
  private readonly wal: WalKeeper;
  private readonly tidyTimer: NodeJS.Timeout;
  private counted: Promise<{ count: number; last: number }> | null = null;
  private closing: Promise<void> | null = null;

  constructor(private readonly connections: Connections, private readonly options: EventStoreOptions, private last: number) {
    const { writer, helper } = connections;
    this.wal = new WalKeeper(options.file, helper, (error) => options.log?.warn("write-ahead log not emptied", { error: String(error) }));
    const context = {
      connection: writer, clock: options.clock, avatarSeed: options.avatarSeed,
      recent: new RecentKeys(KEYS_REMEMBERED), sightings: new SightingFilter(AGENTS_REMEMBERED), lastSeq: last,
    };
    this.writer = new Writer(context, this.wal, options.quietMs, (seqs) => this.noteStored(seqs), (error) => this.noteFailure(error));
    this.tidyTimer = setInterval(() => void this.tidy().catch((error: unknown) => this.noteFailure(toStoreError(error))), TIDY_EVERY_MS);
    this.tidyTimer.unref();
  }

  /** @throws AppendError (a StoreError) when at least one delivery was not written */
  async append(items: AppendItem[]): Promise<AppendOutcome[]> {
    this.assertOpen();
    const results = await Promise.all(items.map((item) => this.appendOne(item)));
    const failure = results.find((result): result is StoreError => result instanceof StoreError);
    if (failure !== undefined) throw new AppendError(failure, results);
    return results as AppendOutcome[];
  }

  events(query: EventsQuery): Promise<MascotEvent[]> {
    return this.read((reader) => selectEvents(reader, query));
  }

  tail(afterSeq: number, limit: number): Promise<MascotEvent[]> {
    return this.read((reader) => selectTail(reader, afterSeq, limit));
  }

  told({ sessionId, ...range }: ToldRange): Promise<MascotEvent[]> {
    return this.read((reader) => selectTold(reader, { ...range, ...(sessionId === null ? {} : { session_id: sessionId }) }));
  }

  firstSeq(): Promise<number | null> {
    return this.read(firstSeq);
  }

  seqBefore(receivedAt: number): Promise<number> {
    return this.read((reader) => seqBefore(reader, receivedAt));
  }

  /** Counted once, when first asked, and kept up since: counting a million rows takes long enough to be seen. */
  async countEvents(): Promise<number> {
    if (this.counted === null) {
      this.counted = this.read(countEvents);
      this.counted.catch(() => {
        this.counted = null;
      });
    }
    const { count, last } = await this.counted;
    return count + Math.max(0, this.last - last);
  }

  async lastSeq(): Promise<number> {
    return this.last;
  }

  saveCheckpoint(seq: number, world: string): Promise<void> {
    return this.write((connection) => saveCheckpoint(connection, seq, world, this.options.clock.now()));
  }

  lastCheckpoint(): Promise<{ seq: number; world: string } | null> {
    return this.read(lastCheckpoint);
  }

  async saveAgentStates(views: AgentView[]): Promise<void> {
    if (views.length > 0) await this.write((connection) => saveViews(connection, views, this.options.clock.now()));
  }

  /** Forgets deliveries that cannot come again; at most once a day, in slices between which appends go on. */
  async tidy(): Promise<void> {
    const now = this.options.clock.now();
    const last = await this.read((reader) => getMeta(reader, PRUNED_AT));
    if (last !== null && now - Number(last) < DAY_MS) return;
    for (let from: string | null = ""; from !== null && this.closing === null; ) {
      const after: string = from;
      from = await this.write((connection) => pruneSlice(connection, after, now - DELIVERIES_KEPT_MS));
    }
    if (this.closing === null) await this.write((connection) => setMeta(connection, PRUNED_AT, String(now)));
  }

  /** All that is committed, as another database; also when this one's file has no name any more. @throws StoreError */
  copyInto(file: string): Promise<void> {
    return this.outside(async (writer) => {
      await writer.all("VACUUM INTO ?", [file]);
    });
  }

  close(): Promise<void> {
    this.closing ??= this.closeNow();
    return this.closing;
  }

  /** For the other tables of the file. */
  shared(): SharedFile {
    return {
      file: this.options.file,
      read: (work) => this.read(work),
      search: (work) => this.read(() => work(this.connections.searcher)),
      write: (work, bytes) => this.write(work, bytes),
      outside: (work, bytes) => this.outside(work, bytes),
      empty: () => this.outside(() => this.wal.whenQuiet()),
      forgetCount: () => {
        this.counted = null;
      },
      countEvents: () => this.countEvents(),
      isClosing: () => this.closing !== null,
    };
  }

  private async closeNow(): Promise<void> {
    clearInterval(this.tidyTimer);
    await this.writer.stop();
    const { writer, reader, helper, searcher } = this.connections;
    await writer.exec("PRAGMA analysis_limit = 400; PRAGMA optimize").catch((error: unknown) => this.options.log?.debug("optimize", { error: String(error) }));
    await this.wal.whenQuiet();
    for (const connection of [searcher, helper, reader, writer]) await connection.close();
  }

  private async appendOne(item: AppendItem): Promise<ItemResult> {
    let prepared: PreparedItem;
    try {
      prepared = prepareItem(item, this.options.clock.now());
    } catch (error) {
      return toStoreError(error);
    }
    return this.writer.append(prepared);
  }

  private async read<Result>(work: (reader: Connection) => Promise<Result>): Promise<Result> {
    this.assertOpen();
    return this.asStoreError(() => work(this.connections.reader));
  }

  private write<Result>(work: (connection: Connection) => Promise<Result>, bytes = 0): Promise<Result> {
    return this.outside((writer) => inTransaction(writer, () => work(writer)), bytes);
  }

  private async outside<Result>(work: (connection: Connection) => Promise<Result>, bytes = 0): Promise<Result> {
    this.assertOpen();
    return this.asStoreError(() =>
      this.writer.exclusively(async () => {
        const result = await work(this.connections.writer);
        this.wal.noteCommit(0, bytes);
        return result;
      }),
    );
  }

  private async asStoreError<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      const storeError = toStoreError(error);
      this.noteFailure(storeError);
      throw storeError;
    }
  }

  private assertOpen(): void {
    if (this.closing !== null) throw new StoreError("failed", "The event log is closed");
  }

  private noteStored(seqs: readonly number[]): void {
    this.last = Math.max(this.last, seqs.at(-1) ?? 0);
  }

  private noteFailure(error: StoreError): void {
    if (error.reason !== "damaged") return;
    void noteSuspicion(this.options.file).then(() => this.options.onDamaged?.());
  }
}
