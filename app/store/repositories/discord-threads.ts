/** Table discord_threads. */
import type { DiscordThread } from "../../bridges-parts.ts";
import type { Connection } from "../sqlite.ts";

type ThreadRow = Omit<DiscordThread, "named" | "owed"> & { named: number; owed: number };

const COLUMNS = "provider, session_id, project, channel, state, message_id, thread_id, named, phase, owed";
const SQL_ONE = `SELECT ${COLUMNS} FROM discord_threads WHERE provider = ? AND session_id = ?`;
const SQL_SAVE = `INSERT OR REPLACE INTO discord_threads (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const SQL_DELETE = "DELETE FROM discord_threads WHERE session_id = ?";

export async function selectThread(connection: Connection, provider: string, sessionId: string): Promise<DiscordThread | null> {
  const row = await connection.first<ThreadRow>(SQL_ONE, [provider, sessionId]);
  return row === null ? null : { ...row, named: row.named === 1, owed: row.owed === 1 };
}

export async function saveThread(connection: Connection, { provider, session_id, project, channel, state, message_id, thread_id, named, phase, owed }: DiscordThread): Promise<void> {
  await connection.run(SQL_SAVE, [provider, session_id, project, channel, state, message_id, thread_id, named ? 1 : 0, phase, owed ? 1 : 0]);
}

export async function deleteThreadsOfSession(connection: Connection, sessionId: string): Promise<void> {
  await connection.run(SQL_DELETE, [sessionId]);
}
