/** Taking events out of the log, and whatever names a session out of the tables that are not its own. */
import type { Connection } from "../sqlite.ts";

export interface EventPlace {
  seq: number;
  agent_id: string;
  received_at: number;
}

export const SQL_EVENTS_OF_SESSION = "SELECT seq, agent_id, received_at FROM events WHERE session_id = ? LIMIT ?";
export const SQL_FIRST_EVENTS = "SELECT seq, agent_id, received_at FROM events ORDER BY seq LIMIT ?";
const SQL_DELETE_EVENTS = "DELETE FROM events WHERE seq IN (SELECT value FROM json_each(?))";

export const selectEventsOfSession = (connection: Connection, sessionId: string, limit: number) => connection.all<EventPlace>(SQL_EVENTS_OF_SESSION, [sessionId, limit]);
export const selectFirstEvents = (connection: Connection, limit: number) => connection.all<EventPlace>(SQL_FIRST_EVENTS, [limit]);

export async function deleteEvents(connection: Connection, seqs: readonly number[]): Promise<void> {
  if (seqs.length > 0) await connection.run(SQL_DELETE_EVENTS, [JSON.stringify(seqs)]);
}

/** With their views (ON DELETE CASCADE): of those who were in these events and are in no other. */
export const SQL_DELETE_AGENTS = `
  DELETE FROM agents WHERE agent_id IN (SELECT value FROM json_each(?)) AND NOT EXISTS (SELECT 1 FROM events WHERE events.agent_id = agents.agent_id)`;
const SQL_DELETE_VIEWS = "DELETE FROM agent_state WHERE view ->> 'session_id' = ?";

export async function deleteAgentsWithoutEvents(connection: Connection, agentIds: readonly string[]): Promise<void> {
  if (agentIds.length > 0) await connection.run(SQL_DELETE_AGENTS, [JSON.stringify(agentIds)]);
}

export async function deleteViewsOfSession(connection: Connection, sessionId: string): Promise<void> {
  await connection.run(SQL_DELETE_VIEWS, [sessionId]);
}

const SQL_CHECKPOINTS = "SELECT seq, world FROM checkpoints";
const SQL_REWRITE = "UPDATE checkpoints SET world = ? WHERE seq = ?";
const SQL_DROP = "DELETE FROM checkpoints WHERE seq = ?";

/**
 * Takes whatever stands for the session out of each checkpoint: members of lists that name it. One that names it elsewhere goes whole; the next start then reads
 * more of the log.
 */
export async function scrubCheckpoints(connection: Connection, sessionId: string): Promise<void> {
  const named = JSON.stringify(sessionId);
  for (const { seq, world } of await connection.all<{ seq: number; world: string }>(SQL_CHECKPOINTS)) {
    if (!world.includes(named)) continue;
    const scrubbed = JSON.stringify(withoutNaming(JSON.parse(world), sessionId));
    if (scrubbed.includes(named)) await connection.run(SQL_DROP, [seq]);
    else await connection.run(SQL_REWRITE, [scrubbed, seq]);
  }
}

function withoutNaming(value: unknown, name: string): unknown {
  if (Array.isArray(value)) return value.filter((member) => !names(member, name)).map((member) => withoutNaming(member, name));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withoutNaming(inner, name)]));
}

const names = (member: unknown, name: string): boolean => typeof member === "object" && member !== null && Object.values(member).includes(name);

const SQL_FREE = "PRAGMA freelist_count";
const SQL_PAGES = "PRAGMA page_count";
const SQL_PAGE_SIZE = "PRAGMA page_size";

/** Bytes of the file that hold something. */
export async function usedBytes(connection: Connection): Promise<number> {
  const pages = (await connection.first<{ page_count: number }>(SQL_PAGES))?.page_count ?? 0;
  const size = (await connection.first<{ page_size: number }>(SQL_PAGE_SIZE))?.page_size ?? 0;
  return (pages - (await freePages(connection))) * size;
}

export async function freePages(connection: Connection): Promise<number> {
  return (await connection.first<{ freelist_count: number }>(SQL_FREE))?.freelist_count ?? 0;
}
