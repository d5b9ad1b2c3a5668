/**
 * What the face sees of a session. A view that would say the same as before is the same object, so that comparing worlds is comparing references.
 */
import { type AgentView, SLOT_COUNTS, type SessionView, type WaitView } from "../../schemas/generated/types.ts";
import { leadLook, type MascotLook, memberLook, momentOf, stillRunning } from "./agent-state.ts";
import { generateAppearance, hashSeed } from "./appearance.ts";
import { type AgentFacts, LEAD, type SessionFacts } from "./facts.ts";
import { aliasesOf, displayName } from "./identity.ts";
import { phaseOf, type SessionPhase, wordsOf } from "./phase.ts";
import { openWaits } from "./waits.ts";

export interface SessionViews {
  readonly session: SessionView | null;
  /** Agents to show, by the key they have in the session's facts. */
  readonly agents: ReadonlyMap<string, AgentView>;
  readonly phase: SessionPhase;
}

export const NO_VIEWS: SessionViews = { session: null, agents: new Map(), phase: { is: "unseen" } };

/** Views after a change of one member's facts (`changed`: its key), or of anything (null). The other members are looked at anew only when what they share with it moved. */
export function buildViews(before: SessionViews, session: SessionFacts, heartbeat: number | null, changed: string | null): SessionViews {
  const phase = phaseOf(session, heartbeat);
  const all = changed === null || phase.is !== before.phase.is || before.session?.workspace_id !== session.workspace.value || !before.agents.has(changed);
  const agents = all ? viewAll(before, session, phase) : viewSome(before, session, phase, [LEAD, changed]);
  return { session: sessionView(before.session, session, phase), agents, phase };
}

function viewAll(before: SessionViews, session: SessionFacts, phase: SessionPhase): ReadonlyMap<string, AgentView> {
  const agents = new Map<string, AgentView>();
  for (const [key, facts] of session.agents) {
    const view = agentView(before.agents.get(key), session, facts, key, phase);
    if (view !== null) agents.set(key, view);
  }
  return sameMap(before.agents, agents) ? before.agents : agents;
}

function viewSome(before: SessionViews, session: SessionFacts, phase: SessionPhase, keys: string[]): ReadonlyMap<string, AgentView> {
  let agents: Map<string, AgentView> | null = null;
  for (const key of keys) {
    const facts = session.agents.get(key);
    const known = before.agents.get(key);
    const view = facts === undefined ? null : agentView(known, session, facts, key, phase);
    if (view === (known ?? null)) continue;
    agents ??= new Map(before.agents);
    if (view === null) agents.delete(key);
    else agents.set(key, view);
  }
  return agents ?? before.agents;
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
    employment_type: "contractor",
    source: "runtime_agent",
    avatar_seed: seed,
    appearance: looks,
    state: look.state,
    state_since: look.since.ts,
    moment: momentOf(session, facts, isLead),
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
  for (const agent of session.agents.values()) {
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
    client_pid: session.clientPid?.value ?? null,
    attended: session.attended?.value ?? null,
    entrypoint: session.entrypoint?.value ?? null,
    title: session.title?.value ?? null,
    started_at: session.first.ts,
    last_event_at: session.last.ts,
    ended_at: phase.is === "completed" || phase.is === "stale" ? phase.since.ts : null,
    end_reason: phase.is === "completed" ? phase.reason : null,
    waits: phase.is === "completed" || phase.is === "stale" ? NO_WAITS : waitViews(session),
    background_count: phase.is === "background" ? stillRunning(session, phase.since, phase.running) : 0,
    trust: session.trust,
  };
  return known !== null && sameView(known, view) ? known : view;
}

const NO_WAITS: WaitView[] = [];

function isOnlyEnd(session: SessionFacts): boolean {
  for (const agent of session.agents.values()) if (agent.seen !== null) return false;
  return session.ended !== null || session.gone !== null;
}

function waitViews(session: SessionFacts): WaitView[] {
  const waits: { t: number; view: WaitView }[] = [];
  for (const [key, agent] of session.agents) {
    const agentId = key === LEAD ? session.leadId : agent.id;
    for (const wait of openWaits(session, agent)) waits.push({ t: wait.t, view: { kind: wait.kind, agent_id: agentId, tool_name: wait.tool, target: wait.target, since: wait.ts } });
  }
  return waits.length === 0 ? NO_WAITS : waits.sort((a, b) => a.t - b.t).map((each) => each.view);
}

/** Views are flat but for a few small values, which are compared by what they say. */
function sameView<T extends object>(a: T, b: T): boolean {
  for (const key of Object.keys(a) as (keyof T)[]) if (!sameValue(a[key], b[key])) return false;
  return true;
}

function sameValue(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every((key) => sameValue((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]));
}
