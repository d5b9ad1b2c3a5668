/**
 * The world: all sessions that live or ended lately, with their facts and views. `reduce` is the only way to change it; it is pure, so the world of a log is
 * always the same, whether built event by event, in another order of delivery, or from a checkpoint and the rest.
 */
import type { AgentView, Change, MascotEvent, SessionView, Snapshot } from "../../schemas/generated/types.ts";
import type { PayloadCommon } from "./event-payloads.ts";
import { LEAD, newSession, type SessionFacts } from "./facts.ts";
import { leadAgentId } from "./identity.ts";
import { type Mark, timeOf } from "./marks.ts";
import { QUIET_MS } from "./phase.ts";
import { causeOf, concernsSession, recordEvent, roleOf } from "./record.ts";
import { NEW_CLOCK, tick } from "./session-clock.ts";
import { buildViews, NO_VIEWS, type SessionViews } from "./views.ts";

export interface WorldSession {
  readonly facts: SessionFacts;
  readonly views: SessionViews;
}

export interface World {
  readonly sessions: ReadonlyMap<string, WorldSession>;
  /** Time of the latest heartbeat in ms: the world's only clock. */
  readonly heartbeat: number | null;
  /** Sessions that ended long ago: key → effective end in ms. What comes late for them is not shown any more. */
  readonly buried: ReadonlyMap<string, number>;
}

export interface Reduced {
  world: World;
  /** Ids of agents whose view changed, appeared or went. */
  touchedAgents: string[];
  touchedSessions: string[];
}

export const EMPTY_WORLD: World = { sessions: new Map(), heartbeat: null, buried: new Map() };

/** An ended session stays known for this long, for its late events and for the dashboard. */
const BURIAL_MS = 10 * 60_000;
/** A session without a known process cannot be watched; after this long without any sign it is taken for gone. */
const UNWATCHED_MS = 12 * 60 * 60_000;
const ENDED_LIMIT = 50;
const BURIED_LIMIT = 2_000;
const MEMBER_LIMIT = 96;

/** The world after one event of the log, and what of it changed. */
export function reduce(world: World, event: MascotEvent): Reduced {
  if (event.event_type === "heartbeat") return onHeartbeat(world, event);
  if (!concernsSession(event)) return { world, touchedAgents: [], touchedSessions: [] };
  const key = leadAgentId(event.session_id, event.terminal_session_id);
  const known = world.sessions.get(key);
  const { clock, mark } = placed(known?.facts, event);
  if (known === undefined && mark.t <= (world.buried.get(key) ?? Number.NEGATIVE_INFINITY)) return { world, touchedAgents: [], touchedSessions: [] };
  const base = known?.facts ?? newSession(key, event.session_id ?? null, event.provider ?? "claude", event.workspace_id, mark);
  const facts = withoutOldMembers(recordEvent({ ...base, clock }, event, mark));
  const before = known?.views ?? NO_VIEWS;
  const views = buildViews(before, facts, world.heartbeat, memberKey(event));
  const sessions = new Map(world.sessions);
  sessions.set(key, { facts, views });
  return { world: { ...world, sessions }, touchedAgents: changedAgents(before, views), touchedSessions: before.session === views.session ? [] : [key] };
}

/** Where the event stands in its session's order. */
function placed(facts: SessionFacts | undefined, event: MascotEvent): { clock: SessionFacts["clock"]; mark: Mark } {
  const payload = (event.payload ?? {}) as PayloadCommon;
  const arrival = { t: Date.parse(event.ts), lag: payload.lag_ms, spooled: payload.spooled === true, causeAt: causeOf(facts, event) };
  const ticked = tick(facts?.clock ?? NEW_CLOCK, arrival);
  return { clock: ticked.clock, mark: { t: ticked.t, id: event.id, ts: event.ts } };
}

/** Key of the member that the event is about; null when it is the lead, whose facts concern all. */
function memberKey(event: MascotEvent): string | null {
  return roleOf(event) === "lead" || event.event_type === "session_ended" ? null : event.agent_id;
}

/** Time passes: quiet sessions fall asleep, ended ones are buried. */
function onHeartbeat(world: World, event: MascotEvent): Reduced {
  const heartbeat = Math.max(world.heartbeat ?? 0, Date.parse(event.ts));
  const sessions = new Map<string, WorldSession>();
  const touchedAgents: string[] = [];
  const touchedSessions: string[] = [];
  for (const [key, session] of world.sessions) {
    const views = mayChangeWithTime(session, heartbeat) ? buildViews(session.views, session.facts, heartbeat, null) : session.views;
    if (views.session !== session.views.session) touchedSessions.push(key);
    touchedAgents.push(...changedAgents(session.views, views));
    sessions.set(key, views === session.views ? session : { ...session, views });
  }
  return { world: bury({ ...world, sessions, heartbeat }, heartbeat), touchedAgents, touchedSessions };
}

function mayChangeWithTime(session: WorldSession, heartbeat: number): boolean {
  return !isOver(session) && heartbeat - session.facts.last.t >= QUIET_MS;
}

function isOver(session: WorldSession): boolean {
  return session.views.phase.is === "completed" || session.views.phase.is === "stale";
}

/** Forgets sessions that ended long ago but for their end, so that the world stays as small as what lives in it. */
function bury(world: World, now: number): World {
  const age = (session: WorldSession): number => now - session.facts.last.t;
  const over = [...world.sessions].filter(([, session]) => isOver(session)).sort(([, a], [, b]) => age(b) - age(a));
  const lost = [...world.sessions].filter(([, session]) => !isOver(session) && session.facts.clientPid === null && age(session) >= UNWATCHED_MS);
  const old = [...over.filter(([, session], index) => age(session) >= BURIAL_MS || index < over.length - ENDED_LIMIT), ...lost];
  if (old.length === 0) return world;
  const sessions = new Map(world.sessions);
  const buried = new Map(world.buried);
  for (const [key, session] of old) {
    sessions.delete(key);
    buried.set(key, session.facts.last.t);
  }
  return { ...world, sessions, buried: new Map([...buried].slice(-BURIED_LIMIT)) };
}

/** Members that have left are remembered up to a limit, then only by the time until which all unknown ones have left. */
function withoutOldMembers(facts: SessionFacts): SessionFacts {
  if (facts.agents.size <= MEMBER_LIMIT) return facts;
  const left = [...facts.agents].filter(([key, agent]) => key !== LEAD && timeOf(agent.stopped) >= timeOf(agent.came)).sort(([, a], [, b]) => timeOf(a.last) - timeOf(b.last));
  const agents = new Map(facts.agents);
  let agentFloor = facts.agentFloor;
  for (const [key, agent] of left.slice(0, MEMBER_LIMIT / 2)) {
    agents.delete(key);
    agentFloor = Math.max(agentFloor, timeOf(agent.last));
  }
  return { ...facts, agents, agentFloor };
}

function changedAgents(before: SessionViews, after: SessionViews): string[] {
  if (before.agents === after.agents) return [];
  const changed: string[] = [];
  for (const [key, view] of after.agents) if (before.agents.get(key) !== view) changed.push(view.agent_id);
  for (const [key, view] of before.agents) if (!after.agents.has(key)) changed.push(view.agent_id);
  return changed;
}

export function agentsOf(world: World): AgentView[] {
  const agents: AgentView[] = [];
  for (const { views } of world.sessions.values()) agents.push(...views.agents.values());
  return agents;
}

export function sessionsOf(world: World): SessionView[] {
  const sessions: SessionView[] = [];
  for (const { views } of world.sessions.values()) if (views.session !== null) sessions.push(views.session);
  return sessions;
}

/** `n`: number of the last patch that the snapshot contains. */
export function snapshotOf(world: World, n: number): Snapshot {
  return { n, agents: agentsOf(world), sessions: sessionsOf(world) };
}

/** What to tell a face that knows `before`. A session is told before its agents, and an agent's leaving before the end of its session. */
export function changesBetween(before: World, after: World): Change[] {
  if (before === after) return [];
  const changes: Change[] = [];
  for (const [key, session] of after.sessions) {
    const known = before.sessions.get(key)?.views ?? NO_VIEWS;
    if (known !== session.views) changes.push(...sessionChanges(known, session.views));
  }
  for (const [key, session] of before.sessions) if (!after.sessions.has(key)) changes.push(...sessionChanges(session.views, NO_VIEWS));
  return changes;
}

function sessionChanges(before: SessionViews, after: SessionViews): Change[] {
  const changes: Change[] = [];
  if (after.session !== null && after.session !== before.session) changes.push({ kind: "session-update", session: after.session });
  for (const [key, agent] of after.agents) {
    const known = before.agents.get(key);
    if (known === undefined) changes.push({ kind: "mascot://agent-appeared", agent });
    else if (known !== agent) changes.push({ kind: "mascot://agent-update", agent });
  }
  const how = after.phase.is === "stale" ? "faded" : "left";
  for (const [key, agent] of before.agents) if (!after.agents.has(key)) changes.push({ kind: "mascot://agent-departed", agent_id: agent.agent_id, how });
  if (before.session !== null && after.session === null) changes.push({ kind: "session-gone", session_id: before.session.session_id });
  return changes;
}
