/** How much there is, and since when. */
import type { Connection } from "../sqlite.ts";

export const SQL_COUNTS = "SELECT (SELECT count(*) FROM sessions) AS sessions, (SELECT count(*) FROM interactions) AS interactions";
export const SQL_OLDEST_EVENT = "SELECT received_at AS at FROM events ORDER BY seq LIMIT 1";
export const SQL_OLDEST_INTERACTION = "SELECT ts AS at FROM interactions ORDER BY ts LIMIT 1";

export async function countConversation(connection: Connection): Promise<{ sessions: number; interactions: number }> {
  return (await connection.first<{ sessions: number; interactions: number }>(SQL_COUNTS)) ?? { sessions: 0, interactions: 0 };
}

/** Milliseconds; null when there is nothing. */
export async function oldestAt(connection: Connection): Promise<number | null> {
  const times = [await connection.first<{ at: number }>(SQL_OLDEST_EVENT), await connection.first<{ at: number }>(SQL_OLDEST_INTERACTION)].flatMap((row) => (row === null ? [] : [row.at]));
  return times.length === 0 ? null : Math.min(...times);
}
