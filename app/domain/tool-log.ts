/**
 * The tool calls of one agent, each with its start and end in whatever order they arrived. Bounded: calls that are settled (both ends known) move to a second
 * generation that is copied rarely, so that an event costs the same on the thousandth call as on the first.
 */
import type { ToolKind } from "./event-payloads.ts";
import { compareMarks, earliest, latest, type Mark, timeOf } from "./marks.ts";

export interface ToolFact {
  /** tool_use_id; for calls without one, `~tool~digest`. */
  readonly id: string;
  readonly name: string;
  readonly digest: string | null;
  readonly kind: ToolKind;
  readonly target: string | null;
  readonly turn: string | null;
  readonly start: Mark | null;
  readonly end: Mark | null;
}

export interface ToolLog {
  readonly young: readonly ToolFact[];
  readonly settled: ReadonlyMap<string, ToolFact>;
  /** Latest end in `settled`, in ms. */
  readonly settledEnd: number;
  /** Start of the latest call that was forgotten; an unknown call that started before is one of them. */
  readonly floor: number;
  /** Size of `young` at which the settled ones move on; rises with the calls that cannot. */
  readonly sweepAt: number;
}

const YOUNG_LIMIT = 24;
const SETTLED_LIMIT = 160;
const UNSETTLED_LIMIT = 64;

export const NO_TOOLS: ToolLog = { young: [], settled: new Map(), settledEnd: 0, floor: 0, sweepAt: YOUNG_LIMIT };

export function findTool(log: ToolLog, id: string): ToolFact | undefined {
  return log.young.find((tool) => tool.id === id) ?? log.settled.get(id);
}

/** Calls without an id share one entry for the same tool and input, so only their latest start and end count. */
export function isAnonymous(id: string): boolean {
  return id.startsWith("~");
}

export function toolKey(toolUseId: string | undefined, name: string, digest: string | null): string {
  return toolUseId || `~${name}~${digest ?? ""}`;
}

/** The log with what one event tells of a call merged in. */
export function withTool(log: ToolLog, told: ToolFact): ToolLog {
  const at = log.young.findIndex((tool) => tool.id === told.id);
  const known = log.young[at] ?? log.settled.get(told.id);
  if (known === undefined && told.start !== null && told.start.t <= log.floor) return log;
  const young = log.young.slice();
  young[at < 0 ? young.length : at] = known === undefined ? told : merged(known, told);
  const next = { young, settled: log.settled, settledEnd: log.settledEnd, floor: log.floor, sweepAt: log.sweepAt };
  return young.length > log.sweepAt ? swept(next) : next;
}

function merged(known: ToolFact, told: ToolFact): ToolFact {
  const anonymous = isAnonymous(known.id);
  return {
    id: known.id,
    name: known.name || told.name,
    digest: known.digest ?? told.digest,
    target: known.target ?? told.target,
    turn: known.turn ?? told.turn,
    kind: known.start === null && told.start !== null ? told.kind : known.kind,
    start: anonymous ? latest(known.start, told.start) : earliest(known.start, told.start),
    end: anonymous ? latest(known.end, told.end) : earliest(known.end, told.end),
  };
}

export function isEnded(tool: ToolFact): boolean {
  if (tool.end === null) return false;
  return !isAnonymous(tool.id) || tool.start === null || tool.end.t >= tool.start.t;
}

function isSettled(tool: ToolFact): boolean {
  return tool.start !== null && isEnded(tool);
}

function swept(log: ToolLog): ToolLog {
  const unsettled = new Map<string, ToolFact>();
  const settled = new Map(log.settled);
  let settledEnd = log.settledEnd;
  for (const tool of log.young) {
    if (!isSettled(tool)) unsettled.set(tool.id, tool);
    else {
      settled.set(tool.id, { ...tool, target: null });
      settledEnd = Math.max(settledEnd, timeOf(tool.end));
    }
  }
  const floor = Math.max(log.floor, forgetOldest(settled, SETTLED_LIMIT), forgetOldest(unsettled, UNSETTLED_LIMIT));
  return { young: [...unsettled.values()], settled, settledEnd, floor, sweepAt: unsettled.size + YOUNG_LIMIT };
}

/** Drops the oldest entries over the limit; gives the start of the latest one dropped. */
function forgetOldest(tools: Map<string, ToolFact>, limit: number): number {
  let floor = 0;
  if (tools.size <= limit) return floor;
  const byAge = [...tools.values()].sort((a, b) => timeOf(a.start ?? a.end) - timeOf(b.start ?? b.end));
  for (const tool of byAge.slice(0, tools.size - limit)) {
    tools.delete(tool.id);
    floor = Math.max(floor, timeOf(tool.start ?? tool.end));
  }
  return floor;
}

/**
 * The running call that started last, of those that started after `barrier` (ms): what ended a turn ended its calls.
 * `turn`: when known, a call of another turn is over too. A turn that begins with a queued prompt has no other sign of it.
 */
export function runningTool(log: ToolLog, barrier: number, turn: string | null): ToolFact | null {
  let found: ToolFact | null = null;
  for (const tool of log.young) {
    if (tool.start === null || isEnded(tool) || tool.start.t <= barrier || (turn !== null && tool.turn !== null && tool.turn !== turn)) continue;
    if (found === null || compareMarks(tool.start, found.start as Mark) > 0) found = tool;
  }
  return found;
}

/** Latest end of a call whose start was never seen (hooks installed mid-session): proof of work, but not after the stop of its own turn. */
export function lastOrphanEnd(log: ToolLog, stoppedTurn: string | null): Mark | null {
  let found: Mark | null = null;
  for (const tool of log.young) {
    if (tool.start !== null || tool.end === null || (tool.turn !== null && tool.turn === stoppedTurn)) continue;
    found = latest(found, tool.end);
  }
  return found;
}

/** The remembered calls of a tool that were not over before `since` (ms), newest start first. */
export function callsOf(log: ToolLog, name: string, since: number): ToolFact[] {
  const calls: ToolFact[] = [];
  for (const tool of log.young) if (tool.name === name && (!isEnded(tool) || timeOf(tool.end) >= since)) calls.push(tool);
  if (log.settledEnd < since) return calls.sort(byLatestStart);
  for (const tool of log.settled.values()) {
    if (timeOf(tool.end) >= since && tool.name === name && !log.young.some((young) => young.id === tool.id)) calls.push(tool);
  }
  return calls.sort(byLatestStart);
}

function byLatestStart(a: ToolFact, b: ToolFact): number {
  return (b.start?.t ?? 0) - (a.start?.t ?? 0) || (a.end?.t ?? 0) - (b.end?.t ?? 0) || (a.id < b.id ? -1 : 1);
}
