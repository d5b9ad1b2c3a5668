/**
 * What the face sees of a session. A view that would say the same as before is the same object, so that comparing worlds is comparing references.
 */
import { type AgentView, SLOT_COUNTS, type SessionView, type WaitView } from "../../schemas/generated/types.ts";
import { leadLook, type MascotLook, memberLook, momentOf, stillRunning } from "./agent-state.ts";
import { generateAppearance, hashSeed } from "./appearance.ts";
import { type AgentFacts, hostOf, LEAD, pidHere, type SessionFacts } from "./facts.ts";
import { aliasesOf, displayName, NO_TERMINAL } from "./identity.ts";
import { phaseOf, type SessionPhase, wordsOf } from "./phase.ts";
import { memberOf } from "./roster.ts";
import { openWaits } from "./waits.ts";

export interface SessionViews {
  readonly session: SessionView | null;
  /** Agents to show, by the key they have in the session's facts. */
  readonly agents: ReadonlyMap<string, AgentView>;
  readonly phase: SessionPhase;
}

export const NO_VIEWS: SessionViews = { session: null, agents: new Map(), phase: { is: "unseen" } };

/** Views from nothing but facts, or after time has passed. */
export function buildViews(before: SessionViews, session: SessionFacts, heartbeat: number | null): SessionViews {
  const phase = phaseOf(session, heartbeat);
  return { session: sessionView(before.session, session, phase), agents: viewAll(before, session, phase), phase };
}

/** Views after events of some agents (`changed`: their keys). Members besides them are looked at anew only when what they share has moved. */
export function updateViews(before: SessionViews, was: SessionFacts, session: SessionFacts, heartbeat: number | null, changed: readonly string[]): SessionViews {
  const phase = phaseOf(session, heartbeat);
  const all = phase.is !== before.phase.is || changed.some((key) => !before.agents.has(key)) || sharedMoved(was, session);
  const some = all ? null : viewSome(before, session, phase, changed);
  const agents = some === null || teamMoved(before, some) ? viewAll(before, session, phase) : some;
  return { session: sessionView(before.session, session, phase), agents, phase };
}

/** The team's name may come with any of its members. */
function teamMoved(before: SessionViews, agents: ReadonlyMap<string, AgentView>): boolean {
  return before.agents.get(LEAD)?.team_name !== agents.get(LEAD)?.team_name;
}

/** Whether anything moved that the looks of all members depend on: what ends them, what answers them, where they are. */
function sharedMoved(was: SessionFacts, is: SessionFacts): boolean {
  return (
    was.started !== is.started || was.cleared !== is.cleared || was.ended !== is.ended || was.gone !== is.gone || was.turns !== is.turns || was.clientMoved !== is.clientMoved ||
    was.workspace.value !== is.workspace.value || was.attended?.value !== is.attended?.value || was.entrypoint?.value !== is.entrypoint?.value || was.leadId !== is.leadId || was.host?.value !== is.host?.value
  );
}

function viewAll(before: SessionViews, session: SessionFacts, phase: SessionPhase): ReadonlyMap<string, AgentView> {
  const agents = new Map<string, AgentView>();
  for (const [key, at] of session.agents.index) {
    const view = agentView(before.agents.get(key), session, session.agents.values[at] as AgentFacts, key, phase);
    if (view !== null) agents.set(key, view);
  }
  return sameMap(before.agents, agents) ? before.agents : agents;
}

/** The lead's look may count its members, so it is looked at as well. */
function viewSome(before: SessionViews, session: SessionFacts, phase: SessionPhase, changed: readonly string[]): ReadonlyMap<string, AgentView> {
  let agents = viewOne(before.agents, session, phase, LEAD);
  for (const key of changed) if (key !== LEAD) agents = viewOne(agents, session, phase, key);
  return agents;
}

function viewOne(views: ReadonlyMap<string, AgentView>, session: SessionFacts, phase: SessionPhase, key: string): ReadonlyMap<string, AgentView> {
  const facts = memberOf(session.agents, key);
  const known = views.get(key);
  const view = facts === undefined ? null : agentView(known, session, facts, key, phase);
  if (view === (known ?? null)) return views;
  const next = new Map(views);
  if (view === null) next.delete(key);
  else next.set(key, view);
  return next;
}

function sameMap(a: ReadonlyMap<string, AgentView>, b: ReadonlyMap<string, AgentView>): boolean {
  if (a.size !== b.size) return false;
  for (const [key, view] of a) if (b.get(key) !== view) return false;
  return true;
}

function agentView(known: AgentView | undefined, session: SessionFacts, facts: AgentFacts, key: string, phase: SessionPhase): AgentView | null {
  const isLead = key === LEAD;
  const look = isLead ? leadLook(session, facts, phase) : memberLook(session, facts, phase);
  if (look === null || facts.seen === null || facts.last === null) return null;
  const view = drawAgent(known, session, facts, isLead, phase, look);
  return known !== undefined && sameView(known, view) ? known : view;
}

function drawAgent(known: AgentView | undefined, session: SessionFacts, facts: AgentFacts, isLead: boolean, phase: SessionPhase, look: MascotLook): AgentView {
  const id = isLead ? session.leadId : facts.id;
  const team = facts.role === "subagent" ? (facts.team?.value ?? null) : (facts.team?.value ?? teamOf(session));
  const name = facts.name?.value ?? null;
  const seed = known?.avatar_seed ?? hashSeed(id);
  const looks = known !== undefined && known.team_name === team ? known.appearance : generateAppearance(id, SLOT_COUNTS, { role: facts.role, team, leadId: isLead ? null : session.leadId });
  return {
    agent_id: id,
    session_id: session.sessionId,
    provider: session.provider,
    role: facts.role,
    parent_agent_id: isLead ? null : (facts.parent ?? session.leadId),
    team_name: team,
    display_name: displayName([name, facts.type?.value, session.workspace.value], session.provider),
    workspace_id: session.workspace.value,
    host: hostOf(session),
    employment_type: "contractor",
    source: "runtime_agent",
    avatar_seed: seed,
    appearance: looks,
    state: look.state,
    state_since: look.since.ts,
    moment: momentOf(session, facts, isLead, known?.moment ?? null),
    failure: look.failure,
    cause: look.cause,
    phase: look.phase,
    session_state: wordsOf(phase).state,
    bubble: look.bubble,
    aliases: aliases(id, facts, team, name),
    started_at: facts.seen?.ts ?? session.first.ts,
    last_event_at: facts.last?.ts ?? session.last.ts,
  };
}

/** The team of a session with teammates: its given name, else the client's own way to name it (contract §1). */
function teamOf(session: SessionFacts): string | null {
  let isTeam = false;
  for (const agent of session.agents.values) {
    if (agent.role === "subagent" || agent.seen === null) continue;
    if (agent.team !== null) return agent.team.value;
    isTeam ||= agent.role === "teammate";
  }
  return isTeam && session.sessionId !== null ? `session-${session.sessionId.slice(0, 8)}` : null;
}

function aliases(id: string, facts: AgentFacts, team: string | null, name: string | null): string[] {
  const known = aliasesOf(id, facts.role, team, name);
  return facts.otherIds.length === 0 ? known : [...new Set([...known, ...facts.otherIds])].sort();
}

/** null when the session is known only by its end: a dialog at the start that was left by "No, exit" (contract §10). */
function sessionView(known: SessionView | null, session: SessionFacts, phase: SessionPhase): SessionView | null {
  if (session.sessionId === null || isOnlyEnd(session)) return null;
  const words = wordsOf(phase);
  const view: SessionView = {
    session_id: session.sessionId,
    provider: session.provider,
    workspace_id: session.workspace.value,
    project_dir: session.projectDir?.value ?? null,
    state: words.state,
    phase: words.phase,
    cause: words.cause,
    failure: words.failure,
    model: session.model?.value ?? null,
    host: hostOf(session),
    client_pid: pidHere(session),
    ...(session.terminal?.value ?? NO_TERMINAL),
    attended: session.attended?.value ?? null,
    entrypoint: session.entrypoint?.value ?? null,
    title: session.title?.value ?? null,
    started_at: session.first.ts,
    last_event_at: session.last.ts,
    ended_at: phase.is === "completed" || phase.is === "stale" ? phase.since.ts : null,
    end_reason: phase.is === "completed" ? phase.reason : null,
    waits: phase.is === "completed" || phase.is === "stale" ? NO_WAITS : waitViews(session, phase),
    background_count: phase.is === "background" ? stillRunning(session, phase.since, phase.running) : 0,
    trust: session.trust,
  };
  return known !== null && sameView(known, view) ? known : view;
}

const NO_WAITS: WaitView[] = [];

function isOnlyEnd(session: SessionFacts): boolean {
  for (const agent of session.agents.values) if (agent.seen !== null) return false;
  return session.ended !== null || session.gone !== null;
}

/** A lead with anything open is in the phase of waiting, so any other phase has asked already. */
function waitViews(session: SessionFacts, phase: SessionPhase): WaitView[] {
  const waits: { t: number; view: WaitView }[] = [];
  for (const agent of session.agents.values) {
    if (agent.role === "lead" && phase.is !== "waiting") continue;
    const agentId = agent.role === "lead" ? session.leadId : agent.id;
    for (const wait of openWaits(session, agent)) waits.push({ t: wait.t, view: { kind: wait.kind, agent_id: agentId, tool_name: wait.tool, target: wait.target, since: wait.ts } });
  }
  return waits.length === 0 ? NO_WAITS : waits.sort((a, b) => a.t - b.t).map((each) => each.view);
}

/** Views are flat but for a few small values, which are compared by what they say. Most differ by their last event alone. */
function sameView<T extends { last_event_at: string }>(a: T, b: T): boolean {
  return a.last_event_at === b.last_event_at && since(a) === since(b) && sameButTimes(a, b);
}

const since = (view: object): unknown => ("state_since" in view ? view.state_since : undefined);

/** What may be told up to a second late. */
const TIMES: ReadonlySet<string> = new Set(["last_event_at", "state_since"] satisfies (keyof AgentView)[]);

/** Whether two views differ in nothing else than when somebody was last heard of, and since when a state holds. */
export function sameButTimes<T extends object>(a: T | null, b: T | null): boolean {
  if (a === b) return true;
  if (a === null || b === null) return false;
  for (const key in b) if (!TIMES.has(key) && !sameValue(a[key], b[key])) return false;
  return true;
}

function sameValue(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every((key) => sameValue((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]));
}
