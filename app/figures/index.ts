/** Figures for windows and the collector: what a query leaves out is filled in, what was counted a moment ago is not counted again. */
import type { Appearance, CallLane, CallsPage, CallsQuery, Figures, FiguresQuery, LaneQuery } from "../../schemas/generated/types.ts";
import { figuresOf, type LocalTime } from "../domain/figures/figures.ts";
import type { CallsFound, FiguresApi, FiguresRange, FiguresStore } from "../figures-parts.ts";
import type { Clock } from "../parts.ts";

export { localTime } from "./local-time.ts";

export interface FiguresOptions {
  store: FiguresStore;
  clock: Clock;
  local: LocalTime;
  /** Of an agent that was never shown. */
  face(agentId: string, sessionId: string): Appearance;
  /** What the person calls an agent; null for what its client calls it. */
  nameOf(agentId: string): string | null;
}

type Looks = Pick<FiguresOptions, "face" | "nameOf">;

const DAY_MS = 86_400_000;
const USUAL_DAYS = 30;
/** The same question within this time has the same answer: a page that follows what happens must not count the log all the time. */
const FRESH_MS = 2_000;
const KEPT = 8;

export function createFigures({ store, clock, local, ...looks }: FiguresOptions): FiguresApi {
  const answers = new Map<string, { at: number; answer: Promise<Figures> }>();
  const count = (range: FiguresRange) => store.count(range).then((counted) => figuresOf(range, counted, local));
  return {
    figures(query) {
      const now = clock.now();
      const key = JSON.stringify([query.from, query.to, query.project]);
      const known = answers.get(key);
      if (known !== undefined && now - known.at < FRESH_MS) return known.answer;
      const answer = count(rangeOf(query, now));
      answers.delete(key);
      answers.set(key, { at: now, answer });
      answer.catch(() => answers.delete(key));
      if (answers.size > KEPT) answers.delete(answers.keys().next().value as string);
      return answer;
    },
    calls: async (query: CallsQuery) => inColumns(await store.calls(query), looks),
    lane: async (query: LaneQuery) => asShown(query, await store.lane(query), looks),
    forget: () => answers.clear(),
  };
}

/** `to` is a little ahead of the clock: what hooks stamped in this very moment counts. */
function rangeOf({ from, to, project }: FiguresQuery, now: number): FiguresRange {
  const end = to ?? now + 60_000;
  return { from: from ?? Math.max(0, end - USUAL_DAYS * DAY_MS), to: end, project: project ?? null };
}

/** Whoever was never shown has the face that it would have had. */
function asShown({ agent_id, session_id }: LaneQuery, known: CallLane | null | undefined, { face, nameOf }: Looks): CallLane {
  const lane = known ?? { agent_id, session_id, project: "", name: null };
  return { ...lane, name: nameOf(agent_id) ?? lane.name, appearance: lane.appearance ?? face(agent_id, session_id) };
}

function inColumns({ calls, lanes, next }: CallsFound, looks: Looks): CallsPage {
  const known = new Map(lanes.map((lane) => [`${lane.session_id}\n${lane.agent_id}`, lane]));
  const places = new Map<string, number>();
  const lane_ids: CallLane[] = [];
  const tools = new Map<string, number>();
  const placeOfLane = (agent_id: string, session_id: string) => {
    const key = `${session_id}\n${agent_id}`;
    const place = places.get(key) ?? lane_ids.length;
    if (!places.has(key)) {
      places.set(key, place);
      lane_ids.push(asShown({ agent_id, session_id }, known.get(key), looks));
    }
    return place;
  };
  const placeOfTool = (tool: string) => {
    const place = tools.get(tool) ?? tools.size;
    tools.set(tool, place);
    return place;
  };
  return {
    seqs: calls.map(({ seq }) => seq), lanes: calls.map((call) => placeOfLane(call.agent_id, call.session_id)), tools: calls.map(({ tool }) => placeOfTool(tool)),
    from: calls.map(({ ts }) => ts), took: calls.map(({ took }) => took ?? -1), ok: calls.map(({ ok }) => ok ?? -1), lane_ids, tool_names: [...tools.keys()], ...(next === null ? {} : { next }),
  };
}
