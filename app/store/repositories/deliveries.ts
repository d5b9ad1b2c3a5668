/** Table deliveries: what is already in the log, by delivery id or fingerprint. */
import type { Connection } from "../sqlite.ts";

export const SQL_KEYS_KNOWN = "SELECT key FROM deliveries WHERE key IN (SELECT value FROM json_each(?))";
/** OR ROLLBACK: as for events. */
const SQL_INSERT = "INSERT OR ROLLBACK INTO deliveries (key, seq, at) SELECT value ->> 0, value ->> 1, ?2 FROM json_each(?1)";

export async function knownKeys(connection: Connection, keys: readonly string[]): Promise<Set<string>> {
  const rows = await connection.all<{ key: string }>(SQL_KEYS_KNOWN, [JSON.stringify(keys)]);
  return new Set(rows.map((row) => row.key));
}

export async function insertDeliveries(connection: Connection, deliveries: readonly (readonly [key: string, seq: number | null])[], at: number): Promise<void> {
  if (deliveries.length > 0) await connection.run(SQL_INSERT, [JSON.stringify(deliveries), at]);
}

/** The key that ends a slice of so many keys; no row: the slice is the last. */
const SQL_SLICE_END = "SELECT key FROM deliveries WHERE key > ?1 ORDER BY key LIMIT 1 OFFSET ?2";
const SQL_DELETE_SLICE = "DELETE FROM deliveries WHERE key > ?1 AND key <= ?2 AND at < ?3";
const SQL_DELETE_LAST_SLICE = "DELETE FROM deliveries WHERE key > ?1 AND at < ?2";
const SLICE = 5000;

/**
 * Removes what is older from one slice of the table. By slices, because an index on the age would cost every append something to save a daily walk.
 * @param after '' at first, then what the call before returned
 * @returns where the next slice starts, null at the end
 */
export async function pruneSlice(connection: Connection, after: string, before: number): Promise<string | null> {
  const end = (await connection.first<{ key: string }>(SQL_SLICE_END, [after, SLICE - 1]))?.key;
  if (end === undefined) {
    await connection.run(SQL_DELETE_LAST_SLICE, [after, before]);
    return null;
  }
  await connection.run(SQL_DELETE_SLICE, [after, end, before]);
  return end;
}
