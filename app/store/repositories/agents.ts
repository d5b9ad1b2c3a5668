/** Tables agents (the registry) and agent_state (the last view of each). */
import type { AgentView } from "../../../schemas/generated/types.ts";
import type { Sighting } from "../event-row.ts";
import type { Connection } from "../sqlite.ts";

/** A row is made at the first sight with the defaults of specification 1 §5.3; later sights only widen its time. */
export const seenSql = (json: string): string => `
  INSERT INTO agents (agent_id, provider, avatar_seed, first_seen, last_seen)
  SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4 FROM json_each(${json}) WHERE true
  ON CONFLICT (agent_id) DO UPDATE SET first_seen = min(first_seen, excluded.first_seen), last_seen = max(last_seen, excluded.last_seen)`;
const SQL_SEEN = seenSql("?");

/** What seenSql reads; '' for nobody. */
export function seenJson(seen: readonly AgentSpan[], avatarSeed: (agentId: string) => number): string {
  return seen.length === 0 ? "" : JSON.stringify(seen.map((span) => [span.agentId, span.provider, avatarSeed(span.agentId), span.first, span.last]));
}

export async function registerSightings(connection: Connection, seen: readonly AgentSpan[], avatarSeed: (agentId: string) => number): Promise<void> {
  if (seen.length > 0) await connection.run(SQL_SEEN, [seenJson(seen, avatarSeed)]);
}

/** When an agent was first and last seen in a batch; milliseconds. */
export interface AgentSpan {
  agentId: string;
  provider: string | null;
  first: number;
  last: number;
}

export function spansOf(sightings: readonly Sighting[]): AgentSpan[] {
  const spans = new Map<string, AgentSpan>();
  for (const { agentId, provider, at } of sightings) {
    const span = spans.get(agentId);
    if (span === undefined) {
      spans.set(agentId, { agentId, provider, first: at, last: at });
    } else {
      span.first = Math.min(span.first, at);
      span.last = Math.max(span.last, at);
    }
  }
  return [...spans.values()];
}

const SQL_REGISTER_VIEW = `
  INSERT INTO agents (agent_id, provider, employment_type, source, avatar_seed, display_name, first_seen, last_seen)
  SELECT value ->> 'agent_id', value ->> 'provider', value ->> 'employment_type', value ->> 'source', value ->> 'avatar_seed', value ->> 'display_name', ?2, ?2
  FROM json_each(?1) WHERE true
  ON CONFLICT (agent_id) DO UPDATE SET employment_type = excluded.employment_type, source = excluded.source, display_name = excluded.display_name`;
const SQL_SAVE_VIEW = `
  INSERT INTO agent_state (agent_id, view, updated_at)
  SELECT value ->> 'agent_id', value, ?2 FROM json_each(?1) WHERE true
  ON CONFLICT (agent_id) DO UPDATE SET view = excluded.view, updated_at = excluded.updated_at`;

/** Inside the caller's transaction. */
export async function saveViews(connection: Connection, views: readonly AgentView[], now: number): Promise<void> {
  const text = JSON.stringify(views);
  await connection.run(SQL_REGISTER_VIEW, [text, now]);
  await connection.run(SQL_SAVE_VIEW, [text, now]);
}
