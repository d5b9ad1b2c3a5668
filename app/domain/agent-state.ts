/**
 * What a mascot does, derived from its agent's facts and its session's phase: state, bubble, gesture.
 */
import type { Bubble, FailureKind, MascotState, Moment, MomentKind, Phase } from "../../schemas/generated/types.ts";
import { type AgentFacts, doneOf, type GuardFact, type SessionFacts, type WaitFact } from "./facts.ts";
import { latestOf, type Mark, timeOf } from "./marks.ts";
import { memberOf } from "./roster.ts";
import { assertNever, type SessionPhase, waitPhase, wordsOf } from "./phase.ts";
import { runningTool, type ToolFact } from "./tool-log.ts";
import { openWaits } from "./waits.ts";

export interface MascotLook {
  state: MascotState;
  since: Mark;
  bubble: Bubble | null;
  phase: Phase | null;
  cause: string | null;
  failure: FailureKind | null;
}

/** The lead's look; null when there is no such mascot (never seen, or its session is over). */
export function leadLook(session: SessionFacts, lead: AgentFacts, phase: SessionPhase): MascotLook | null {
  const words = wordsOf(phase);
  const look = (state: MascotState, since: Mark, bubble: Bubble | null): MascotLook => ({ state, since, bubble, phase: words.phase, cause: words.cause, failure: words.failure });
  switch (phase.is) {
    case "unseen":
    case "completed":
    case "stale":
      return null;
    case "waiting":
      return look(askingState(phase.wait.kind), phase.since, waitBubble(phase.wait, phase.count));
    case "hinted":
      return look(askingState(phase.hint.kind), phase.since, { kind: phase.hint.kind });
    case "compacting":
      return look("compacting", phase.since, { kind: "compacting" });
    case "background":
      return look("watching", phase.since, watchingBubble(stillRunning(session, phase.since, phase.running)));
    case "rested":
    case "idle_prompt":
      return look(phase.failure === null ? "resting" : "failed", phase.failure === null ? phase.since : (session.stop ?? phase.since), failureBubble(phase.failure, phase.error) ?? flagAtRest(session, lead));
    case "quiet":
      return look("asleep", phase.since, null);
    case "busy": {
      const work = workLook(lead, leadBarrier(session), phase.since);
      return look(work.state, work.since, work.bubble);
    }
    default:
      return assertNever(phase);
  }
}

/** The look of a sub-agent or teammate; null when it never was or has left. */
export function memberLook(session: SessionFacts, agent: AgentFacts, phase: SessionPhase): MascotLook | null {
  if (phase.is === "completed" || phase.is === "stale" || agent.seen === null) return null;
  const came = agent.came ?? agent.seen;
  if (came.t <= timeOf(departure(session, agent))) return null;
  const wait = openWaits(session, agent)[0];
  if (wait !== undefined) return { state: askingState(wait.kind), since: wait, bubble: waitBubble(wait, 1), phase: waitPhase(wait.kind), cause: wait.kind === "plan" ? "plan" : null, failure: null };
  if (phase.is === "quiet") return { state: "asleep", since: phase.since, bubble: null, phase: null, cause: null, failure: null };
  const stopped = agent.stopped;
  if (stopped !== null && stopped.t >= came.t) return { state: "resting", since: stopped, bubble: null, phase: "interactable", cause: null, failure: null };
  const since = latestOf(came, agent.toolEnd) ?? came;
  const work = workLook(agent, timeOf(latestOf(stopped, session.started)), since);
  return { state: work.state, since: work.since, bubble: work.bubble, phase: "busy", cause: null, failure: null };
}

/** What made a member leave: its own end; for sub-agents also the lead's stop with nobody left behind; for all a new start of the session. */
function departure(session: SessionFacts, agent: AgentFacts): Mark | null {
  const own = latestOf(agent.left, session.started);
  return agent.role === "subagent" ? latestOf(own, session.cleared, session.ended) : latestOf(own, session.ended);
}

/** Calls of the lead that started up to this time (ms) have ended with their turn, whether or not anything said so. */
function leadBarrier(session: SessionFacts): number {
  const turn = session.turns[session.turns.length - 1] ?? null;
  return timeOf(latestOf(session.stop, turn, session.started, session.interrupted, session.clientIdle, session.idlePrompt));
}

function workLook(agent: AgentFacts, barrier: number, thinkingSince: Mark): { state: MascotState; since: Mark; bubble: Bubble } {
  const guard = standingGuard(agent, barrier);
  if (guard !== null) return { state: guard.kind, since: guard, bubble: withTarget({ kind: guard.kind }, guard.target) };
  const tool = runningTool(agent.tools, barrier, agent.role === "lead" ? (agent.toolStart?.turn ?? null) : null);
  if (tool !== null && tool.start !== null) return { state: tool.kind, since: tool.start, bubble: toolBubble(tool) };
  return { state: "thinking", since: thinkingSince, bubble: flagBubble(agent, barrier) ?? thoughtBubble(agent, barrier) };
}

/** What the turn's end itself gave rise to: it stands until the next turn. */
function flagAtRest({ stop }: SessionFacts, { flag }: AgentFacts): Bubble | null {
  return flag?.kind === "warning" && flag.t >= timeOf(stop) ? withTarget({ kind: flag.kind }, flag.target) : null;
}

/** A failed test, a failed build or a warning is said until the agent's next call. */
function flagBubble({ flag, toolStart }: AgentFacts, barrier: number): Bubble | null {
  return flag !== null && flag.t > barrier && flag.t >= timeOf(toolStart) ? withTarget({ kind: flag.kind }, flag.target) : null;
}

/** The guard's verdict stands until the agent's next call. */
function standingGuard(agent: AgentFacts, barrier: number): GuardFact | null {
  const { guard } = agent;
  return guard !== null && guard.t > barrier && guard.t >= timeOf(agent.toolStart) ? guard : null;
}

function askingState(kind: WaitFact["kind"]): MascotState {
  return kind === "question" ? "asking_question" : "asking_permission";
}

function waitBubble(wait: WaitFact, count: number): Bubble {
  const bubble: Bubble = withTarget({ kind: wait.kind }, wait.kind === "question" ? null : wait.target);
  if (wait.tool !== null && wait.kind === "permission") bubble.tool_name = wait.tool;
  const text = wait.text ?? (wait.kind === "question" ? wait.target : null);
  if (text !== null) bubble.text = text;
  if (count > 1) bubble.count = count;
  return bubble;
}

function toolBubble(tool: ToolFact): Bubble {
  return withTarget({ kind: "tool", tool_name: tool.name }, tool.target);
}

function thoughtBubble(agent: AgentFacts, barrier: number): Bubble {
  const thought = agent.thought;
  return thought !== null && thought.t > barrier ? { kind: "thinking", text: thought.value } : { kind: "thinking" };
}

function failureBubble(failure: FailureKind | null, error: string | null): Bubble | null {
  if (failure === null) return null;
  return error ? { kind: "failure", text: error.slice(0, 200) } : { kind: "failure" };
}

/** Without a number in the moment between the last agent's end and the lead's next turn. */
function watchingBubble(count: number): Bubble {
  return count > 0 ? { kind: "watching", count } : { kind: "watching" };
}

function withTarget(bubble: Bubble, target: string | null): Bubble {
  if (target !== null) bubble.target = target;
  return bubble;
}

/** How many of the agents that a stop left at work have not ended since. */
export function stillRunning(session: SessionFacts, stop: Mark, running: readonly string[]): number {
  const ended = (id: string): boolean => {
    const agent = memberOf(session.agents, `${session.key}:${id}`);
    return agent !== undefined && timeOf(agent.stopped) > stop.t && timeOf(agent.came) < timeOf(agent.stopped);
  };
  return running.filter((id) => !ended(id)).length;
}

/** The latest gesture. Its number is its time in ms: it rises, and does not depend on the order of delivery. */
export function momentOf(session: SessionFacts, agent: AgentFacts, isLead: boolean, known: Moment | null): Moment | null {
  const entered = isLead ? latestOf(session.started, agent.seen) : agent.seen;
  const done = isLead ? session.done : agent.role === "teammate" ? doneOf(agent) : null;
  let kind: MomentKind = "entering";
  let mark = entered;
  if (agent.stumble !== null && agent.stumble.t >= timeOf(mark)) [kind, mark] = ["stumbled", agent.stumble];
  if (done !== null && done.t >= timeOf(mark)) [kind, mark] = ["done", done];
  if (mark === null) return null;
  const seq = Math.max(0, Math.round(mark.t));
  return known !== null && known.seq === seq && known.kind === kind ? known : { kind, at: mark.ts, seq };
}

