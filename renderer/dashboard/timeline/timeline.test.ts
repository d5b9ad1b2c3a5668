import { describe, expect, it } from "vitest";
import type { CallsPage } from "../../../schemas/generated/types.ts";
import { barNear, endOf, firstAt, joined, kindOf, type Lane, NO_CALLS, withWork } from "./model.ts";
import { clamped, panned, showing, ticksOf, zoomed } from "./view.ts";

type Call = [seq: number, lane: string, from: number, took?: number, ok?: number];

function page(...calls: Call[]): CallsPage {
  const lanes = [...new Set(calls.map(([, lane]) => lane))];
  return {
    seqs: calls.map(([seq]) => seq), lanes: calls.map(([, lane]) => lanes.indexOf(lane)), tools: calls.map(() => 0), from: calls.map(([, , from]) => from), took: calls.map(([, , , took]) => took ?? -1),
    ok: calls.map(([, , , , ok]) => ok ?? 1), tool_names: ["Bash"], lane_ids: lanes.map((lane) => ({ agent_id: lane, session_id: lane.split(":")[0] as string, project: "/p", name: null })),
  };
}
const seqs = ({ bars }: Lane) => bars.map(({ seq }) => seq);

describe("the calls of a timeline", () => {
  it("lie by agent in the order of time; who was last at work is on top, helpers under their lead", () => {
    const { lanes, count } = joined(joined(NO_CALLS, page([9, "late", 90], [5, "a:helper", 50], [4, "a", 95])), page([1, "a", 10]));
    expect([lanes.map(({ agent_id }) => agent_id), count]).toEqual([["a", "a:helper", "late"], 4]);
    expect(seqs(lanes[0] as Lane)).toEqual([1, 4]);
  });

  it("a call that is told again has its outcome, and is one call", () => {
    const { lanes } = joined(joined(NO_CALLS, page([1, "a", 10, -1, -1])), page([1, "a", 10, 25, 0]));
    expect(lanes[0]?.bars).toEqual([{ seq: 1, tool: "Bash", from: 10, took: 25, ok: false, row: 0 }]);
  });

  it("calls beside each other lie in rows", () => {
    const { lanes } = joined(NO_CALLS, page([1, "a", 0, 500], [2, "a", 100, 500], [3, "a", 550, 10]));
    expect([lanes[0]?.rows, lanes[0]?.bars.map(({ row }) => row)]).toEqual([2, [0, 1, 0]]);
  });

  it("what is under way reaches to the present, what was never told to end does not, nor what an agent left that works no more", () => {
    const bar = { seq: 1, tool: "Bash", from: 0, took: null, ok: null, row: 0 };
    const [busy, over] = [{ isAtWork: true }, { isAtWork: false }];
    expect([endOf(busy, bar, 500), endOf(busy, bar, 86_400_000), endOf(busy, { ...bar, ok: true }, 500), endOf(busy, { ...bar, took: 7 }, 500), endOf(over, bar, 500)]).toEqual([500, 0, 0, 7, 0]);
  });

  it("who works now is told by lane, and lanes of which nothing is new stay the same ones", () => {
    const { lanes } = joined(NO_CALLS, page([1, "a", 0, 10], [2, "b", 0, 10]));
    const now = withWork(lanes, new Set([(lanes[1] as Lane).agent_id]));
    expect(now.map(({ isAtWork }) => isAtWork)).toEqual([false, true]);
    expect(now[0]).toBe(lanes[0]);
    expect(withWork(now, new Set([(lanes[1] as Lane).agent_id]))).toBe(now);
  });

  it("a bar is found where it is drawn, also a long one that began far before", () => {
    const lane = joined(NO_CALLS, page([1, "a", 0, 10_000], [2, "a", 12_000, 1])).lanes[0] as Lane;
    expect([barNear(lane, 9_000, 5, 20_000)?.seq, barNear(lane, 12_003, 5, 20_000)?.seq, barNear(lane, 11_000, 5, 20_000)]).toEqual([1, 2, null]);
    expect([firstAt(lane.bars, 0), firstAt(lane.bars, 1), firstAt(lane.bars, 99_999)]).toEqual([0, 1, 2]);
  });

  it("tools of an unknown name have a colour too", () => expect([kindOf("Edit"), kindOf("mcp__db__query"), kindOf("constructor")]).toEqual(["edit", "other", "other"]));
});

describe("the stretch of time that is seen", () => {
  it("comes closer round a moment that stays where it is, down to a fifth of a second", () => {
    expect(zoomed({ from: 0, to: 1000 }, 0.5, 250)).toEqual({ from: 125, to: 625 });
    expect(zoomed({ from: 0, to: 300 }, 0.01, 0)).toEqual({ from: 0, to: 200 });
  });

  it("moves, and does not lose what there is", () => {
    expect(panned({ from: 0, to: 100 }, -0.25)).toEqual({ from: -25, to: 75 });
    expect(clamped({ from: -5000, to: -4900 }, { from: 0, to: 1000 })).toEqual({ from: -80, to: 20 });
    expect(clamped({ from: 9000, to: 9100 }, { from: 0, to: 1000 })).toEqual({ from: 980, to: 1080 });
    expect(showing({ from: 0, to: 100 }, 500)).toEqual({ from: 450, to: 550 });
  });

  it("has marks at round times of the person's clock", () => {
    const { step, at } = ticksOf({ from: 0, to: 86_400_000 }, 960, () => 5.5 * 3_600_000);
    expect([step, at[0], at.length]).toEqual([3 * 3_600_000, 0.5 * 3_600_000, 8]);
  });
});
