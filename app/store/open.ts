/** Opens the event log: makes it when missing, checks it after an unclean end, brings it to the newest layout, and tells what the person should hear. */
import { setTimeout as wait } from "node:timers/promises";
import type { Notice } from "../../schemas/generated/types.ts";
import type { ConversationStore } from "../conversation-parts.ts";
import { type Clock, type EventStore, type Log, StoreError } from "../parts.ts";
import type { FiguresStore } from "../figures-parts.ts";
import type { PortStore } from "../ports-parts.ts";
import type { OutboxRoute, OutboxStore } from "../bridges-parts.ts";
import { distrustIndex } from "./conversation/rebuilding.ts";
import { type DataExchange, SqliteConversationStore } from "./conversation-store.ts";
import { CHECK_BUDGET_MS, findDamage, findWrongHeader, isOfTheIndex } from "./damage.ts";
import { toStoreError } from "./errors.ts";
import { SqliteEventStore } from "./event-store.ts";
import { backUp, clearSuspicion, isSuspected, prepareFile, putAside, wasLeftOpen } from "./files.ts";
import { prepareIntake } from "./intake.ts";
import { assertNotNewer, migrate, versionOf } from "./migrate.ts";
import { countOnFrom, lastSeqGiven } from "./repositories/events.ts";
import type { Rescuable } from "./lost-file.ts";
import { createFiguresStore } from "./figures-store.ts";
import { createOutboxStore } from "./outbox-store.ts";
import { createPortStore } from "./port-store.ts";
import { Connection, inTransaction } from "./sqlite.ts";

export type StoreNotice = Omit<Notice, "at">;

export interface StoreOptions {
  /** Absolute path of events.db; its folder is made when missing. */
  file: string;
  clock: Clock;
  log?: Log;
  /** user_id of interactions (specification 3 §4). */
  userId?: string;
  /** hash_seed of specification 1 §5.3, for the registry. An integer. */
  avatarSeed(agentId: string): number;
  /** Milliseconds without a write after which the write-ahead log is emptied. */
  quietMs?: number;
  /** Events of a new file count on from here. */
  seqAfter?: number;
  /** Bridges that are on: their rows are written from the first event on. */
  routes?: readonly OutboxRoute[];
  /** SQLite found the file damaged while it was in use. It is noted for the next opening. */
  onDamaged?(): void;
  /** Milliseconds to wait for somebody else's lock, each time. */
  busyTimeoutMs?: number;
}

export interface OpenedStore {
  store: EventStore & Rescuable;
  /** In the same file; it ends with the store. */
  conversation: ConversationStore & DataExchange;
  ports: PortStore;
  figures: FiguresStore;
  outbox: OutboxStore;
}

const BUSY_TIMEOUT_MS = 2000;
const BUSY_PAUSE_MS = 250;
const QUIET_MS = 2000;
/** Longer than our own reads take. Emptying the write-ahead log waits so long for readers, and appends wait with it: a database browser left open must not cost more. */
const CHECKPOINT_PATIENCE_MS = 100;

/** Writer's cache 16 MB at most: the indexes of a million events stay in memory. */
const EVERY_CONNECTION = "PRAGMA foreign_keys = ON; PRAGMA synchronous = NORMAL; PRAGMA trusted_schema = OFF; PRAGMA temp_store = MEMORY;";
const WRITER = `${EVERY_CONNECTION} PRAGMA secure_delete = FAST; PRAGMA cache_size = -16000; PRAGMA journal_size_limit = 8388608; PRAGMA wal_autocheckpoint = 0;`;
const READER = `${EVERY_CONNECTION} PRAGMA query_only = ON; PRAGMA cache_size = -8000; PRAGMA wal_autocheckpoint = 0;`;
/** Only before the first table exists: later retention can give pages back without rewriting the file. */
const NEW_FILE = "PRAGMA auto_vacuum = INCREMENTAL;";

/**
 * @returns the store, and what happened to the file on the way (notices `database_damaged`, `database_migrated`)
 * @throws StoreError newer_file (nothing was written), busy, disk_full, failed (no rights, read-only). `noticeOf` has the words for the person
 */
export async function openStore(options: StoreOptions): Promise<OpenedStore & { notices: StoreNotice[] }> {
  const notices: StoreNotice[] = [];
  try {
    const writer = await openWriter(options, notices);
    return { ...(await startStore(writer, options)), notices };
  } catch (error) {
    throw toStoreError(error);
  }
}

/** What to tell the person when the store did not open. */
export function noticeOf(error: StoreError, file: string): StoreNotice {
  const id = error.reason === "newer_file" ? "database_newer" : error.reason === "disk_full" ? "disk_full" : "database_unavailable";
  return { id, level: "error", values: { file, reason: error.message } };
}

async function openWriter(options: StoreOptions, notices: StoreNotice[]): Promise<Connection> {
  try {
    return await openUsable(options, notices);
  } catch (error) {
    if (toStoreError(error).reason !== "damaged") throw error;
    const aside = await putAside(options.file, options.clock.now());
    await clearSuspicion(options.file);
    options.log?.error("database damaged, put aside", { aside, reason: String(error) });
    notices.push({ id: "database_damaged", level: "error", values: { file: aside, reason: toStoreError(error).message } });
    return openUsable(options, notices);
  }
}

/** @throws StoreError damaged; the connection is closed then */
async function openUsable(options: StoreOptions, notices: StoreNotice[]): Promise<Connection> {
  const { file, busyTimeoutMs = BUSY_TIMEOUT_MS } = options;
  await prepareFile(file);
  assertNone(await findWrongHeader(file));
  const [leftOpen, suspected] = await Promise.all([wasLeftOpen(file), isSuspected(file)]);
  const connection = await Connection.open(file, busyTimeoutMs);
  try {
    const brokenIndex = await onceMoreIfBusy(() => assertSound(connection, suspected ? Infinity : leftOpen ? CHECK_BUDGET_MS : false));
    await onceMoreIfBusy(() => bringUp(connection, options, notices));
    // Somebody met damage and the pages are sound: what else there is to distrust is the index.
    if (brokenIndex || suspected) await distrustIndex(connection);
    if (suspected) await clearSuspicion(file);
    return connection;
  } catch (error) {
    await connection.close().catch(() => undefined);
    throw error;
  }
}

/** @returns whether the search index is to be made anew */
async function assertSound(connection: Connection, walk: number | false): Promise<boolean> {
  const damage = await findDamage(connection, walk);
  if (damage !== null && isOfTheIndex(damage)) return true;
  assertNone(damage);
  return false;
}

function assertNone(damage: string | null): void {
  if (damage !== null) throw new StoreError("damaged", damage);
}

async function bringUp(connection: Connection, options: StoreOptions, notices: StoreNotice[]): Promise<void> {
  const version = await versionOf(connection);
  assertNotNewer(version);
  if (version === 0) await connection.exec(NEW_FILE);
  await connection.exec(`PRAGMA journal_mode = WAL; ${WRITER}`);
  // Says now, and not at the first event, that the place is read-only or locked.
  await inTransaction(connection, async () => undefined);
  const { from, to, backup } = await migrate(connection, (old) => backUpBefore(connection, options, old));
  if (backup === null) return;
  options.log?.info("database brought to a newer layout", { from, to, backup });
  notices.push({ id: "database_migrated", level: "info", values: { from, to, backup } });
}

/** A copy of the one file is whole only when the write-ahead log is empty. */
async function backUpBefore(connection: Connection, options: StoreOptions, version: number): Promise<string> {
  await connection.all("PRAGMA wal_checkpoint(TRUNCATE)");
  return backUp(options.file, version, options.clock.now());
}

async function startStore(writer: Connection, options: StoreOptions): Promise<OpenedStore> {
  const opened: Connection[] = [writer];
  try {
    const { file, busyTimeoutMs = BUSY_TIMEOUT_MS } = options;
    await prepareIntake(writer);
    if (options.seqAfter !== undefined) await countOnFrom(writer, options.seqAfter);
    const last = await lastSeqGiven(writer);
    const reader = await Connection.open(file, busyTimeoutMs);
    opened.push(reader);
    await reader.exec(READER);
    const helper = await Connection.open(file, CHECKPOINT_PATIENCE_MS);
    opened.push(helper);
    await helper.exec(READER);
    const searcher = await Connection.open(file, busyTimeoutMs);
    opened.push(searcher);
    await searcher.exec(READER);
    const { clock, log = null, avatarSeed, quietMs = QUIET_MS, userId } = options;
    const store = new SqliteEventStore({ writer, reader, helper, searcher }, { file, clock, log, avatarSeed, quietMs, onDamaged: options.onDamaged }, last);
    const outbox = createOutboxStore(store.shared(), clock);
    if (options.routes !== undefined) await outbox.route(options.routes);
    return { store, outbox, figures: createFiguresStore(file), ports: createPortStore(store.shared()), conversation: new SqliteConversationStore(store.shared(), { clock, log, ...(userId === undefined ? {} : { userId }) }) };
  } catch (error) {
    for (const connection of opened) await connection.close().catch(() => undefined);
    throw error;
  }
}

/** VS Code's experience with the same driver: a lock at the start is mostly the end of the run before. */
async function onceMoreIfBusy<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (toStoreError(error).reason !== "busy") throw error;
    await wait(BUSY_PAUSE_MS);
    return work();
  }
}
