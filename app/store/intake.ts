/**
 * The short way into the log: one statement, and with it one trip to the driver's thread, writes up to 255 events, their deliveries and who was seen in them, and commits
 * them. On a machine that is busy (agents build and test on it) every trip waits for its turn, so the five of an explicit transaction cost a small append most of its time.
 *
 * Only plain deliveries go this way; whatever is special or fails goes the careful way (batch.ts), which tells duplicates, poisoned rows and a full disk apart.
 */
import type { EventTexts, PreparedItem } from "./event-row.ts";
import { seenSql } from "./repositories/agents.ts";
import { BOUND_COLUMNS } from "./repositories/events.ts";
import { type Connection, inTransaction, type PreparedStatement } from "./sqlite.ts";

const names = BOUND_COLUMNS.map(([name]) => name).join(", ");
const values = BOUND_COLUMNS.map(([name, nullable]) => (nullable ? `NULLIF(NEW.${name}, '')` : `NEW.${name}`)).join(", ");

/**
 * Of the connection and not of the file: it can change with any version of the app. A row without a seq is no event: it brings sightings (in the place of the raw payload),
 * or fills up a statement and is nothing.
 */
const SQL_CREATE = `
  CREATE TEMP VIEW intake AS SELECT NULL AS received_at, NULL AS seq, NULL AS delivery_key, ${BOUND_COLUMNS.map(([name]) => `NULL AS ${name}`).join(", ")};
  CREATE TEMP TRIGGER take_in INSTEAD OF INSERT ON intake WHEN NEW.seq <> '' BEGIN
    INSERT INTO events (seq, received_at, ${names}) VALUES (NEW.seq, NEW.received_at, ${values});
    INSERT INTO deliveries (key, seq, at) SELECT NEW.delivery_key, NEW.seq, NEW.received_at WHERE NEW.delivery_key <> '';
  END;
  CREATE TEMP TRIGGER see INSTEAD OF INSERT ON intake WHEN NEW.seq = '' AND NEW.raw <> '' BEGIN
    ${seenSql("NEW.raw")};
  END;`;

const ROW_WIDTH = BOUND_COLUMNS.length + 2;

/** ?1 is received_at, the same for all rows of a statement. */
function insertSql(rows: number): string {
  const tuple = (_: unknown, row: number) => `(?1, ${Array.from({ length: ROW_WIDTH }, (_column, n) => `?${2 + row * ROW_WIDTH + n}`).join(", ")})`;
  return `INSERT INTO intake (received_at, seq, delivery_key, ${names}) VALUES ${Array.from({ length: rows }, tuple).join(", ")}`;
}

/** Rows of the statements that are kept, prepared at first use; between two sizes the larger is filled up. 256 × 21 + 1 parameters of SQLite's 32,766: more rows gain nothing. */
const SIZES = [1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 20, 24, 28, 32, 40, 48, 56, 64, 80, 96, 112, 129, 160, 192, 224, 256] as const;
const LARGEST = 256;
/** One row is left for the sightings. */
const MOST_EVENTS = LARGEST - 1;
const SQL_OF_SIZE = new Map<number, string>(SIZES.map((size) => [size, insertSql(size)]));
const FILLER: EventTexts = Array<string>(ROW_WIDTH).fill("");

export async function prepareIntake(connection: Connection): Promise<void> {
  await connection.exec(SQL_CREATE);
}

/** One key at most, so that the table's own key finds the duplicate; no other table to write; few enough events for one statement, since a statement is what is whole or not at all. */
export function isPlain(item: PreparedItem): boolean {
  return item.portEvents.length === 0 && item.keys.length <= 1 && item.rows.length > 0 && item.rows.length <= MOST_EVENTS;
}

/** Deliveries of one statement, with the seqs their events get. */
export interface Chunk {
  items: PreparedItem[];
  firstSeq: number;
  /** Of events. */
  rows: number;
  /** JSON for seenSql, '' for none. */
  seen: string;
}

/**
 * Cuts deliveries into statements without cutting a delivery. Seqs follow `lastSeq`.
 * @param seen goes with the first
 */
export function cutIntoChunks(items: readonly PreparedItem[], lastSeq: number, seen = ""): Chunk[] {
  const chunks: Chunk[] = [];
  let chunk: Chunk = { items: [], firstSeq: lastSeq + 1, rows: 0, seen };
  for (const item of items) {
    if (chunk.rows + item.rows.length > MOST_EVENTS) {
      chunks.push(chunk);
      chunk = { items: [], firstSeq: chunk.firstSeq + chunk.rows, rows: 0, seen: "" };
    }
    chunk.items.push(item);
    chunk.rows += item.rows.length;
  }
  if (chunk.rows > 0) chunks.push(chunk);
  return chunks;
}

const rowsOf = ({ rows, seen }: Chunk): number => rows + (seen === "" ? 0 : 1);
const sizeFor = (chunk: Chunk): number => SIZES.find((size) => size >= rowsOf(chunk)) ?? LARGEST;
const sqlFor = (chunk: Chunk): string => SQL_OF_SIZE.get(sizeFor(chunk)) as string;

function parametersOf(chunk: Chunk, receivedAt: number): string[] {
  const rows: string[][] = [[String(receivedAt)]];
  let seq = chunk.firstSeq;
  for (const item of chunk.items) {
    item.rows.forEach((texts, index) => {
      rows.push([String(seq++), (index === 0 && item.keys[0]) || ""], texts);
    });
  }
  if (chunk.seen !== "") rows.push([...FILLER.slice(1), chunk.seen]);
  for (let filled = rowsOf(chunk); filled < sizeFor(chunk); filled++) rows.push(FILLER);
  return rows.flat();
}

/**
 * Writes all the chunks or none. One chunk commits by itself. Several share a transaction: each commit writes every page it touched, whole, and the indexes of many
 * sessions are many pages.
 * @throws SqliteError; why, the careful way finds out
 */
export async function writeChunks(connection: Connection, chunks: readonly Chunk[], receivedAt: number): Promise<void> {
  if (chunks.length > 1) await inTransaction(connection, () => runInTurns(connection, chunks, receivedAt));
  else if (chunks[0] !== undefined) await connection.run(sqlFor(chunks[0]), parametersOf(chunks[0], receivedAt));
}

/** Two copies of a statement take turns: one converts its parameters while the other runs in the driver's thread. Nothing runs after a failure. */
async function runInTurns(connection: Connection, chunks: readonly Chunk[], receivedAt: number): Promise<void> {
  const statements = await Promise.all(chunks.map((chunk, index) => connection.prepared(sqlFor(chunk), index % 2)));
  let running: Promise<unknown> | null = null;
  for (const [index, chunk] of chunks.entries()) {
    const statement = statements[index] as PreparedStatement;
    await Promise.all([running, statement.bind(parametersOf(chunk, receivedAt))]);
    running = statement.runBound();
  }
  await running;
}
