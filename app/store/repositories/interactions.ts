/** Table interactions: prompts, replies, tool calls. */
import type { Interaction, InteractionMetadata, InteractionsQuery } from "../../../schemas/generated/types.ts";
import type { PromptTurn } from "../../conversation-parts.ts";
import { rowStatement, runRows } from "../rows.ts";
import type { Connection, Param } from "../sqlite.ts";
import { parseCursor } from "./sessions.ts";

/** A row as it is stored; `skill_args` and `metadata` are JSON. */
export interface InteractionRecord {
  /** 0 until it is inserted. */
  seq: number;
  id: string;
  user_id: string;
  session_id: string;
  agent_id: string;
  role: Interaction["role"];
  skill_name: string;
  turn_id: string | null;
  project: string;
  ts: number;
  message_id: string | null;
  text_key: string | null;
  content: string;
  skill_args: string | null;
  metadata: string;
}

const COLUMNS = ["id", "user_id", "session_id", "agent_id", "role", "skill_name", "turn_id", "project", "ts", "message_id", "text_key", "content", "skill_args", "metadata"] as const;
const SELECTED = `seq, ${COLUMNS.join(", ")}`;

const insertSql = rowStatement((rows) => `INSERT INTO interactions (${COLUMNS.join(", ")}) VALUES ${rows}`, `(${COLUMNS.map(() => "?").join(", ")})`);

/** Inserts in order and sets each record's seq: one statement gives its rows consecutive numbers. */
export async function insertInteractions(connection: Connection, records: readonly InteractionRecord[]): Promise<void> {
  const trips = await runRows(connection, insertSql, records, (record) => COLUMNS.map((name): Param => record[name]), { twice: false });
  for (const { rows, lastId } of trips) rows.forEach((record, index) => (record.seq = lastId - rows.length + 1 + index));
}

const CHANGED = ["turn_id", "project", "message_id", "text_key", "content", "skill_args", "metadata"] as const;
export const updateSql = rowStatement(
  (rows) => `UPDATE interactions SET ${CHANGED.map((name, index) => `${name} = changed.column${index + 2}`).join(", ")} FROM (VALUES ${rows}) changed WHERE interactions.seq = changed.column1`,
  `(?, ${CHANGED.map(() => "?").join(", ")})`,
);

export async function updateInteractions(connection: Connection, records: readonly InteractionRecord[]): Promise<void> {
  await runRows(connection, updateSql, records, (record) => [record.seq, ...CHANGED.map((name): Param => record[name])], { twice: true });
}

const where = (what: string) => `SELECT ${SELECTED} FROM interactions WHERE ${what}`;
/** CROSS JOIN: the list leads, whatever the statistics were when the table was small. */
const ofList = (on: string) => `SELECT ${COLUMNS.map((name) => `i.${name}`).join(", ")}, i.seq FROM json_each(?) asked CROSS JOIN interactions i ON ${on}`;
export const SQL_BY_ID = ofList("i.id = asked.value");
export const SQL_BY_MESSAGE = ofList("i.message_id = asked.value AND i.message_id IS NOT NULL");
export const SQL_BY_TEXT = ofList("i.session_id = asked.value ->> 0 AND i.text_key = asked.value ->> 1 AND i.text_key IS NOT NULL");

/** Whether rows are known by an id, a message or a text, in one trip; a row may come more than once. */
export const SQL_KNOWN = `${SQL_BY_ID} UNION ALL ${SQL_BY_MESSAGE} UNION ALL ${SQL_BY_TEXT}`;

export interface KnownBy {
  ids: readonly string[];
  messages: readonly string[];
  /** [session, text_key] */
  texts: readonly (readonly [string, string])[];
}

export function selectKnown(connection: Connection, { ids, messages, texts }: KnownBy): Promise<InteractionRecord[]> {
  return connection.all<InteractionRecord>(SQL_KNOWN, [JSON.stringify(ids), JSON.stringify(messages), JSON.stringify(texts)]);
}

export async function selectByIds(connection: Connection, ids: readonly string[]): Promise<InteractionRecord[]> {
  return ids.length === 0 ? [] : connection.all<InteractionRecord>(SQL_BY_ID, [JSON.stringify(ids)]);
}

/** A prompt waits in its queue for the turn before it, which may take long; the clocks of a hook and of a transcript differ by little. */
const QUEUED_AT_MOST_MS = 12 * 3_600_000;
const CLOCKS_APART_MS = 5_000;
/** Prompts of strangers stay theirs. The latest of the same words is meant, unless one of them began the turn already. */
export const SQL_QUEUED = `SELECT seq, turn_id FROM interactions WHERE session_id = ? AND ts BETWEEN ? AND ? AND skill_name = 'user_prompt' AND content = ? AND metadata NOT LIKE '%"trust":%' ORDER BY ts DESC, seq DESC`;

/** Gives prompts to the turns that they began. */
export async function movePrompts(connection: Connection, sessionId: string, prompts: readonly PromptTurn[]): Promise<void> {
  for (const { content, turn_id, ts } of prompts) {
    const alike = await connection.all<{ seq: number; turn_id: string | null }>(SQL_QUEUED, [sessionId, ts - QUEUED_AT_MOST_MS, ts + CLOCKS_APART_MS, content]);
    const [latest] = alike;
    if (latest !== undefined && alike.every((one) => one.turn_id !== turn_id)) await connection.run("UPDATE interactions SET turn_id = ? WHERE seq = ?", [turn_id, latest.seq]);
  }
}

const DEFAULT_LIMIT = 200;
const MAX_LIMIT = 1000;
/** `before` for the newest page. */
export const END = "end";

/** One row more than asked tells whether there is another page. `backwards`: newest first, to be turned round. */
export function interactionsSql(query: InteractionsQuery): { sql: string; params: Param[]; limit: number; backwards: boolean } {
  const limit = Math.max(1, Math.min(query.limit ?? DEFAULT_LIMIT, MAX_LIMIT));
  const before = query.before === undefined || query.before === END ? null : parseCursor(query.before);
  const after = query.before === undefined ? parseCursor(query.after) : null;
  const backwards = before !== null || query.before === END;
  const range = before !== null ? " AND (ts, seq) < (?, ?)" : after !== null ? " AND (ts, seq) > (?, ?)" : "";
  const order = backwards ? "ts DESC, seq DESC" : "ts, seq";
  const cursor = before ?? after;
  const params: Param[] = [query.session_id, ...(cursor === null ? [] : [cursor.time, cursor.n]), limit + 1];
  return { sql: `SELECT ${SELECTED} FROM interactions WHERE session_id = ?${range} ORDER BY ${order} LIMIT ?`, params, limit, backwards };
}

export const SQL_COUNT_OF_SESSION = "SELECT count(*) AS n FROM interactions WHERE session_id = ?";
const SQL_IS_OLDER = "SELECT 1 FROM interactions WHERE session_id = ? AND (ts, seq) < (?, ?) LIMIT 1";
const SQL_IS_NEWER = "SELECT 1 FROM interactions WHERE session_id = ? AND (ts, seq) > (?, ?) LIMIT 1";

export async function countOfSession(connection: Connection, sessionId: string): Promise<number> {
  return (await connection.first<{ n: number }>(SQL_COUNT_OF_SESSION, [sessionId]))?.n ?? 0;
}

export async function hasBeyond(connection: Connection, side: "older" | "newer", { session_id, ts, seq }: InteractionRecord): Promise<boolean> {
  return (await connection.first(side === "older" ? SQL_IS_OLDER : SQL_IS_NEWER, [session_id, ts, seq])) !== null;
}

export const SQL_FIRST_OF_SESSION = where("session_id = ? ORDER BY ts, seq LIMIT ?");
export const SQL_OTHER_PROJECT = where("session_id = ?1 AND project <> ?2 ORDER BY ts, seq LIMIT ?3");
export const SQL_OLDEST = where("ts < ?1 ORDER BY ts LIMIT ?2");
export const SQL_BEFORE = where("seq < ? ORDER BY seq DESC LIMIT ?");
export const SQL_AFTER = where("seq > ? ORDER BY seq LIMIT ?");

export const selectFirstOfSession = (connection: Connection, sessionId: string, limit: number) => connection.all<InteractionRecord>(SQL_FIRST_OF_SESSION, [sessionId, limit]);
export const selectOtherProject = (connection: Connection, sessionId: string, project: string, limit: number) => connection.all<InteractionRecord>(SQL_OTHER_PROJECT, [sessionId, project, limit]);
export const selectOldest = (connection: Connection, before: number, limit: number) => connection.all<InteractionRecord>(SQL_OLDEST, [before, limit]);
export const selectAfter = (connection: Connection, seq: number, limit: number) => connection.all<InteractionRecord>(SQL_AFTER, [seq, limit]);
export const selectBefore = (connection: Connection, seq: number, limit: number) => connection.all<InteractionRecord>(SQL_BEFORE, [seq, limit]);

const SQL_LAST_SEQ = "SELECT seq FROM interactions ORDER BY seq DESC LIMIT 1";

/** 0 when there is none. */
export async function lastInteractionSeq(connection: Connection): Promise<number> {
  return (await connection.first<{ seq: number }>(SQL_LAST_SEQ))?.seq ?? 0;
}

const SQL_DELETE = "DELETE FROM interactions WHERE seq IN (SELECT value FROM json_each(?))";

export async function deleteInteractions(connection: Connection, seqs: readonly number[]): Promise<void> {
  await connection.run(SQL_DELETE, [JSON.stringify(seqs)]);
}

export function toInteraction(record: InteractionRecord): Interaction {
  const { seq, id, user_id, session_id, agent_id, role, content, skill_name, turn_id, project, ts } = record;
  return {
    seq, id, user_id, session_id, agent_id, role, content, skill_name, skill_args: record.skill_args === null ? null : (JSON.parse(record.skill_args) as Record<string, unknown>),
    metadata: JSON.parse(record.metadata) as InteractionMetadata, turn_id, project, ts,
  };
}
