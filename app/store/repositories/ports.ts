/** Tables ports and port_files. */
import type { MascotEvent, PortFile, PortPriority, PortState } from "../../../schemas/generated/types.ts";
import { type PortRecord, portAfter, portRefOf } from "../../domain/ports/port.ts";
import type { PortEdit, PortWithFiles, StoredPort } from "../../ports-parts.ts";
import type { Connection } from "../sqlite.ts";

interface PortRow {
  project: string;
  id: string;
  title: string;
  state: PortState;
  session_id: string | null;
  priority: PortPriority;
  depends_on: string;
  spent_ms: number;
  running_since: number | null;
  created_at: number;
  started_at: number | null;
  ended_at: number | null;
  seq: number;
  noted_seq: number;
}

const COLUMNS = "project, id, title, state, session_id, priority, depends_on, spent_ms, running_since, created_at, started_at, ended_at, seq, noted_seq";
const SQL_ONE = `SELECT ${COLUMNS} FROM ports WHERE project = ? AND id = ?`;
export const SQL_ALL_PORTS = `SELECT ${COLUMNS}, (SELECT count(*) FROM port_files WHERE port_files.project = ports.project AND port_files.id = ports.id) AS files FROM ports ORDER BY project, id`;
/** Not REPLACE: that would take the row out first, and its files with it. */
const SQL_SAVE = `
  INSERT INTO ports (${COLUMNS})
  SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7, value ->> 8, value ->> 9, value ->> 10, value ->> 11, value ->> 12, value ->> 13 FROM json_each(?) WHERE true
  ON CONFLICT (project, id) DO UPDATE SET
    title = excluded.title, state = excluded.state, session_id = excluded.session_id, priority = excluded.priority, depends_on = excluded.depends_on, spent_ms = excluded.spent_ms,
    running_since = excluded.running_since, created_at = excluded.created_at, started_at = excluded.started_at, ended_at = excluded.ended_at, seq = excluded.seq, noted_seq = excluded.noted_seq`;

/** Inside the transaction that appends the events. @param events with their seqs */
export async function projectPorts(connection: Connection, events: readonly MascotEvent[]): Promise<void> {
  for (const event of events) {
    const ref = portRefOf(event);
    if (ref === null) continue;
    const before = await selectPort(connection, ref.project, ref.id);
    const after = portAfter(before, event);
    if (after !== null && after !== before) await savePorts(connection, [after]);
  }
}

export async function selectPort(connection: Connection, project: string, id: string): Promise<PortRecord | null> {
  const row = await connection.first<PortRow>(SQL_ONE, [project, id]);
  return row === null ? null : toRecord(row);
}

export async function selectPorts(connection: Connection): Promise<StoredPort[]> {
  const rows = await connection.all<PortRow & { files: number }>(SQL_ALL_PORTS);
  return rows.map((row) => ({ record: toRecord(row), files: row.files }));
}

export async function savePorts(connection: Connection, ports: readonly PortRecord[]): Promise<void> {
  const rows = ports.map((port) => [
    port.project, port.id, port.title, port.state, port.session_id, port.priority, JSON.stringify(port.depends_on), port.spent_ms, port.running_since, port.created_at, port.started_at,
    port.ended_at, port.seq, port.noted_seq,
  ]);
  if (rows.length > 0) await connection.run(SQL_SAVE, [JSON.stringify(rows)]);
}

function toRecord({ project, id, title, state, session_id, priority, depends_on, spent_ms, running_since, created_at, started_at, ended_at, seq, noted_seq }: PortRow): PortRecord {
  return { project, id, title, state, session_id, priority, depends_on: JSON.parse(depends_on), spent_ms, running_since, created_at, started_at, ended_at, seq, noted_seq };
}

const SQL_SHIFT = "UPDATE ports SET running_since = running_since + ? WHERE state = 'running'";

/** The wall clock was set anew, by so many ms. */
export async function shiftRunning(connection: Connection, ms: number): Promise<void> {
  await connection.run(SQL_SHIFT, [Math.round(ms)]);
}

/** A port that is gone meanwhile has no files. */
const SQL_ADD_FILES = `
  INSERT INTO port_files (project, id, path, edits, last_at)
  SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4 FROM json_each(?)
  WHERE EXISTS (SELECT 1 FROM ports WHERE ports.project = value ->> 0 AND ports.id = value ->> 1)
  ON CONFLICT (project, id, path) DO UPDATE SET edits = edits + excluded.edits, last_at = max(last_at, excluded.last_at)`;
const SQL_NOTED = "UPDATE ports SET noted_seq = ? WHERE state = 'running' AND noted_seq < ?";

const SQL_COUNTS = `
  SELECT project, id, count(*) AS files FROM port_files
  WHERE (project, id) IN (SELECT value ->> 0, value ->> 1 FROM json_each(?)) GROUP BY project, id`;

/** Counts edits and remembers how far the log was read for them, together. @returns how many files those ports have now */
export async function addPortEdits(connection: Connection, edits: readonly PortEdit[], notedSeq: number): Promise<{ project: string; id: string; files: number }[]> {
  await connection.run(SQL_NOTED, [notedSeq, notedSeq]);
  const rows = edits.map(({ project, id, path, edits: count, at }) => [project, id, path, count, at]);
  if (rows.length === 0) return [];
  await connection.run(SQL_ADD_FILES, [JSON.stringify(rows)]);
  return connection.all(SQL_COUNTS, [JSON.stringify(edits.map(({ project, id }) => [project, id]))]);
}

const SQL_FILES = "SELECT path, edits, last_at FROM port_files WHERE project = ? AND id = ? ORDER BY last_at DESC, path LIMIT ?";

export const selectPortFiles = (connection: Connection, project: string, id: string, limit: number) => connection.all<PortFile>(SQL_FILES, [project, id, limit]);

const SQL_LEAVE_SESSION = `
  UPDATE ports SET
    spent_ms = spent_ms + CASE WHEN state = 'running' THEN max(0, ?2 - running_since) ELSE 0 END,
    running_since = NULL, state = CASE WHEN state = 'running' THEN 'ready' ELSE state END, session_id = NULL
  WHERE session_id = ?1`;

/** The session is deleted. A port that counted for it alone must not count for its whole project now: it pauses. */
export async function leaveSession(connection: Connection, sessionId: string, now: number): Promise<void> {
  await connection.run(SQL_LEAVE_SESSION, [sessionId, now]);
}

/** Of an export. What is there already stays as it is. @returns how many came in */
export async function importPorts(connection: Connection, ports: readonly PortWithFiles[]): Promise<number> {
  let taken = 0;
  for (const { port, files } of ports) {
    if ((await selectPort(connection, port.project, port.id)) !== null) continue;
    await savePorts(connection, [paused(port)]);
    await addPortEdits(connection, files.map(({ path, edits, last_at }) => ({ project: port.project, id: port.id, path, edits, at: last_at })), 0);
    taken++;
  }
  return taken;
}

/** Nobody works here on what ran elsewhere. */
function paused(port: PortRecord): PortRecord {
  const here = { ...port, seq: 0, noted_seq: 0 };
  return port.state === "running" ? { ...here, state: "ready", session_id: null, running_since: null } : here;
}
