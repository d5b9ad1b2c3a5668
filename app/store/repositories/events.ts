/** Table events: the log. */
import type { EventsQuery, MascotEvent } from "../../../schemas/generated/types.ts";
import { type EventRow, type EventTexts, toEvent } from "../event-row.ts";
import type { Connection } from "../sqlite.ts";

/** Bound columns in the order of toTexts; `true`: may be null, bound as ''. */
export const BOUND_COLUMNS: readonly (readonly [name: string, nullable: boolean])[] = [
  ["id", false], ["version", false], ["ts", false], ["event_type", false], ["source", false], ["provider", true], ["workspace_id", false], ["terminal_session_id", false],
  ["run_id", true], ["session_id", true], ["agent_id", false], ["target_agent_id", true], ["task_id", true], ["turn_id", true],
  ["severity", true], ["trust", true], ["payload", true], ["thinking_text", true], ["raw", true],
];
const COLUMN_NAMES = BOUND_COLUMNS.map(([name]) => name).join(", ");

/**
 * ?1 is received_at, the same for all rows of a statement. OR ROLLBACK: a row that breaks a rule ends the whole transaction, which the caller would do anyway;
 * SQLite then keeps no copy of each page for undoing the statement alone.
 */
function insertSql(rows: number): string {
  let next = 2;
  const tuple = () => `(?1, ${BOUND_COLUMNS.map(([, nullable]) => (nullable ? `NULLIF(?${next++}, '')` : `?${next++}`)).join(", ")})`;
  return `INSERT OR ROLLBACK INTO events (received_at, ${COLUMN_NAMES}) VALUES ${Array.from({ length: rows }, tuple).join(", ")}`;
}

/** Rows of one statement, largest first: any number of rows is a handful of statements that are prepared once. */
const CHUNKS = [128, 64, 32, 16, 8, 4, 2, 1] as const;
const INSERTS = new Map<number, string>(CHUNKS.map((size) => [size, insertSql(size)]));

/**
 * Inserts in order, inside the caller's transaction.
 * @returns the seq of each row
 */
export async function insertEvents(connection: Connection, rows: readonly EventTexts[], receivedAt: number): Promise<number[]> {
  const seqs: number[] = [];
  while (seqs.length < rows.length) {
    const done = seqs.length;
    const size = CHUNKS.find((chunk) => chunk <= rows.length - done) as number;
    const { lastId } = await connection.run(INSERTS.get(size) as string, parametersOf(rows.slice(done, done + size), receivedAt));
    pushSeqs(seqs, lastId, size);
  }
  return seqs;
}

function parametersOf(rows: readonly EventTexts[], receivedAt: number): string[] {
  return [String(receivedAt)].concat(...rows);
}

/** One INSERT gives its rows consecutive numbers and reports the last. */
function pushSeqs(seqs: number[], last: number, count: number): void {
  for (let seq = last - count + 1; seq <= last; seq++) seqs.push(seq);
}

export const SQL_IDS_KNOWN = "SELECT id FROM events WHERE id IN (SELECT value FROM json_each(?))";

/** Which of these event ids are in the log. */
export async function knownIds(connection: Connection, ids: readonly string[]): Promise<Set<string>> {
  const rows = await connection.all<{ id: string }>(SQL_IDS_KNOWN, [JSON.stringify(ids)]);
  return new Set(rows.map((row) => row.id));
}

const SELECTED = `seq, ${COLUMN_NAMES}`;
const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 1000;

/** From the one that leaves fewest events to the one that leaves most. */
const FILTERS = ["session_id", "agent_id", "event_type"] as const;
const RANGES = { after: "seq > ?", before: "seq < ?" } as const;

/**
 * The query as SQL and its parameters. With `after` oldest first, else newest first; with both, the events between, oldest first.
 * Values are parameters, always; the text is put together from the constants above.
 *
 * The first filter leads to the index; the others have a + that keeps SQLite from choosing theirs: its statistics are samples, and by them it read every event
 * of a type to find those of one session.
 */
export function eventsSql(query: EventsQuery, columns = SELECTED): { sql: string; params: (string | number)[] } {
  const filters = FILTERS.filter((name) => query[name] !== undefined);
  const ranges = (["after", "before"] as const).filter((name) => query[name] !== undefined);
  const conditions = [...filters.map((name, index) => `${index === 0 ? "" : "+"}${name} = ?`), ...ranges.map((name) => RANGES[name])];
  const where = conditions.length === 0 ? "" : ` WHERE ${conditions.join(" AND ")}`;
  const order = query.after === undefined ? "DESC" : "ASC";
  const limit = Math.max(1, Math.min(query.limit ?? DEFAULT_LIMIT, MAX_LIMIT));
  return { sql: `SELECT ${columns} FROM events${where} ORDER BY seq ${order} LIMIT ?`, params: [...[...filters, ...ranges].map((name) => query[name] as string | number), limit] };
}

export async function selectEvents(connection: Connection, query: EventsQuery): Promise<MascotEvent[]> {
  const { sql, params } = eventsSql(query);
  return (await connection.all<EventRow>(sql, params)).map(toEvent);
}

/** What hooks sent (`raw`) and what agents thought are the longest texts of the log. */
const WITHOUT_LONG_TEXTS = SELECTED.replace("thinking_text, raw", "NULL AS thinking_text, NULL AS raw");

/** Without `raw` and `thinking_text`. With `after` oldest first, else newest first. */
export async function selectTold(connection: Connection, query: EventsQuery): Promise<MascotEvent[]> {
  const { sql, params } = eventsSql(query, WITHOUT_LONG_TEXTS);
  return (await connection.all<EventRow>(sql, params)).map(toEvent);
}

export const SQL_FIRST_FROM = "SELECT seq, received_at FROM events WHERE seq >= ? ORDER BY seq LIMIT 1";

/** The first event that was recorded here; what was taken back from an export lies below. @returns null when there is none */
export async function firstSeq(connection: Connection): Promise<number | null> {
  return (await connection.first<{ seq: number }>(SQL_FIRST_FROM, [1]))?.seq ?? null;
}

/** The last seq that was recorded before a time (ms), by halves: seqs and times rise together but for steps of the clock. */
export async function seqBefore(connection: Connection, receivedAt: number): Promise<number> {
  let before = ((await firstSeq(connection)) ?? 1) - 1;
  let last = await lastSeqGiven(connection);
  while (before < last) {
    const middle = Math.floor((before + last) / 2);
    const row = await connection.first<{ seq: number; received_at: number }>(SQL_FIRST_FROM, [middle + 1]);
    if (row === null || row.received_at >= receivedAt) last = middle;
    else before = row.seq;
  }
  return before;
}

export const SQL_TAIL = `SELECT ${SELECTED} FROM events WHERE seq > ? ORDER BY seq LIMIT ?`;

/** Events after a seq, oldest first. No upper bound but the caller's. */
export async function selectTail(connection: Connection, afterSeq: number, limit: number): Promise<MascotEvent[]> {
  return (await connection.all<EventRow>(SQL_TAIL, [afterSeq, limit])).map(toEvent);
}

/** Both of one moment. The plain count reads the smallest index and not the rows. */
export const SQL_COUNT = "SELECT (SELECT count(*) FROM events) AS count, (SELECT seq FROM sqlite_sequence WHERE name = 'events') AS last";

export async function countEvents(connection: Connection): Promise<{ count: number; last: number }> {
  const row = await connection.first<{ count: number; last: number | null }>(SQL_COUNT);
  return { count: row?.count ?? 0, last: row?.last ?? 0 };
}

/** The last seq ever given, also when its row is gone. */
const SQL_LAST_SEQ = "SELECT seq FROM sqlite_sequence WHERE name = 'events'";

export async function lastSeqGiven(connection: Connection): Promise<number> {
  return (await connection.first<{ seq: number }>(SQL_LAST_SEQ))?.seq ?? 0;
}

const SQL_COUNT_ON = "INSERT INTO sqlite_sequence (name, seq) SELECT 'events', ? WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'events')";

/** Of a log that never held an event: what was told of another by its numbers is never met by this one's. */
export async function countOnFrom(connection: Connection, seq: number): Promise<void> {
  if (seq > 0) await connection.run(SQL_COUNT_ON, [seq]);
}


const SQL_LOWEST_SEQ = "SELECT seq FROM events ORDER BY seq LIMIT 1";

export async function lowestSeq(connection: Connection): Promise<number> {
  return (await connection.first<{ seq: number }>(SQL_LOWEST_SEQ))?.seq ?? 0;
}

const SQL_IMPORT = `INSERT OR IGNORE INTO events (seq, received_at, ${COLUMN_NAMES}) VALUES (?, ?, ${BOUND_COLUMNS.map(([, nullable]) => (nullable ? "NULLIF(?, '')" : "?")).join(", ")})`;

/** Events whose id is known are left out. @returns how many came in */
export async function importEvents(connection: Connection, events: readonly { seq: number; receivedAt: number; texts: EventTexts }[]): Promise<number> {
  let count = 0;
  for (const { seq, receivedAt, texts } of events) count += (await connection.run(SQL_IMPORT, [seq, receivedAt, ...texts])).changes;
  return count;
}
