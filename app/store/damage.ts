/**
 * Is this file usable? Opening proves nothing: SQLite reads a file only at the first statement. A harmless statement finds a wrong header and a file
 * that is shorter than its header says; after an unclean end the pages are walked too, within a time limit, because a start must not wait for a file of many GB.
 */
import fs from "node:fs/promises";
import { codeOf } from "./errors.ts";
import type { Connection } from "./sqlite.ts";

/** Milliseconds the walk over the pages may take at an ordinary start. About 300 MB on an SSD. */
export const CHECK_BUDGET_MS = 500;

const MAGIC = Buffer.from("SQLite format 3\0", "latin1");

/**
 * Looks at the first bytes before SQLite does: SQLite would take a -wal file beside such a file for stale and delete it, and both together may still be worth something.
 * @returns what is wrong, or null; an empty file is sound
 */
export async function findWrongHeader(file: string): Promise<string | null> {
  const handle = await fs.open(file, "r");
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(MAGIC.length), 0, MAGIC.length, 0);
    return bytesRead === 0 || buffer.subarray(0, bytesRead).equals(MAGIC) ? null : "file is not a database";
  } finally {
    await handle.close();
  }
}

/** The search index alone, which is made of what the tables hold, can be made again. It is looked at after all pages were found sound. */
const OF_THE_INDEX = /\bfts5\b.*\bsearch\b/i;

export const isOfTheIndex = (damage: string): boolean => OF_THE_INDEX.test(damage);

const isDamage = (error: unknown) => codeOf(error) === "SQLITE_CORRUPT" || codeOf(error) === "SQLITE_NOTADB";

/**
 * @param walk false: only the harmless statement; a number: walk the pages for at most so many milliseconds
 * @returns what is wrong in SQLite's words, or null
 * @throws what is not damage (busy, no rights)
 */
export async function findDamage(connection: Connection, walk: number | false): Promise<string | null> {
  try {
    await connection.all("SELECT count(*) FROM sqlite_schema");
    return walk === false ? null : await walkPages(connection, walk);
  } catch (error) {
    if (isDamage(error)) return (error as Error).message;
    throw error;
  }
}

async function walkPages(connection: Connection, budgetMs: number): Promise<string | null> {
  // Again and again: an interrupt that comes before the statement has begun is lost.
  const timer = budgetMs === Infinity ? undefined : setInterval(() => connection.interrupt(), budgetMs);
  try {
    const rows = await connection.all<{ quick_check: string }>("PRAGMA quick_check(1)");
    const answer = rows[0]?.quick_check ?? "ok";
    return answer === "ok" ? null : answer;
  } catch (error) {
    if (codeOf(error) === "SQLITE_INTERRUPT") return null;
    throw error;
  } finally {
    clearInterval(timer);
  }
}
