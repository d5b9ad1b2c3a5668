/** Table message_usage: token counts of each reply. */
import type { MessageUsage } from "../../conversation-parts.ts";
import type { Connection } from "../sqlite.ts";

/**
 * A reply that is read while it grows is told again with more. A session that was forked holds messages of the one before: they stay counted there.
 * Of a reply without a time the last sign of its session counts. The texts are JSON's: an array of arrays, a row each.
 */
const SQL_SAVE = `
  INSERT INTO message_usage (message_id, session_id, model, input_tokens, output_tokens, cache_read_tokens, cache_write_tokens, at)
  SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6,
    coalesce(value ->> 7, (SELECT last_at FROM sessions WHERE sessions.session_id = value ->> 1), CAST(unixepoch('subsec') * 1000 AS INTEGER))
  FROM json_each(?) WHERE true
  ON CONFLICT (message_id) DO UPDATE SET
    model = coalesce(excluded.model, model),
    at = min(coalesce(at, excluded.at), excluded.at),
    input_tokens = max(input_tokens, excluded.input_tokens), output_tokens = max(output_tokens, excluded.output_tokens),
    cache_read_tokens = max(cache_read_tokens, excluded.cache_read_tokens), cache_write_tokens = max(cache_write_tokens, excluded.cache_write_tokens)
  WHERE session_id = excluded.session_id`;

export async function saveUsage(connection: Connection, usages: readonly MessageUsage[]): Promise<void> {
  const rows = usages.map((usage) => [
    usage.message_id, usage.session_id, usage.model, usage.input_tokens, usage.output_tokens, usage.cache_read_tokens, usage.cache_write_tokens, usage.at ?? null,
  ]);
  if (rows.length > 0) await connection.run(SQL_SAVE, [JSON.stringify(rows)]);
}

const SQL_OF_SESSIONS = `
  SELECT message_id, session_id, model, input_tokens, output_tokens, cache_read_tokens, cache_write_tokens, at
  FROM message_usage WHERE session_id IN (SELECT value FROM json_each(?)) ORDER BY session_id, message_id`;
const SQL_DELETE = "DELETE FROM message_usage WHERE session_id = ?";

export const selectUsage = (connection: Connection, sessionIds: readonly string[]) => connection.all<MessageUsage>(SQL_OF_SESSIONS, [JSON.stringify(sessionIds)]);

export async function deleteUsage(connection: Connection, sessionId: string): Promise<void> {
  await connection.run(SQL_DELETE, [sessionId]);
}
