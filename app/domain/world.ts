/**
 * The world: all sessions that live or ended lately, with their facts and views. `reduce` is the only way to change it; it is pure, so the world of a log is
 * always the same, whether built event by event, in another order of delivery, or from a checkpoint and the rest.
 */
import type { MascotEvent } from "../../schemas/generated/types.ts";
import { type AgentFacts, LEAD, newSession, pidHere, type SessionFacts } from "./facts.ts";
import { leadAgentId } from "./identity.ts";
import { compareMarks, type Mark, timeOf } from "./marks.ts";
import { QUIET_MS } from "./phase.ts";
import { arrivalOf, causeOf, concernsSession, roleOf } from "./placing.ts";
import { recordEvent } from "./record.ts";
import { EMPTY_ROSTER, filtered, memberOf, type Roster, withMembers } from "./roster.ts";
import { NEW_CLOCK, tick } from "./session-clock.ts";
import { hasNoRoomFor, isUnverified, mayNotSpeakOf, STRANGERS_AT_MOST, STRANGERS_KEPT, STRANGERS_MEMBERS, startsAnew } from "./trust.ts";
import { buildViews, NO_VIEWS, type SessionViews, updateViews } from "./views.ts";
import { DEFAULT_PROVIDER } from "./provider.ts";

export interface WorldSession {
  readonly facts: SessionFacts;
  readonly views: SessionViews;
}

export interface World {
  readonly sessions: Roster<WorldSession>;
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

export const EMPTY_WORLD: World = { sessions: EMPTY_ROSTER, heartbeat: null, buried: new Map() };

/** An ended session stays known for this long, for its late events and for the dashboard. */
const BURIAL_MS = 10 * 60_000;
/** A session without a known process cannot be watched; after this long without any sign it is taken for gone. */
const UNWATCHED_MS = 12 * 60 * 60_000;
const ENDED_LIMIT = 50;
const BURIED_LIMIT = 2_000;
const MEMBER_LIMIT = 48;

/** The world after one event of the log, and what of it changed. */
export function reduce(world: World, event: MascotEvent): Reduced {
  if (event.event_type === "heartbeat") return onHeartbeat(world, event);
  const touched = new Map<string, Touched>();
  note(world, touched, event);
  return shown(world, touched);
}

/** The world after events of the log in their order: the same as one by one, but each session is looked at once, as many events as it may have. */
export function reduceAll(world: World, events: readonly MascotEvent[]): Reduced {
  const touchedAgents: string[] = [];
  const touchedSessions: string[] = [];
  let now = world;
  let touched = new Map<string, Touched>();
  const take = (reduced: Reduced) => {
    now = reduced.world;
    touchedAgents.push(...reduced.touchedAgents);
    touchedSessions.push(...reduced.touchedSessions);
  };
  for (const event of events) {
    if (event.event_type !== "heartbeat") {
      note(now, touched, event);
      continue;
    }
    take(shown(now, touched));
    touched = new Map();
    take(onHeartbeat(now, event));
  }
  take(shown(now, touched));
  return { world: now, touchedAgents, touchedSessions };
}

/** A session of which something was heard, before it is looked at anew. */
interface Touched {
  was: SessionFacts;
  before: SessionViews;
  facts: SessionFacts;
  changed: string[];
  /** Nothing of the facts before is part of these. */
  anew: boolean;
}

/** Writes an event into the facts of its session. */
function note(world: World, touched: Map<string, Touched>, event: MascotEvent): void {
  if (!concernsSession(event)) return;
  const key = leadAgentId(event.session_id, event.terminal_session_id);
  const noted = touched.get(key);
  const known = noted === undefined ? memberOf(world.sessions, key) : undefined;
  const before = noted?.facts ?? known?.facts;
  if (before !== undefined && mayNotSpeakOf(before, event)) return;
  const anew = before !== undefined && startsAnew(before, event);
  const latest = anew ? undefined : before;
  const { clock, mark } = placed(latest, event);
  if (latest === undefined && mark.t <= (world.buried.get(key) ?? Number.NEGATIVE_INFINITY)) return;
  if (before === undefined && isUnverified(event) && strangers(world, touched) >= STRANGERS_AT_MOST) return;
  const was = latest ?? newSession(key, event.session_id ?? null, event.provider ?? DEFAULT_PROVIDER, event.workspace_id, isUnverified(event) ? "unverified" : "verified", mark);
  const agent = roleOf(event) === "lead" ? LEAD : event.agent_id;
  if (hasNoRoomFor(was, agent)) return;
  const facts = withoutOldMembers(recordEvent(was, clock, event, mark));
  if (noted === undefined) touched.set(key, { was, before: known?.views ?? NO_VIEWS, facts, changed: [agent], anew });
  else {
    noted.facts = facts;
    noted.anew ||= anew;
    if (!noted.changed.includes(agent)) noted.changed.push(agent);
  }
}

/** Unverified sessions of the world and of what was heard since. */
function strangers(world: World, touched: ReadonlyMap<string, Touched>): number {
  let count = 0;
  for (const { facts } of world.sessions.values) if ((touched.get(facts.key)?.facts ?? facts).trust === "unverified") count++;
  for (const { facts } of touched.values()) if (facts.trust === "unverified" && !world.sessions.index.has(facts.key)) count++;
  return count;
}

function shown(world: World, touched: ReadonlyMap<string, Touched>): Reduced {
  if (touched.size === 0) return unchanged(world);
  const touchedAgents: string[] = [];
  const touchedSessions: string[] = [];
  const looked: [string, WorldSession][] = [];
  for (const [key, { was, before, facts, changed, anew }] of touched) {
    const views = anew ? buildViews(before, facts, world.heartbeat) : updateViews(before, was, facts, world.heartbeat, changed);
    looked.push([key, { facts, views }]);
    touchedAgents.push(...changedAgents(before, views));
    if (before.session !== views.session) touchedSessions.push(key);
  }
  return { world: { sessions: withMembers(world.sessions, looked), heartbeat: world.heartbeat, buried: world.buried }, touchedAgents, touchedSessions };
}

function unchanged(world: World): Reduced {
  return { world, touchedAgents: [], touchedSessions: [] };
}

/** Where the event stands in its session's order. */
function placed(facts: SessionFacts | undefined, event: MascotEvent): { clock: SessionFacts["clock"]; mark: Mark } {
  const ticked = tick(facts?.clock ?? NEW_CLOCK, arrivalOf(event, causeOf(facts, event)));
  return { clock: ticked.clock, mark: { t: ticked.t, id: event.id, ts: event.ts } };
}

/** Time passes: quiet sessions fall asleep, ended ones are buried. */
function onHeartbeat(world: World, event: MascotEvent): Reduced {
  const heartbeat = Math.max(world.heartbeat ?? 0, Date.parse(event.ts));
  const touchedAgents: string[] = [];
  const touchedSessions: string[] = [];
  const looked: [string, WorldSession][] = [];
  for (const session of world.sessions.values) {
    if (!mayChangeWithTime(session, heartbeat)) continue;
    const views = buildViews(session.views, session.facts, heartbeat);
    if (views.session !== session.views.session) touchedSessions.push(session.facts.key);
    touchedAgents.push(...changedAgents(session.views, views));
    looked.push([session.facts.key, { facts: session.facts, views }]);
  }
  return { world: bury({ ...world, sessions: withMembers(world.sessions, looked), heartbeat }, heartbeat), touchedAgents, touchedSessions };
}

function mayChangeWithTime(session: WorldSession, heartbeat: number): boolean {
  return !isOver(session) && heartbeat - session.facts.last.t >= QUIET_MS;
}

function isOver(session: WorldSession): boolean {
  return session.views.phase.is === "completed" || session.views.phase.is === "stale";
}

/** Forgets sessions that ended long ago but for their end, so that the world stays as small as what lives in it. */
function bury(world: World, now: number): World {
  const old = new Set([...overLongAgo(world, now), ...unwatched(world, now), ...surplusStrangers(world)]);
  if (old.size === 0) return world;
  const buried = new Map(world.buried);
  // The end of a session that strangers told of keeps nothing of the real one out, and their many ends push none out of the list.
  for (const { facts } of old) if (facts.trust === "verified") buried.set(facts.key, facts.last.t);
  return { ...world, sessions: filtered(world.sessions, (session) => !old.has(session)), buried: new Map([...buried].slice(-BURIED_LIMIT)) };
}

function overLongAgo({ sessions }: World, now: number): WorldSession[] {
  const over = sessions.values.filter(isOver);
  const mostLately = over.filter(({ facts }) => facts.trust === "verified").sort(byLastSign).slice(0, ENDED_LIMIT);
  return over.filter((session) => now - session.facts.last.t >= BURIAL_MS || (session.facts.trust === "verified" && !mostLately.includes(session)));
}

function unwatched({ sessions }: World, now: number): WorldSession[] {
  return sessions.values.filter(({ facts }) => pidHere(facts) === null && now - facts.last.t >= UNWATCHED_MS);
}

function surplusStrangers({ sessions }: World): WorldSession[] {
  return sessions.values.filter(({ facts }) => facts.trust === "unverified").sort(byLastSign).slice(STRANGERS_KEPT);
}

/** Latest first. */
function byLastSign(a: WorldSession, b: WorldSession): number {
  return compareMarks(b.facts.last, a.facts.last);
}

/** Members that have left are remembered up to a limit, then only by the time until which all unknown ones have left. */
function withoutOldMembers(facts: SessionFacts): SessionFacts {
  const limit = facts.trust === "unverified" ? STRANGERS_MEMBERS - 1 : MEMBER_LIMIT;
  if (facts.agents.values.length <= limit) return facts;
  const hasLeft = (agent: AgentFacts): boolean => agent.role !== "lead" && timeOf(agent.stopped) >= timeOf(agent.came);
  const left = facts.agents.values.filter(hasLeft).sort((a, b) => timeOf(a.last) - timeOf(b.last)).slice(0, limit >> 1);
  if (left.length === 0) return facts;
  const forgotten = new Set(left);
  const agentFloor = left.reduce((floor, agent) => Math.max(floor, timeOf(agent.last)), facts.agentFloor);
  return { ...facts, agents: filtered(facts.agents, (agent) => !forgotten.has(agent)), agentFloor };
}

const NO_ONE: string[] = [];

function changedAgents(before: SessionViews, after: SessionViews): string[] {
  if (before.agents === after.agents) return NO_ONE;
  const changed: string[] = [];
  for (const [key, view] of after.agents) if (before.agents.get(key) !== view) changed.push(view.agent_id);
  for (const [key, view] of before.agents) if (!after.agents.has(key)) changed.push(view.agent_id);
  return changed;
}

/** The world as if the session had never been, or none had: what a person deleted is shown nowhere. */
export function without(world: World, sessionId: string | null): World {
  if (sessionId === null) return { ...EMPTY_WORLD, heartbeat: world.heartbeat };
  const buried = new Map(world.buried);
  buried.delete(sessionId);
  return { ...world, sessions: filtered(world.sessions, ({ views, facts }) => views.session?.session_id !== sessionId && facts.key !== sessionId), buried };
}
