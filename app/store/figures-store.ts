/** FiguresStore over the log's file. */
import type { CallsQuery, LaneQuery } from "../../schemas/generated/types.ts";
import type { Counted, FiguresRange, FiguresStore } from "../figures-parts.ts";
import { toStoreError } from "./errors.ts";
import { type CallRecord, callsSql, countProjects, countSlots, countTokens, countTools, selectLanes } from "./repositories/figures.ts";
import { cursorText } from "./repositories/sessions.ts";
import { Connection } from "./sqlite.ts";

const BUSY_TIMEOUT_MS = 2000;
const READER = "PRAGMA query_only = ON; PRAGMA trusted_schema = OFF; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -8000; PRAGMA wal_autocheckpoint = 0;";

/** A connection for each question: they are rare, and one that stayed open would have to be closed before the file is. */
export function createFiguresStore(file: string): FiguresStore {
  let last: Promise<unknown> = Promise.resolve();
  /** One after the other: two counts at once take twice as long each, and the disk is others' too. */
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  };
  return {
    count: (range) => inTurn(() => withConnection(file, (connection) => countAll(connection, range))),
    calls: (query) => withConnection(file, (connection) => findCalls(connection, query)),
    lane: (query) => withConnection(file, (connection) => findLane(connection, query)),
  };
}

/** Of a log that may open late: every call waits for the file, or fails with the reason why there is none. */
export function lateFigures(opened: () => Promise<FiguresStore>): FiguresStore {
  return { count: async (range) => (await opened()).count(range), calls: async (query) => (await opened()).calls(query), lane: async (query) => (await opened()).lane(query) };
}

/** @throws StoreError */
async function withConnection<Result>(file: string, work: (connection: Connection) => Promise<Result>): Promise<Result> {
  let connection: Connection | null = null;
  try {
    connection = await Connection.open(file, BUSY_TIMEOUT_MS);
    await connection.exec(READER);
    return await work(connection);
  } catch (error) {
    throw toStoreError(error);
  } finally {
    await connection?.close();
  }
}

async function countAll(connection: Connection, range: FiguresRange): Promise<Counted> {
  return { tools: await countTools(connection, range), slots: await countSlots(connection, range), tokens: await countTokens(connection, range), projects: await countProjects(connection, range) };
}

async function findCalls(connection: Connection, query: CallsQuery) {
  const { sql, params, limit } = callsSql(query);
  const rows = await connection.all<CallRecord>(sql, params);
  const calls = rows.slice(0, limit);
  const last = calls.at(-1);
  const keys = new Map(calls.map((call) => [`${call.session_id}\n${call.agent_id}`, [call.agent_id, call.session_id] as const]));
  return { calls, lanes: await selectLanes(connection, [...keys.values()]), next: rows.length > limit && last !== undefined ? cursorText({ time: last.ts, n: last.seq }) : null };
}

async function findLane(connection: Connection, { agent_id, session_id }: LaneQuery) {
  const [lane] = await selectLanes(connection, [[agent_id, session_id]]);
  return lane ?? null;
}
