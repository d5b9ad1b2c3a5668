/** Table checkpoints: the world after an event. */
import type { Connection } from "../sqlite.ts";

const KEPT = 3;
const SQL_SAVE = "INSERT INTO checkpoints (seq, world, at) VALUES (?, ?, ?) ON CONFLICT (seq) DO UPDATE SET world = excluded.world, at = excluded.at";
const SQL_FORGET_OLD = `DELETE FROM checkpoints WHERE seq NOT IN (SELECT seq FROM checkpoints ORDER BY seq DESC LIMIT ${KEPT})`;
const SQL_LAST = "SELECT seq, world FROM checkpoints ORDER BY seq DESC LIMIT 1";

/** Inside the caller's transaction. */
export async function saveCheckpoint(connection: Connection, seq: number, world: string, now: number): Promise<void> {
  await connection.run(SQL_SAVE, [seq, world, now]);
  await connection.run(SQL_FORGET_OLD);
}

export async function lastCheckpoint(connection: Connection): Promise<{ seq: number; world: string } | null> {
  return connection.first<{ seq: number; world: string }>(SQL_LAST);
}
