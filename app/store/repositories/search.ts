/** Table search: the index. Rows: `seq` of an interaction, minus `num` of a session for its summary. */
import { step0070 } from "../migrations/0070-search.ts";
import { rowStatement, runRows } from "../rows.ts";
import type { Connection, Param } from "../sqlite.ts";

/** Also when nothing can be read of it any more. */
export async function makeIndexAnew(connection: Connection): Promise<void> {
  await connection.exec(`DROP TABLE search; ${step0070.sql}`);
}

export interface IndexEntry {
  row: number;
  tokens: string;
}

const insertSql = rowStatement((rows) => `INSERT INTO search (rowid, tokens) VALUES ${rows}`, "(?, ?)");
const takeOutSql = rowStatement((rows) => `INSERT INTO search (search, rowid, tokens) VALUES ${rows}`, "('delete', ?, ?)");
const paramsOf = ({ row, tokens }: IndexEntry): Param[] => [row, tokens];

/** Rising rows go in fastest: for one that is smaller than the row before, the index writes out what it has gathered. */
export async function putIn(connection: Connection, entries: readonly IndexEntry[]): Promise<void> {
  await runRows(connection, insertSql, entries, paramsOf, { twice: false });
}

/** @param entries with the tokens that went in: others would leave or take words of other rows */
export async function takeOut(connection: Connection, entries: readonly IndexEntry[]): Promise<void> {
  await runRows(connection, takeOutSql, entries, paramsOf, { twice: false });
}

/** Pages of one portion: some milliseconds. */
const PORTION = 32;
const SQL_MERGE = `INSERT INTO search (search, rank) VALUES ('merge', ${PORTION})`;
const SQL_CHANGES = "SELECT total_changes() AS n";

/** One portion of the index's own tidying. @returns false when there was nothing to do */
export async function mergePortion(connection: Connection): Promise<boolean> {
  const before = (await connection.first<{ n: number }>(SQL_CHANGES))?.n ?? 0;
  await connection.run(SQL_MERGE);
  // As SQLite's documentation has it: fewer than two changes mean that nothing was left to merge.
  return ((await connection.first<{ n: number }>(SQL_CHANGES))?.n ?? 0) - before >= 2;
}

/** Words that were taken out leave their places at once and not at the next merge: slower, for what a person deletes. */
export async function setSecureRemoval(connection: Connection, on: boolean): Promise<void> {
  await connection.run("INSERT INTO search (search, rank) VALUES ('secure-delete', ?)", [Number(on)]);
}

export const SQL_MATCHES = "SELECT rowid AS row FROM search WHERE search MATCH ? AND rowid > 0 AND rowid < ? ORDER BY rowid DESC LIMIT ?";
export const SQL_SUMMARY_MATCHES = "SELECT rowid AS row FROM search WHERE search MATCH ? AND rowid < 0 ORDER BY rowid LIMIT ?";

export async function matches(connection: Connection, expression: string, before: number, limit: number): Promise<number[]> {
  return (await connection.all<{ row: number }>(SQL_MATCHES, [expression, before, limit])).map(({ row }) => row);
}

/** Newest sessions first. @returns their `num`s */
export async function summaryMatches(connection: Connection, expression: string, limit: number): Promise<number[]> {
  return (await connection.all<{ row: number }>(SQL_SUMMARY_MATCHES, [expression, limit])).map(({ row }) => -row);
}
