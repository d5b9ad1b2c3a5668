/** Table meta: small facts about the file. */
import type { Connection } from "../sqlite.ts";

const SQL_GET = "SELECT value FROM meta WHERE key = ?";
const SQL_SET = "INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value";

const SQL_FORGET = "DELETE FROM meta WHERE key = ?";

export async function getMeta(connection: Connection, key: string): Promise<string | null> {
  return (await connection.first<{ value: string }>(SQL_GET, [key]))?.value ?? null;
}

export async function setMeta(connection: Connection, key: string, value: string): Promise<void> {
  await connection.run(SQL_SET, [key, value]);
}

export async function forgetMeta(connection: Connection, key: string): Promise<void> {
  await connection.run(SQL_FORGET, [key]);
}
