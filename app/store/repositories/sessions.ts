/** Table sessions: what the log knows of each session. */
import type { SessionRow, SessionsQuery, SessionSummary } from "../../../schemas/generated/types.ts";
import { rowStatement, runRows } from "../rows.ts";
import type { Connection, Param } from "../sqlite.ts";

/** A row as it is stored; `tools`, `files` and `summary` are JSON. */
export interface SessionRecord {
  num: number;
  session_id: string;
  provider: string;
  project: string;
  cwd: string;
  model: string | null;
  source: string | null;
  title: string | null;
  state: SessionRow["state"];
  started_at: number;
  last_at: number;
  ended_at: number | null;
  end_reason: string | null;
  trust: SessionRow["trust"];
  tty: string | null;
  parent_pid: number | null;
  start_time: string | null;
  fingerprint: string | null;
  first_prompt: string | null;
  prompts: number;
  replies: number;
  tool_calls: number;
  failures: number;
  input_tokens: number;
  output_tokens: number;
  cache_read_tokens: number;
  cache_write_tokens: number;
  moved: number;
  tools: string;
  files: string;
  summary: string | null;
}

const WRITTEN = [
  "session_id", "provider", "project", "cwd", "model", "source", "title", "state", "started_at", "last_at", "ended_at", "end_reason", "trust", "tty", "parent_pid", "start_time",
  "fingerprint", "first_prompt",
  "prompts", "replies", "tool_calls", "failures", "moved", "tools", "files",
] as const;
const SELECTED = "num, session_id, provider, project, cwd, model, source, title, state, started_at, last_at, ended_at, end_reason, trust, tty, parent_pid, "
  + "start_time, fingerprint, first_prompt, "
  + "prompts, replies, tool_calls, failures, input_tokens, output_tokens, cache_read_tokens, cache_write_tokens, moved, tools, files, summary";

const saveSql = rowStatement(
  (rows) => `
  INSERT INTO sessions (${WRITTEN.join(", ")}) VALUES ${rows}
  ON CONFLICT (session_id) DO UPDATE SET ${WRITTEN.filter((name) => name !== "session_id").map((name) => `${name} = excluded.${name}`).join(", ")}`,
  `(${WRITTEN.map(() => "?").join(", ")})`,
);

/** All but tokens and summary, which have their own ways in. */
export async function saveSessions(connection: Connection, records: readonly SessionRecord[]): Promise<void> {
  await runRows(connection, saveSql, records, (record) => WRITTEN.map((name): Param => record[name]), { twice: true });
}

/** CROSS JOIN: the list leads, whatever the statistics were when the table was small. */
export const SQL_SESSIONS = `SELECT ${SELECTED} FROM json_each(?) asked CROSS JOIN sessions ON session_id = asked.value`;

export async function selectSessions(connection: Connection, ids: readonly string[]): Promise<Map<string, SessionRecord>> {
  const rows = ids.length === 0 ? [] : await connection.all<SessionRecord>(SQL_SESSIONS, [JSON.stringify(ids)]);
  return new Map(rows.map((row) => [row.session_id, row]));
}

/** The sums are of the session's messages, so that counting a message again changes nothing. */
export const SQL_SUM_TOKENS = `
  UPDATE sessions SET (input_tokens, output_tokens, cache_read_tokens, cache_write_tokens) =
    (SELECT coalesce(sum(u.input_tokens), 0), coalesce(sum(u.output_tokens), 0), coalesce(sum(u.cache_read_tokens), 0), coalesce(sum(u.cache_write_tokens), 0)
     FROM message_usage u WHERE u.session_id = sessions.session_id)
  WHERE session_id = ?`;

export async function sumTokens(connection: Connection, sessionIds: readonly string[]): Promise<void> {
  for (const sessionId of sessionIds) await connection.run(SQL_SUM_TOKENS, [sessionId]);
}

const SQL_SUMMARY = "UPDATE sessions SET summary = ? WHERE num = ?";

export async function setSummary(connection: Connection, num: number, summary: SessionSummary | null): Promise<void> {
  await connection.run(SQL_SUMMARY, [summary === null ? null : JSON.stringify(summary), num]);
}

const SQL_MOVED = "SELECT num, session_id, project FROM sessions WHERE moved = 1 LIMIT 1";
const SQL_SETTLED = "UPDATE sessions SET moved = 0 WHERE num = ?";

/** A session whose interactions are not all in its project yet. */
export const nextMoved = (connection: Connection) => connection.first<{ num: number; session_id: string; project: string }>(SQL_MOVED);

export async function settleMoved(connection: Connection, num: number): Promise<void> {
  await connection.run(SQL_SETTLED, [num]);
}

const SQL_DELETE = "DELETE FROM sessions WHERE num = ?";

export async function deleteSessionRow(connection: Connection, num: number): Promise<void> {
  await connection.run(SQL_DELETE, [num]);
}

/** Sessions of which nothing is left since so long. */
export const SQL_OLD = `
  SELECT ${SELECTED} FROM sessions WHERE last_at < ?1 AND NOT EXISTS (SELECT 1 FROM interactions i WHERE i.session_id = sessions.session_id) ORDER BY last_at LIMIT ?2`;

export const selectOldSessions = (connection: Connection, before: number, limit: number) => connection.all<SessionRecord>(SQL_OLD, [before, limit]);

const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 500;

/** Newest first, by the time of the last event. One row more than asked tells whether there is another page. */
export function sessionsSql(query: SessionsQuery): { sql: string; params: Param[]; limit: number } {
  const limit = Math.max(1, Math.min(query.limit ?? DEFAULT_LIMIT, MAX_LIMIT));
  const cursor = parseCursor(query.before);
  const conditions: string[] = [];
  const params: Param[] = [];
  if (query.session_id !== undefined) conditions.push("session_id = ?");
  if (query.session_id !== undefined) params.push(query.session_id);
  if (query.project !== undefined) conditions.push("project = ?");
  if (query.project !== undefined) params.push(query.project);
  if (query.fingerprint !== undefined) conditions.push("fingerprint = ?");
  if (query.fingerprint !== undefined) params.push(query.fingerprint);
  if (cursor !== null) conditions.push("(last_at, num) < (?, ?)");
  if (cursor !== null) params.push(cursor.time, cursor.n);
  if (query.state !== undefined) conditions.push("+state = ?");
  if (query.state !== undefined) params.push(query.state);
  const where = conditions.length === 0 ? "" : ` WHERE ${conditions.join(" AND ")}`;
  return { sql: `SELECT ${SELECTED} FROM sessions${where} ORDER BY last_at DESC, num DESC LIMIT ?`, params: [...params, limit + 1], limit };
}

export const SQL_FINISHED = `
  SELECT ${SELECTED} FROM sessions WHERE project = ? AND state IN ('completed', 'stale') AND trust = 'verified' AND first_prompt IS NOT NULL
  ORDER BY last_at DESC, num DESC LIMIT ?`;

export const selectFinished = (connection: Connection, project: string, limit: number) => connection.all<SessionRecord>(SQL_FINISHED, [project, limit]);

export const SQL_ALL_AFTER = `SELECT ${SELECTED} FROM sessions WHERE num > ? ORDER BY num LIMIT ?`;

export const selectSessionsAfter = (connection: Connection, num: number, limit: number) => connection.all<SessionRecord>(SQL_ALL_AFTER, [num, limit]);

/** A place in a list: a time and the number that parts those of one moment. */
export interface Cursor {
  time: number;
  n: number;
}

export const cursorText = ({ time, n }: Cursor): string => `${time}.${n}`;

/** null for whatever is none. */
export function parseCursor(text: string | undefined): Cursor | null {
  const match = /^(-?\d{1,16})\.(-?\d{1,16})$/.exec(text ?? "");
  return match === null ? null : { time: Number(match[1]), n: Number(match[2]) };
}

export function toSessionRow(record: SessionRecord): SessionRow {
  const { session_id, provider, project, cwd, model, source, title, state, started_at, last_at, ended_at, end_reason, trust, tty, parent_pid, start_time, fingerprint, first_prompt } = record;
  const { prompts, replies, tool_calls, failures, input_tokens, output_tokens, cache_read_tokens, cache_write_tokens } = record;
  const stats = {
    prompts, replies, tool_calls, failures, tools: JSON.parse(record.tools) as Record<string, number>, files: JSON.parse(record.files) as string[],
    input_tokens, output_tokens, cache_read_tokens, cache_write_tokens,
  };
  const summary = record.summary === null ? null : (JSON.parse(record.summary) as SessionSummary);
  return { session_id, provider, project, cwd, model, source, title, state, started_at, last_at, ended_at, end_reason, trust, tty, parent_pid, start_time, fingerprint, stats, summary, first_prompt };
}
