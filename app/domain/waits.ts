/**
 * Which of the asked things are still open. A wait is closed only by what answers it (DESIGN §6): its call's end, the batch it belongs to, an explicit answer,
 * the end of the turn, the next prompt, the client's registry moving on, the end of the session. Never by time.
 */
import { type AgentFacts, LEAD, type HintFact, type ReleaseFact, type SessionFacts, type WaitFact } from "./facts.ts";
import { latestOf, type Mark, timeOf } from "./marks.ts";
import { memberOf } from "./roster.ts";
import { asksPerson } from "./tool-kinds.ts";
import { callsOf, findTool, isEnded, type ToolFact } from "./tool-log.ts";

export interface SettledWait {
  readonly wait: WaitFact;
  /** When it was answered, in ms; null while it is open. */
  readonly closedAt: number | null;
}

const NONE: readonly SettledWait[] = [];

/** Modes in which the client never shows a permission dialog (contract §7). In auto mode a request is a real dialog: the classifier's own refusals send none. */
const MODES_WITHOUT_DIALOG = new Set(["bypassPermissions", "dontAsk"]);

/** All remembered waits of one agent in order of time, each open or closed. */
export function settleWaits(session: SessionFacts, agent: AgentFacts): readonly SettledWait[] {
  const waits = withOwnQuestions(agent, agent.waits);
  if (waits.length === 0) return NONE;
  const barrier = waitBarrier(session, agent);
  const calls = new Calls(agent, waits[0]?.t ?? 0);
  const settled: SettledWait[] = [];
  for (const wait of waits) {
    if (!asksAnyone(session, wait)) continue;
    // What a barrier has closed must not take the call of a later request.
    const call = wait.t <= barrier ? null : calls.take(wait);
    settled.push({ wait, closedAt: closingTime(wait, barrier, agent.releases, call) });
  }
  return settled;
}

export function openWaits(session: SessionFacts, agent: AgentFacts): readonly WaitFact[] {
  const settled = settleWaits(session, agent);
  return settled === NONE ? NO_WAITS : settled.filter((each) => each.closedAt === null).map((each) => each.wait);
}

const NO_WAITS: readonly WaitFact[] = [];

/** The waits worth keeping at `now` (ms): open ones, and those that late events of the same moment may still be about. */
export function waitsToKeep(session: SessionFacts, agent: AgentFacts, now: number): readonly WaitFact[] {
  if (agent.waits.length === 0) return agent.waits;
  return settleWaits(session, agent).filter(({ closedAt }) => closedAt === null || now - closedAt < ECHO_MS).map(({ wait }) => wait);
}

const ECHO_MS = 10_000;

/** A call that is itself a question asks also when no request was sent for it (older clients). */
function withOwnQuestions(agent: AgentFacts, waits: readonly WaitFact[]): readonly WaitFact[] {
  let all: WaitFact[] | null = null;
  for (const tool of agent.tools.young) {
    if (tool.start === null || !asksPerson(tool.name) || waits.some((wait) => wait.tool === tool.name && wait.t >= timeOf(tool.start))) continue;
    all = [...(all ?? waits), ownQuestion(tool, tool.start)];
  }
  return all === null ? waits : all.sort((a, b) => a.t - b.t);
}

function ownQuestion(tool: ToolFact, start: Mark): WaitFact {
  return {
    ...start, kind: "question", tool: tool.name, digest: tool.digest, toolUseId: tool.id, requestId: null, target: tool.target, text: tool.target, attended: null, mode: null,
  };
}

function asksAnyone(session: SessionFacts, wait: WaitFact): boolean {
  if (!isAttended(session, wait.attended)) return false;
  return wait.kind !== "permission" || wait.mode === null || !MODES_WITHOUT_DIALOG.has(wait.mode);
}

/** Print mode asks nobody (contract §11); unknown counts as attended, since a missed question is worse than a needless one. */
function isAttended(session: SessionFacts, told: boolean | null): boolean {
  return told ?? session.attended?.value ?? session.entrypoint?.value !== "sdk-cli";
}

/** Everything that was asked up to this mark has been answered or withdrawn. */
function waitBarrier(session: SessionFacts, agent: AgentFacts): number {
  const shared = latestOf(session.started, session.ended, session.gone, session.clientMoved, agent.batch);
  const own = agent.role === "lead" ? latestOf(shared, session.stop, session.interrupted, newestTurn(session, false)) : latestOf(shared, agent.stopped, agent.left, newestTurn(session, true));
  return timeOf(own);
}

/** First prompt of the newest turn. A person's prompt closes whatever was asked before; an injected one only what its own agent asked. */
function newestTurn(session: SessionFacts, byPerson: boolean): Mark | null {
  for (let i = session.turns.length - 1; i >= 0; i--) {
    const turn = session.turns[i];
    if (turn !== undefined && !(byPerson && turn.injected)) return turn;
  }
  return null;
}

/**
 * The call that a request is for: by id, else the newest matching call that was running when it was asked and is not another request's
 * (contract §15.6; two parallel identical calls send identical requests). A question's or plan's input may come back changed by the answer, so the tool's name decides there.
 */
class Calls {
  private readonly taken = new Set<string>();
  private readonly byTool = new Map<string, ToolFact[]>();

  constructor(
    private readonly agent: AgentFacts,
    private readonly since: number,
  ) {}

  take(wait: WaitFact): ToolFact | null {
    if (wait.toolUseId !== null) return findTool(this.agent.tools, wait.toolUseId) ?? null;
    const call = wait.tool === null ? undefined : this.of(wait.tool).find((each) => wasRunning(each, wait.t) && matches(each, wait) && !this.taken.has(each.id));
    if (call !== undefined) this.taken.add(call.id);
    return call ?? null;
  }

  private of(tool: string): ToolFact[] {
    const known = this.byTool.get(tool) ?? callsOf(this.agent.tools, tool, this.since);
    this.byTool.set(tool, known);
    return known;
  }
}

function wasRunning(call: ToolFact, at: number): boolean {
  return timeOf(call.start) <= at && !(isEnded(call) && timeOf(call.end) < at);
}

function matches(call: ToolFact, wait: WaitFact): boolean {
  return wait.kind !== "permission" || call.digest === null || wait.digest === null || call.digest === wait.digest;
}

function closingTime(wait: WaitFact, barrier: number, releases: readonly ReleaseFact[], call: ToolFact | null): number | null {
  let closed = Number.POSITIVE_INFINITY;
  if (barrier >= wait.t) closed = barrier;
  if (call !== null && isEnded(call)) closed = Math.min(closed, timeOf(call.end));
  for (const release of releases) if (release.t >= wait.t && answers(release, wait)) closed = Math.min(closed, release.t);
  return closed === Number.POSITIVE_INFINITY ? null : closed;
}

function answers(release: ReleaseFact, wait: WaitFact): boolean {
  if (release.blockedEventId !== null) return release.blockedEventId === wait.id;
  if (release.requestId !== null) return release.requestId === wait.requestId;
  if (release.toolUseId !== null && wait.toolUseId !== null) return release.toolUseId === wait.toolUseId;
  if (release.tool !== null) return release.tool === wait.tool && (release.digest === null || wait.digest === null || release.digest === wait.digest);
  return true;
}

/**
 * A hint asks for the lead when nothing else explains it: no agent of the session had anything open when it was given (then it is only the echo of that, six seconds late,
 * without saying of what), and the lead has done nothing since.
 */
export function openHint(session: SessionFacts, lead: AgentFacts): HintFact | null {
  const hint = session.hint;
  if (hint === null || !isAttended(session, hint.attended)) return null;
  const since = latestOf(session.prompt, session.stop, session.started, session.ended, session.gone, session.interrupted, session.hintAnswered, session.clientMoved, session.idlePrompt,
    lead.toolStart, lead.toolEnd, lead.batch);
  if (timeOf(since) >= hint.t) return null;
  return session.agents.values.some((agent) => explains(session, agent, hint)) ? null : hint;
}

function explains(session: SessionFacts, agent: AgentFacts, hint: HintFact): boolean {
  return settleWaits(session, agent).some(({ wait, closedAt }) => wait.t <= hint.t && (closedAt === null || closedAt >= hint.t));
}

export function leadOf(session: SessionFacts): AgentFacts | undefined {
  return memberOf(session.agents, LEAD);
}
