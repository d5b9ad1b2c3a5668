/**
 * The world as text and back, for checkpoints: a restart reads the last one and the rest of the log. Views are not stored, they are derived.
 */
import type { SessionFacts } from "./facts.ts";
import { buildViews, NO_VIEWS } from "./views.ts";
import { EMPTY_ROSTER, withMembers } from "./roster.ts";
import type { World, WorldSession } from "./world.ts";

/** Raised whenever facts change their meaning: an older checkpoint is then not used, and the world is built from the whole log. */
const FORMAT = 3;

/** Maps as lists of entries; all else is plain. */
const MAP_MARK = "$map";

export function serialise(world: World): string {
  const sessions = world.sessions.values.map((session) => session.facts);
  return JSON.stringify({ format: FORMAT, sessions, heartbeat: world.heartbeat, buried: [...world.buried] }, (_key, value: unknown) => (value instanceof Map ? { [MAP_MARK]: [...value] } : value));
}

/** null when the text is no checkpoint of this version; it is the app's own file, so its shape is trusted beyond that. */
export function restore(text: string): World | null {
  try {
    const stored = JSON.parse(text, reviveMap) as { format?: number; sessions: SessionFacts[]; heartbeat: number | null; buried: [string, number][] };
    if (stored.format !== FORMAT) return null;
    const sessions = stored.sessions.map((facts): [string, WorldSession] => [facts.key, { facts, views: buildViews(NO_VIEWS, facts, stored.heartbeat) }]);
    return { sessions: withMembers(EMPTY_ROSTER, sessions), heartbeat: stored.heartbeat, buried: new Map(stored.buried) };
  } catch {
    return null;
  }
}

function reviveMap(_key: string, value: unknown): unknown {
  const entries = (value as { [MAP_MARK]?: [string, unknown][] } | null)?.[MAP_MARK];
  return Array.isArray(entries) ? new Map(entries) : value;
}
