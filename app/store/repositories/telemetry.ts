/** Table telemetry_begun, and OpenTelemetry's figures in the table meta. */
import type { TelemetryKept, TelemetrySaved } from "../../bridges-parts.ts";
import type { Connection } from "../sqlite.ts";
import { getMeta, setMeta } from "./meta.ts";

interface BegunRow {
  key: string;
  session_id: string;
  at: number;
  span: string;
  parent: string | null;
  note: string;
}

const FIGURES = "telemetry_figures";
const SQL_FIND = "SELECT key, session_id, at, span, parent, note FROM telemetry_begun WHERE key IN (SELECT value FROM json_each(?))";
const SQL_PUT = "INSERT OR REPLACE INTO telemetry_begun (key, session_id, at, span, parent, note) VALUES (?, ?, ?, ?, ?, ?)";
const SQL_END = "DELETE FROM telemetry_begun WHERE key IN (SELECT value FROM json_each(?))";
const SQL_OLD = "DELETE FROM telemetry_begun WHERE at < ?";
const SQL_OF_SESSION = "DELETE FROM telemetry_begun WHERE session_id = ?";

export async function selectTelemetry(connection: Connection, keys: readonly string[]): Promise<TelemetryKept> {
  const rows = await connection.all<BegunRow>(SQL_FIND, [JSON.stringify(keys)]);
  const begun = rows.map(({ key, session_id, at, span, parent, note }) => ({ key, session: session_id, at, span, parent, note: JSON.parse(note) as Record<string, string> }));
  return { figures: await getMeta(connection, FIGURES), begun };
}

/** @param before ms: what began earlier never ends */
export async function saveTelemetry(connection: Connection, { figures, begun, ended }: TelemetrySaved, before: number): Promise<void> {
  await setMeta(connection, FIGURES, figures);
  for (const { key, session, at, span, parent, note } of begun) await connection.run(SQL_PUT, [key, session, at, span, parent, JSON.stringify(note)]);
  if (ended.length > 0) await connection.run(SQL_END, [JSON.stringify(ended)]);
  await connection.run(SQL_OLD, [before]);
}

export async function deleteTelemetryOfSession(connection: Connection, sessionId: string): Promise<void> {
  await connection.run(SQL_OF_SESSION, [sessionId]);
}
