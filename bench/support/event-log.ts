/** What an app that has ended left in its log. */
import { join } from "node:path";
import sqlite3 from "sqlite3";

/** Event ids are made of the delivery's: `evt_<date>_<delivery id>[…]`; these are those of deliveries `<prefix>-<n>`, not what the app itself says of them. */
export async function eventIdsIn(home: string, prefix: string): Promise<string[]> {
  const rows = await query<{ id: string }>(join(home, "events.db"), "SELECT id FROM events WHERE instr(id, ?) = 13", [`_${prefix}-`]);
  return rows.map(({ id }) => id);
}

/** Ids `<prefix>-<n>` of deliveries in the log with the event they name, also of those that made none. */
export async function deliveriesIn(home: string, prefix: string): Promise<string[]> {
  const rows = await query<{ key: string }>(join(home, "events.db"), "SELECT key FROM deliveries WHERE key >= ? AND key < ? AND (seq IS NULL OR seq IN (SELECT seq FROM events))", [`d:${prefix}-`, `d:${prefix}.`]);
  return rows.map(({ key }) => key.slice(2));
}

/** How many ids are in only one of two lists, or in one of them more than once. */
export function mismatches(expected: readonly string[], found: readonly string[]): number {
  const [a, b] = [new Set(expected), new Set(found)];
  const twice = expected.length - a.size + found.length - b.size;
  return twice + [...a].filter((id) => !b.has(id)).length + [...b].filter((id) => !a.has(id)).length;
}

/** Deliveries that came from hooks so far, in the log of an app that may run. */
export async function countDeliveries(home: string): Promise<number> {
  const rows = await query<{ n: number }>(join(home, "events.db"), "SELECT count(*) AS n FROM deliveries WHERE key >= 'd:' AND key < 'd;'", []);
  return rows[0]?.n ?? 0;
}

function query<Row>(file: string, sql: string, values: unknown[]): Promise<Row[]> {
  return new Promise((resolve, reject) => {
    const database = new sqlite3.Database(file, sqlite3.OPEN_READONLY);
    database.all<Row>(sql, values, (error, rows) => {
      database.close();
      if (error) reject(error);
      else resolve(rows);
    });
  });
}
