/**
 * What a face is told of a world, and of two. A face knows agents by their ids alone, and two sessions may claim one id: `team/name` of hand-made payloads, or a stranger
 * who names his session like somebody's sub-agent. Then one of the claims is shown, and the other one's end is no departure.
 */
import type { AgentView, Change, SessionView, Snapshot } from "../../schemas/generated/types.ts";
import { memberOf } from "./roster.ts";
import { NO_VIEWS, sameButTimes, type SessionViews } from "./views.ts";
import type { World, WorldSession } from "./world.ts";

/** The agents of a world, each id once. */
function agentsById(world: World): Map<string, AgentView> {
  const agents = new Map<string, AgentView>();
  const owners = new Map<string, WorldSession>();
  for (const session of world.sessions.values) {
    for (const view of session.views.agents.values()) {
      const owner = owners.get(view.agent_id);
      if (owner !== undefined && !hasBetterClaim(session, owner)) continue;
      owners.set(view.agent_id, session);
      agents.set(view.agent_id, view);
    }
  }
  return agents;
}

/** A verified session's, then that of the session which began last. */
function hasBetterClaim(session: WorldSession, owner: WorldSession): boolean {
  if (session.facts.trust !== owner.facts.trust) return session.facts.trust === "verified";
  return session.facts.first.t > owner.facts.first.t || (session.facts.first.t === owner.facts.first.t && session.facts.key > owner.facts.key);
}

export function agentsOf(world: World): AgentView[] {
  return [...agentsById(world).values()];
}

export function sessionsOf(world: World): SessionView[] {
  const sessions: SessionView[] = [];
  for (const { views } of world.sessions.values) if (views.session !== null) sessions.push(views.session);
  return sessions;
}

/** `n`: number of the last patch that the snapshot contains. */
export function snapshotOf(world: World, n: number): Snapshot {
  return { n, agents: agentsOf(world), sessions: sessionsOf(world) };
}

/** What to tell a face that knows `before`. A session is told before its agents, and an agent's leaving before the end of its session. */
export function changesBetween(before: World, after: World): Change[] {
  if (before === after) return [];
  if (hasClash(before) || hasClash(after)) return changesById(before, after);
  const changes: Change[] = [];
  for (const session of after.sessions.values) {
    const known = memberOf(before.sessions, session.facts.key)?.views ?? NO_VIEWS;
    if (known !== session.views) changes.push(...sessionChanges(known, session.views));
  }
  for (const { facts, views } of before.sessions.values) if (!after.sessions.index.has(facts.key)) changes.push(...sessionChanges(views, NO_VIEWS));
  return changes;
}

/** Whether two worlds differ in nothing but times. Where somebody came or went, they differ in more. */
export function onlyTimesDiffer(before: World, after: World): boolean {
  if (before.sessions.values.length !== after.sessions.values.length) return false;
  return after.sessions.values.every(({ facts, views }) => {
    const known = memberOf(before.sessions, facts.key)?.views ?? NO_VIEWS;
    return known === views || (known.agents.size === views.agents.size && sameButTimes(known.session, views.session) && [...views.agents].every(([key, agent]) => sameButTimes(known.agents.get(key) ?? null, agent)));
  });
}

function hasClash(world: World): boolean {
  const ids = new Set<string>();
  let count = 0;
  for (const { views } of world.sessions.values) {
    for (const { agent_id } of views.agents.values()) ids.add(agent_id);
    count += views.agents.size;
  }
  return ids.size < count;
}

function sessionChanges(before: SessionViews, after: SessionViews): Change[] {
  const changes: Change[] = sessionUpdate(before, after);
  for (const [key, agent] of after.agents) changes.push(...agentChange(before.agents.get(key), agent));
  for (const [key, agent] of before.agents) if (!after.agents.has(key)) changes.push(departure(agent, after));
  return [...changes, ...sessionEnd(before, after)];
}

/** The same where an id has several claims: sessions first, then agents by their ids, whosesoever they are. */
function changesById(before: World, after: World): Change[] {
  const viewsIn = (world: World, key: string): SessionViews => memberOf(world.sessions, key)?.views ?? NO_VIEWS;
  const changes: Change[] = [];
  for (const { facts, views } of after.sessions.values) changes.push(...sessionUpdate(viewsIn(before, facts.key), views));
  const known = agentsById(before);
  const shown = agentsById(after);
  for (const [id, agent] of shown) changes.push(...agentChange(known.get(id), agent));
  for (const [id, agent] of known) if (!shown.has(id)) changes.push(departure(agent, viewsIn(after, agent.session_id ?? id)));
  for (const { facts, views } of before.sessions.values) changes.push(...sessionEnd(views, viewsIn(after, facts.key)));
  return changes;
}

function sessionUpdate(before: SessionViews, { session }: SessionViews): Change[] {
  return session !== null && session !== before.session ? [{ kind: "session-update", session }] : [];
}

function agentChange(known: AgentView | undefined, agent: AgentView): Change[] {
  if (known === agent) return [];
  return [{ kind: known === undefined ? "mascot://agent-appeared" : "mascot://agent-update", agent }];
}

function departure({ agent_id }: AgentView, after: SessionViews): Change {
  return { kind: "mascot://agent-departed", agent_id, how: after.phase.is === "stale" ? "faded" : "left" };
}

function sessionEnd(before: SessionViews, { session }: SessionViews): Change[] {
  return before.session !== null && session === null ? [{ kind: "session-gone", session_id: before.session.session_id }] : [];
}
