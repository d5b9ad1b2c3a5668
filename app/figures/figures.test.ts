import { expect, it } from "vitest";
import { type CallLane, SLOT_COUNTS } from "../../schemas/generated/types.ts";
import { generateAppearance } from "../domain/appearance.ts";
import type { FiguresStore } from "../figures-parts.ts";
import { createFigures, localTime } from "./index.ts";

const LANES: CallLane[] = [
  { agent_id: "s1", session_id: "s1", project: "/work/bakery", name: "bakery" },
  { agent_id: "s1:a1", session_id: "s1", project: "/work/bakery", name: "Explore" },
];

const store: FiguresStore = {
  count: async () => ({ tools: [], slots: [], tokens: [], projects: [] }),
  calls: async () => ({
    calls: ["s1", "s1:a1", "s1:a2"].map((agent_id, seq) => ({ seq, ts: seq, tool: "Read", ok: 1, took: 4, session_id: "s1", agent_id })),
    lanes: LANES, next: null,
  }),
  lane: async ({ agent_id }) => LANES.find((lane) => lane.agent_id === agent_id) ?? null,
};

const named = (names: Record<string, string>) => createFigures({
  store, clock: { now: () => 0 }, local: localTime, face: (agentId) => generateAppearance(agentId, SLOT_COUNTS), nameOf: (agentId) => names[agentId] ?? null,
});

it("a mascot that the person gave a name has it on the timeline and in its conversation, also when it is gone", async () => {
  const figures = named({ s1: "Oven" });
  expect((await figures.calls({ from: 0, to: 9 })).lane_ids.map(({ name }) => name)).toEqual(["Oven", "Explore", null]);
  expect(await figures.lane({ agent_id: "s1", session_id: "s1" })).toMatchObject({ name: "Oven" });
  expect(await figures.lane({ agent_id: "s1:a1", session_id: "s1" })).toMatchObject({ name: "Explore" });
});

it("what was deleted is counted no more, also for whoever asked a moment ago", async () => {
  let counts = 0;
  const figures = createFigures({
    store: { ...store, count: async () => ({ tools: [{ tool: "Read", ok: 1, took: 4, count: ++counts }], slots: [], tokens: [], projects: [] }) },
    clock: { now: () => 0 }, local: localTime, face: (agentId) => generateAppearance(agentId, SLOT_COUNTS), nameOf: () => null,
  });
  const calls = async () => (await figures.figures({})).totals.calls;
  expect([await calls(), await calls()]).toEqual([1, 1]);
  figures.forget();
  expect(await calls()).toBe(2);
});

it("whoever was never shown has the face that it would have had", async () => {
  const figures = named({});
  const lane = await figures.lane({ agent_id: "s1:a2", session_id: "s1" });
  expect(lane).toEqual({ agent_id: "s1:a2", session_id: "s1", project: "", name: null, appearance: generateAppearance("s1:a2", SLOT_COUNTS) });
  expect((await figures.calls({ from: 0, to: 9 })).lane_ids[2]).toEqual(lane);
});
