/** What an app that has ended left in its log. */
import { join } from "node:path";
import sqlite3 from "sqlite3";

export interface Recorded {
  /** Different deliveries whose ids begin with the prefix. */
  deliveries: number;
  events: number;
}

/** Event ids are made of the delivery's: `evt_<date>_<delivery id>[…]`. */
export async function recordedIn(home: string, prefix: string): Promise<Recorded> {
  const rows = await query<{ id: string }>(join(home, "events.db"), "SELECT id FROM events WHERE instr(id, ?) > 0", [`_${prefix}-`]);
  const ids = rows.map(({ id }) => new RegExp(`_${prefix}-(\\d+)`).exec(id)?.[1]);
  return { deliveries: new Set(ids).size, events: rows.length };
}

/** Deliveries in the log whose ids begin with one of the prefixes, also those that made no event. */
export async function deliveriesIn(home: string, prefix: string): Promise<number> {
  const rows = await query<{ n: number }>(join(home, "events.db"), "SELECT count(*) AS n FROM deliveries WHERE key >= ? AND key < ?", [`d:${prefix}-`, `d:${prefix}.`]);
  return rows[0]?.n ?? 0;
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
