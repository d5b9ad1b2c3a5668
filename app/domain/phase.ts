/**
 * The phase of a session, derived from its facts. Nothing stores it, so it can be neither stale nor set by two writers.
 *
 *                        prompt · a call of the lead                     a request or question
 *                  ┌──────────────────────────────────────► busy ◄──────────────────────────────► waiting
 *                  │                                         │ ▲     its answer, the turn's end
 *      first sign  │                            compaction   ▼ │ its end, any act
 *    ────────► rested ◄───────────────────────────────── compacting
 *                ▲ │ ▲        stop · failure · interrupt     │
 *                │ │ └────────────────────────────────────── busy ──► background   stop with agents still at work
 *    any hook    │ │ idle_prompt                                          │
 *                │ ├──────────► idle_prompt                               └──► busy   prompt, also an injected one
 *                │ ▼ N quiet minutes
 *                quiet              any ──SessionEnd──► completed     any ──process gone──► stale     completed · stale ──start, prompt, call──► alive again
 *
 * - unseen: only sub-agents, or only the app's own events, told of this session; its lead has no phase and no mascot.
 * - rested after `interrupted`: the person stopped the turn. No hook says so; the transcript, the registry, a call's failure or an idle_prompt do.
 * - compacting lies over the phase before it: after a manual compaction nothing else follows, so the session is what it was.
 * - waiting lies over busy and rested alike: a question outlives the stop of another agent.
 * - quiet never hides a wait, work or a background agent.
 */
import type { FailureKind, Phase, SessionState } from "../../schemas/generated/types.ts";
import type { AgentFacts, HintFact, SessionFacts, WaitFact } from "./facts.ts";
import { overOf } from "./life.ts";
import { latestOf, type Mark, timeOf } from "./marks.ts";
import { lastOrphanEnd } from "./tool-log.ts";
import { leadOf, openHint, openWaits } from "./waits.ts";

export type SessionPhase =
  | { readonly is: "unseen" }
  | { readonly is: "busy"; readonly since: Mark }
  | { readonly is: "compacting"; readonly since: Mark }
  | { readonly is: "waiting"; readonly since: Mark; readonly wait: WaitFact; readonly count: number }
  | { readonly is: "hinted"; readonly since: Mark; readonly hint: HintFact }
  | { readonly is: "background"; readonly since: Mark; readonly running: readonly string[] }
  | { readonly is: "rested"; readonly since: Mark; readonly after: "start" | "stop" | "interrupted"; readonly failure: FailureKind | null; readonly error: string | null }
  | { readonly is: "idle_prompt"; readonly since: Mark; readonly failure: FailureKind | null; readonly error: string | null }
  | { readonly is: "quiet"; readonly since: Mark; readonly failure: FailureKind | null }
  | { readonly is: "completed"; readonly since: Mark; readonly reason: string | null }
  | { readonly is: "stale"; readonly since: Mark };

/** Quiet for this long, a resting session is idle and its mascots sleep. */
export const QUIET_MS = 10 * 60_000;

/** `heartbeat`: time of the latest heartbeat in ms, the only clock that facts know; null before the first. */
export function phaseOf(session: SessionFacts, heartbeat: number | null): SessionPhase {
  const over = endOf(session);
  if (over !== null) return over;
  const lead = leadOf(session);
  if (lead === undefined || lead.seen === null) return { is: "unseen" };
  return waitingPhase(session, lead) ?? compactingPhase(session, lead) ?? runningPhase(session, lead, heartbeat, lead.seen);
}

function endOf(session: SessionFacts): SessionPhase | null {
  const over = overOf(session);
  return over?.is === "completed" ? { ...over, reason: over.since.reason } : over;
}

function waitingPhase(session: SessionFacts, lead: AgentFacts): SessionPhase | null {
  const waits = openWaits(session, lead);
  const wait = waits[0];
  if (wait !== undefined) return { is: "waiting", since: wait, wait, count: waits.length };
  const hint = session.hint === null ? null : openHint(session, lead);
  return hint === null ? null : { is: "hinted", since: hint, hint };
}

function compactingPhase(session: SessionFacts, lead: AgentFacts): SessionPhase | null {
  const start = session.compactStart;
  if (start === null) return null;
  const over = latestOf(session.compactEnd, session.stop, session.started, session.interrupted, session.prompt, lead.toolStart, session.idlePrompt, session.clientIdle);
  return timeOf(over) >= start.t ? null : { is: "compacting", since: start };
}

function runningPhase(session: SessionFacts, lead: AgentFacts, heartbeat: number | null, seen: Mark): SessionPhase {
  const { stop, started, idlePrompt } = session;
  const activity = latestOf(session.prompt, lead.toolStart, session.autoCompact, lastOrphanEnd(lead.tools, stop?.turn ?? null));
  const halt = latestOf(session.interrupted, session.clientIdle, idlePrompt);
  const workedSince = (rest: Mark | null): boolean => activity !== null && activity.t > timeOf(rest);
  const turnOpen = workedSince(stop) && activity !== null && activity.t >= timeOf(started);
  if (turnOpen && workedSince(halt)) return { is: "busy", since: busySince(activity, lead) };
  const stopRules = stop !== null && stop.t >= timeOf(started) && !turnOpen;
  if (stopRules && stop.background.length > 0) return { is: "background", since: stop, running: stop.background };
  return restedPhase(session, heartbeat, {
    is: "rested", since: (turnOpen ? halt : stopRules ? stop : started) ?? seen, after: turnOpen ? "interrupted" : stopRules ? "stop" : "start",
    failure: stopRules ? stop.failed : null, error: stopRules ? stop.error : null,
  });
}

function busySince(activity: Mark, lead: AgentFacts): Mark {
  return latestOf(activity, lead.toolEnd) ?? activity;
}

function restedPhase(session: SessionFacts, heartbeat: number | null, rested: SessionPhase & { is: "rested" }): SessionPhase {
  if (isQuiet(session, heartbeat)) return { is: "quiet", since: session.last, failure: rested.failure };
  const { idlePrompt } = session;
  if (idlePrompt === null || idlePrompt.t < rested.since.t) return rested;
  return { is: "idle_prompt", since: idlePrompt, failure: rested.failure, error: rested.error };
}

/** Nothing was heard of any agent of the session for QUIET_MS, and none of them waits for the person. */
function isQuiet(session: SessionFacts, heartbeat: number | null): boolean {
  if (heartbeat === null || heartbeat - session.last.t < QUIET_MS) return false;
  for (const agent of session.agents.values) if (openWaits(session, agent).length > 0) return false;
  return true;
}

/** The session's state and phase in the words of the design; a phase only while active. */
export function wordsOf(phase: SessionPhase): { state: SessionState; phase: Phase | null; cause: string | null; failure: FailureKind | null } {
  switch (phase.is) {
    case "unseen":
      return { state: "active", phase: null, cause: null, failure: null };
    case "busy":
      return { state: "active", phase: "busy", cause: null, failure: null };
    case "compacting":
      return { state: "active", phase: "busy", cause: "compaction", failure: null };
    case "waiting":
      return { state: "active", phase: waitPhase(phase.wait.kind), cause: phase.wait.kind === "plan" ? "plan" : null, failure: null };
    case "hinted":
      return { state: "active", phase: waitPhase(phase.hint.kind), cause: null, failure: null };
    case "background":
      return { state: "active", phase: "waiting_background", cause: null, failure: null };
    case "rested":
      return { state: "active", phase: "interactable", cause: phase.after === "interrupted" ? "interrupted" : null, failure: phase.failure };
    case "idle_prompt":
      return { state: "active", phase: "waiting_question", cause: "idle", failure: phase.failure };
    case "quiet":
      return { state: "idle", phase: null, cause: null, failure: phase.failure };
    case "completed":
      return { state: "completed", phase: null, cause: null, failure: null };
    case "stale":
      return { state: "stale", phase: null, cause: "process_gone", failure: null };
    default:
      return assertNever(phase);
  }
}

/** A plan's approval is a permission: something is about to be done. */
export function waitPhase(kind: WaitFact["kind"]): "waiting_permission" | "waiting_question" {
  return kind === "question" ? "waiting_question" : "waiting_permission";
}

/** Fails to compile when a case is missing; throws if one arrives all the same. */
export function assertNever(value: never): never {
  throw new Error(`unhandled case: ${JSON.stringify(value)}`);
}
