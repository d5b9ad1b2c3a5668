/** The calls of a stretch of time by agent, as the timeline draws them. Pure. */
import type { Appearance, CallsPage } from "../../../schemas/generated/types.ts";

export interface Bar {
  seq: number;
  tool: string;
  /** ms */
  from: number;
  /** null: not known */
  took: number | null;
  /** null: no outcome yet */
  ok: boolean | null;
  /** Calls that run beside each other lie in rows. */
  row: number;
}

export interface Lane {
  key: string;
  agent_id: string;
  session_id: string;
  project: string;
  name: string | null;
  appearance: Appearance | null;
  /** By their start. */
  bars: Bar[];
  rows: number;
  /** The longest call, ms: how far back a bar can begin that is still seen. */
  longest: number;
  /** Its agent works now, so that calls without an end may still go on. */
  isAtWork: boolean;
}

export interface Timeline {
  lanes: readonly Lane[];
  count: number;
}

export const NO_CALLS: Timeline = { lanes: [], count: 0 };

const ROWS = 3;
/** A call of which no end is known is drawn so long for the sake of its neighbours. */
const SHORT_MS = 50;

/** What is known together with a page: calls that are known already are told anew. Lanes whose last call is latest come first; helpers stay with their lead. */
export function joined(timeline: Timeline, page: CallsPage): Timeline {
  const lanes = new Map(timeline.lanes.map((lane) => [lane.key, lane]));
  const news = new Map<string, Map<number, Bar>>();
  for (let n = 0; n < page.seqs.length; n++) {
    const found = page.lane_ids[page.lanes[n] as number];
    if (found === undefined) continue;
    const key = `${found.session_id}\n${found.agent_id}`;
    const known = lanes.get(key);
    lanes.set(key, { rows: 1, longest: 0, bars: [], isAtWork: false, ...known, key, agent_id: found.agent_id, session_id: found.session_id, project: found.project, name: found.name, appearance: found.appearance ?? null });
    let bars = news.get(key);
    if (bars === undefined) {
      bars = new Map();
      news.set(key, bars);
    }
    bars.set(page.seqs[n] as number, barAt(page, n));
  }
  for (const [key, bars] of news) lanes.set(key, withBars(lanes.get(key) as Lane, bars));
  const all = ordered([...lanes.values()]);
  return { lanes: all, count: all.reduce((sum, { bars }) => sum + bars.length, 0) };
}

function barAt(page: CallsPage, n: number): Bar {
  const took = page.took[n] as number;
  const ok = page.ok[n] as number;
  return { seq: page.seqs[n] as number, tool: page.tool_names[page.tools[n] as number] ?? "", from: page.from[n] as number, took: took < 0 ? null : took, ok: ok < 0 ? null : ok === 1, row: 0 };
}

function withBars(lane: Lane, news: ReadonlyMap<number, Bar>): Lane {
  const bars = merged(lane.bars, news);
  const ends = new Array<number>(ROWS).fill(Number.NEGATIVE_INFINITY);
  let [rows, longest] = [1, 0];
  for (const bar of bars) {
    const free = ends.findIndex((end) => end <= bar.from);
    bar.row = free === -1 ? ROWS - 1 : free;
    ends[bar.row] = bar.from + Math.max(bar.took ?? 0, SHORT_MS);
    rows = Math.max(rows, bar.row + 1);
    longest = Math.max(longest, bar.took ?? 0);
  }
  return { ...lane, bars, rows, longest };
}

const inOrder = (a: Bar, b: Bar) => a.from - b.from || a.seq - b.seq;

/** Both in one order; only the news are sorted, since what is known may be a hundred thousand. */
function merged(known: readonly Bar[], news: ReadonlyMap<number, Bar>): Bar[] {
  const fresh = [...news.values()].sort(inOrder);
  const bars: Bar[] = [];
  let next = 0;
  for (const bar of known) {
    if (news.has(bar.seq)) continue;
    while (next < fresh.length && inOrder(fresh[next] as Bar, bar) < 0) bars.push(fresh[next++] as Bar);
    bars.push(bar);
  }
  while (next < fresh.length) bars.push(fresh[next++] as Bar);
  return bars;
}

function ordered(lanes: Lane[]): Lane[] {
  const latest = new Map<string, number>();
  for (const { session_id, bars } of lanes) latest.set(session_id, Math.max(latest.get(session_id) ?? 0, bars.at(-1)?.from ?? 0));
  const isHelper = ({ agent_id, session_id }: Lane) => Number(agent_id !== session_id);
  return lanes.sort((a, b) => (latest.get(b.session_id) ?? 0) - (latest.get(a.session_id) ?? 0) || (a.session_id < b.session_id ? -1 : a.session_id > b.session_id ? 1 : 0) || isHelper(a) - isHelper(b) || (a.bars[0]?.from ?? 0) - (b.bars[0]?.from ?? 0));
}

/** @param atWork ids of agents that work now @returns the same lanes where nothing has changed */
export function withWork(lanes: readonly Lane[], atWork: ReadonlySet<string>): readonly Lane[] {
  const now = lanes.map((lane) => (lane.isAtWork === atWork.has(lane.agent_id) ? lane : { ...lane, isAtWork: !lane.isAtWork }));
  return now.every((lane, at) => lane === lanes[at]) ? lanes : now;
}

export function isUnderWay({ isAtWork }: Pick<Lane, "isAtWork">, { from, took, ok }: Bar, now: number): boolean {
  return isAtWork && took === null && ok === null && now - from < UNDER_WAY_MS;
}

/** Where a bar ends on the drawing. A call that is under way reaches to the present; one whose end was never told is a mere mark. */
export function endOf(lane: Pick<Lane, "isAtWork">, bar: Bar, now: number): number {
  if (bar.took !== null) return bar.from + bar.took;
  return isUnderWay(lane, bar, now) ? Math.max(bar.from, now) : bar.from;
}

/** Longer than any tool may run by default; after this nobody tells of the end any more. */
const UNDER_WAY_MS = 30 * 60_000;

/** The first bar at or after a time, by halves. */
export function firstAt(bars: readonly Bar[], time: number): number {
  let [low, high] = [0, bars.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((bars[middle] as Bar).from < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The nearest bar of a lane that lies within `reach` ms of a time; of several in each other's way the one in that row. */
export function barNear(lane: Lane, time: number, reach: number, now: number, row?: number): Bar | null {
  let best: { bar: Bar; distance: number } | null = null;
  for (let n = firstAt(lane.bars, time - Math.max(lane.longest, UNDER_WAY_MS)); n < lane.bars.length; n++) {
    const bar = lane.bars[n] as Bar;
    if (bar.from > time + reach) break;
    const distance = Math.max(0, bar.from - time, time - endOf(lane, bar, now)) + (row !== undefined && row !== bar.row ? reach / 2 : 0);
    if (distance <= reach && (best === null || distance <= best.distance)) best = { bar, distance };
  }
  return best?.bar ?? null;
}

/** Colours by what a tool does; what is not known is "other". */
export type Kind = "edit" | "run" | "read" | "search" | "web" | "delegate" | "plan" | "other";

const KINDS: Readonly<Record<string, Kind>> = {
  Edit: "edit", Write: "edit", MultiEdit: "edit", NotebookEdit: "edit", Bash: "run", BashOutput: "run", KillShell: "run", PowerShell: "run", Read: "read", NotebookRead: "read", LS: "read", Grep: "search", Glob: "search", ToolSearch: "search",
  WebFetch: "web", WebSearch: "web", Task: "delegate", Agent: "delegate", SendMessage: "delegate", TodoWrite: "plan", TaskCreate: "plan", TaskUpdate: "plan", TaskList: "plan", ExitPlanMode: "plan", EnterPlanMode: "plan", AskUserQuestion: "plan",
};

export function kindOf(tool: string): Kind {
  return Object.hasOwn(KINDS, tool) ? (KINDS[tool] as Kind) : "other";
}
