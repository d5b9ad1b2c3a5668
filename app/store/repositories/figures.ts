/** What rows of interactions, message_usage and sessions add up to. Ranges are from … to, `to` left out; ms. */
import type { CallLane, CallsQuery } from "../../../schemas/generated/types.ts";
import type { Connection, Param } from "../sqlite.ts";
import { parseCursor } from "./sessions.ts";

/** Time zones differ by quarters of an hour: what is counted by it can be given to any day and hour afterwards. */
export const SLOT_MS = 900_000;

export interface Range { from: number; to: number; project: string | null }

const NOT_CALLS = "('user_prompt', 'claude_response')";
/** As the index has them, word for word: else rows would be read. */
export const OK = "CASE WHEN json_valid(metadata) THEN metadata ->> 'ok' END";
export const TOOK = "CASE WHEN json_valid(metadata) THEN metadata ->> 'duration_ms' END";
/** To two digits: some hundred steps for any spread of durations. */
const ROUGHLY = "CASE WHEN took < 100 THEN took WHEN took < 1000 THEN took / 10 * 10 WHEN took < 10000 THEN took / 100 * 100 WHEN took < 100000 THEN took / 1000 * 1000 ELSE took / 10000 * 10000 END";
const OF_PROJECT = " AND session_id IN (SELECT session_id FROM sessions WHERE project = ?3)";
/** Named, since statistics of a young file let SQLite prefer an index for which every row is read. */
const CALLS_IN_RANGE = "FROM interactions INDEXED BY interactions_figures WHERE ts >= ?1 AND ts < ?2";
/** The bound keeps SQLite from putting what groups into one statement with this, for which it would read rows; so would a column that is not used. */
const inRange = (columns: string, where: string) => `FROM (SELECT ${columns} ${CALLS_IN_RANGE}${where} LIMIT -1)`;

export interface ToolCount { tool: string; ok: number | null; took: number | null; count: number }
export interface SlotCount { slot: number; count: number; prompts: number; failures: number }
export interface TokenCount { slot: number; project: string; input_tokens: number; output_tokens: number; cache_read_tokens: number; cache_write_tokens: number }
export interface ProjectCount { project: string; sessions: number }

export const toolsSql = (project: boolean) => `SELECT tool, ok, ${ROUGHLY} AS took, count(*) AS count ${inRange(`skill_name AS tool, ${OK} AS ok, ${TOOK} AS took`, ` AND skill_name NOT IN ${NOT_CALLS}${project ? OF_PROJECT : ""}`)} GROUP BY 1, 2, 3`;
export const slotsSql = (project: boolean) =>
  `SELECT ts / ${SLOT_MS} AS slot, count(*) AS count, sum(tool = 'user_prompt') AS prompts, sum(ok IS 0) AS failures ${inRange(`ts, skill_name AS tool, ${OK} AS ok`, project ? OF_PROJECT : "")} GROUP BY 1`;
/** Prompts that no person wrote. Of all that is counted they alone are told apart in the rows, and of these only prompts are read. */
export const injectedSql = (project: boolean) =>
  `SELECT ts / ${SLOT_MS} AS slot, count(*) AS injected ${CALLS_IN_RANGE} AND skill_name = 'user_prompt' AND CASE WHEN json_valid(metadata) THEN metadata ->> 'injected' END IS 1${project ? OF_PROJECT : ""} GROUP BY 1`;
export const tokensSql = (project: boolean) => `
  SELECT spent.slot, coalesce(sessions.project, '') AS project, sum(input_tokens_) AS input_tokens, sum(output_tokens_) AS output_tokens, sum(read_) AS cache_read_tokens, sum(write_) AS cache_write_tokens
  FROM (
    SELECT at / ${SLOT_MS} AS slot, session_id, sum(input_tokens) AS input_tokens_, sum(output_tokens) AS output_tokens_, sum(cache_read_tokens) AS read_, sum(cache_write_tokens) AS write_
    FROM message_usage INDEXED BY message_usage_by_time WHERE at >= ?1 AND at < ?2${project ? OF_PROJECT : ""} GROUP BY 1, 2
  ) AS spent LEFT JOIN sessions USING (session_id) GROUP BY 1, 2`;
export const projectsSql = (project: boolean) => `SELECT project, count(*) AS sessions FROM sessions INDEXED BY ${project ? "sessions_by_project" : "sessions_by_time"} WHERE last_at >= ?1 AND started_at < ?2${project ? " AND project = ?3" : ""} GROUP BY project ORDER BY sessions DESC`;

const paramsOf = ({ from, to, project }: Range): Param[] => (project === null ? [from, to] : [from, to, project]);

export const countTools = (connection: Connection, range: Range) => connection.all<ToolCount>(toolsSql(range.project !== null), paramsOf(range));
export async function countSlots(connection: Connection, range: Range): Promise<SlotCount[]> {
  const slots = await connection.all<SlotCount>(slotsSql(range.project !== null), paramsOf(range));
  const rows = await connection.all<{ slot: number; injected: number }>(injectedSql(range.project !== null), paramsOf(range));
  // What came between the two questions may be in the second alone.
  const injected = new Map(rows.map((row) => [row.slot, row.injected]));
  return slots.map((slot) => ({ ...slot, prompts: Math.max(0, slot.prompts - (injected.get(slot.slot) ?? 0)) }));
}
export const countTokens = (connection: Connection, range: Range) => connection.all<TokenCount>(tokensSql(range.project !== null), paramsOf(range));
export const countProjects = (connection: Connection, range: Range) => connection.all<ProjectCount>(projectsSql(range.project !== null), paramsOf(range));

export interface CallRecord { seq: number; ts: number; tool: string; ok: number | null; took: number | null; session_id: string; agent_id: string }

const MOST_CALLS = 20_000;
const USUAL_CALLS = 10_000;

/** Newest first, one more than asked. Of one session by the session's index, which is short. */
export function callsSql(query: CallsQuery): { sql: string; params: Param[]; limit: number } {
  const limit = Math.max(1, Math.min(query.limit ?? USUAL_CALLS, MOST_CALLS));
  const before = parseCursor(query.before);
  const conditions = ["ts >= ?", "ts < ?", `skill_name NOT IN ${NOT_CALLS}`];
  const params: Param[] = [query.from, query.to];
  const add = (condition: string, ...values: Param[]) => {
    conditions.push(condition);
    params.push(...values);
  };
  if (before !== null) add("(ts, seq) < (?, ?)", before.time, before.n);
  if (query.session_id !== undefined) add("session_id = ?", query.session_id);
  if (query.project !== undefined) add("session_id IN (SELECT session_id FROM sessions WHERE project = ?)", query.project);
  const index = query.session_id === undefined ? "interactions_figures" : "interactions_by_session";
  return {
    sql: `SELECT seq, ts, skill_name AS tool, ${OK} AS ok, ${TOOK} AS took, session_id, agent_id FROM interactions INDEXED BY ${index} WHERE ${conditions.join(" AND ")} ORDER BY ts DESC, seq DESC LIMIT ?`,
    params: [...params, limit + 1], limit,
  };
}

export const SQL_LANES = `
  SELECT asked.value ->> 0 AS agent_id, asked.value ->> 1 AS session_id, coalesce(sessions.project, '') AS project, agents.display_name AS name, agent_state.view -> 'appearance' AS appearance
  FROM json_each(?) AS asked CROSS JOIN sessions ON sessions.session_id = asked.value ->> 1
  LEFT JOIN agents ON agents.agent_id = asked.value ->> 0 LEFT JOIN agent_state ON agent_state.agent_id = asked.value ->> 0`;

/** @param keys [agent, session] */
export async function selectLanes(connection: Connection, keys: readonly (readonly [string, string])[]): Promise<CallLane[]> {
  const rows = await connection.all<CallLane & { appearance: string | null }>(SQL_LANES, [JSON.stringify(keys)]);
  return rows.map(({ appearance, ...lane }) => ({ ...lane, ...(appearance === null ? {} : { appearance: JSON.parse(appearance) as NonNullable<CallLane["appearance"]> }) }));
}
