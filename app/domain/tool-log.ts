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
  readonly young: ReadonlyMap<string, ToolFact>;
  readonly settled: ReadonlyMap<string, ToolFact>;
  /** Start of the latest call that was forgotten; an unknown call that started before is one of them. */
  readonly floor: number;
}

export const NO_TOOLS: ToolLog = { young: new Map(), settled: new Map(), floor: 0 };

const YOUNG_LIMIT = 24;
const SETTLED_LIMIT = 192;
const UNSETTLED_LIMIT = 64;

export function findTool(log: ToolLog, id: string): ToolFact | undefined {
  return log.young.get(id) ?? log.settled.get(id);
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
  const known = findTool(log, told.id);
  if (known === undefined && told.start !== null && told.start.t <= log.floor) return log;
  const young = new Map(log.young);
  young.set(told.id, known === undefined ? told : merged(known, told));
  const next = { ...log, young };
  return young.size > YOUNG_LIMIT ? swept(next) : next;
}

function merged(known: ToolFact, told: ToolFact): ToolFact {
  const anonymous = isAnonymous(known.id);
  return {
    ...known,
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
  const young = new Map<string, ToolFact>();
  const settled = new Map(log.settled);
  for (const tool of log.young.values()) {
    if (isSettled(tool)) settled.set(tool.id, { ...tool, target: null });
    else young.set(tool.id, tool);
  }
  const floor = Math.max(log.floor, forgetOldest(settled, SETTLED_LIMIT), forgetOldest(young, UNSETTLED_LIMIT));
  return { young, settled, floor };
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

/** The running call that started last, of those that started after `barrier` (ms): what ended a turn ended its calls. */
export function runningTool(log: ToolLog, barrier: number): ToolFact | null {
  let found: ToolFact | null = null;
  for (const tool of log.young.values()) {
    if (tool.start === null || isEnded(tool) || tool.start.t <= barrier) continue;
    if (found === null || compareMarks(tool.start, found.start as Mark) > 0) found = tool;
  }
  return found;
}

/** Latest end of a call whose start was never seen (hooks installed mid-session): proof of work, but not after the stop of its own turn. */
export function lastOrphanEnd(log: ToolLog, stoppedTurn: string | null): Mark | null {
  let found: Mark | null = null;
  for (const tool of log.young.values()) {
    if (tool.start !== null || tool.end === null || (tool.turn !== null && tool.turn === stoppedTurn)) continue;
    found = latest(found, tool.end);
  }
  return found;
}

/** All calls of a tool that are remembered, newest start first. */
export function callsOf(log: ToolLog, name: string): ToolFact[] {
  const calls: ToolFact[] = [];
  for (const tool of log.young.values()) if (tool.name === name) calls.push(tool);
  for (const tool of log.settled.values()) if (tool.name === name && !log.young.has(tool.id)) calls.push(tool);
  return calls.sort((a, b) => timeOf(b.start) - timeOf(a.start));
}
