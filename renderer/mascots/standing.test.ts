import { describe, expect, it } from "vitest";
import type { StageStand } from "../../schemas/generated/types.ts";
import { anAgent } from "../shared/testing/builders.ts";
import { arrange } from "./layout.ts";
import { headsOf, putDown, standAlike, standing } from "./standing.ts";

const ROOM = { width: 1920, height: 1040 };
const lead = (id: string) => anAgent({ agent_id: id, started_at: `2026-01-01T00:00:0${id.length}.000Z` });
const helper = (id: string, of: string) => anAgent({ agent_id: id, role: "subagent", parent_agent_id: of, started_at: "2026-01-01T00:00:09.000Z" });
const AGENTS = [lead("a"), lead("bb"), helper("b1", "bb"), lead("ccc")];
const stand = (...apart: [string, number, number][]): StageStand => ({ group: { x: -24, y: 0 }, apart: apart.map(([agent_id, x, y]) => ({ agent_id, place: { x, y } })) });
const placeOf = (stage: ReturnType<typeof standing>, id: string) => stage.places.find(({ agentId }) => agentId === id);

describe("standing apart", () => {
  it("is standing together while nobody was put elsewhere", () => {
    expect(standing(AGENTS, "M", ROOM, undefined, null)).toEqual(arrange(AGENTS, "M", ROOM));
  });

  it("takes a lead with its helpers out of the group, and the others close up", () => {
    const stage = standing(AGENTS, "M", ROOM, stand(["bb", -1000, -500]), null);
    expect(placeOf(stage, "bb")).toMatchObject({ right: 1000, bottom: 500 });
    expect(placeOf(stage, "b1")).toMatchObject({ right: 1160, bottom: 500 });
    expect([placeOf(stage, "a")?.right, placeOf(stage, "ccc")?.right]).toEqual([24, 184]);
    expect(stage.width).toBe(1160 + (placeOf(stage, "b1")?.width ?? 0));
  });

  it("leaves a helper that was put somewhere by itself where it is", () => {
    expect(Object.fromEntries(headsOf(AGENTS, stand(["bb", 0, 0], ["b1", 0, 0])))).toEqual({ bb: "bb", b1: "b1" });
  });

  it("keeps everybody on the display, also on a smaller one than it was remembered from", () => {
    const stage = standing(AGENTS, "M", { width: 800, height: 600 }, stand(["a", -5000, -5000]), null);
    expect(placeOf(stage, "a")).toMatchObject({ right: 800 - 160, bottom: 600 - 174 });
  });

  it("follows the one that is carried, and nobody else", () => {
    const at = stand(["a", -300, 0]);
    const stage = standing(AGENTS, "M", ROOM, at, { agentId: "a", corner: { right: 640, bottom: 80 } });
    expect(placeOf(stage, "a")).toMatchObject({ right: 640, bottom: 80 });
    expect(placeOf(stage, "bb")).toEqual(placeOf(standing(AGENTS, "M", ROOM, at, null), "bb"));
    expect(placeOf(standing(AGENTS, "M", ROOM, at, { agentId: null, corner: { right: 200, bottom: 40 } }), "bb")).toMatchObject({ right: 200, bottom: 40 });
  });

  it.each([
    ["the right edge", { right: 12, bottom: 300 }, { right: 0, bottom: 300 }],
    ["the lower edge", { right: 300, bottom: -4 }, { right: 300, bottom: 0 }],
    ["the left edge", { right: 1750, bottom: 300 }, { right: 1760, bottom: 300 }],
    ["the upper edge", { right: 300, bottom: 880 }, { right: 300, bottom: 866 }],
    ["beyond a corner", { right: 9000, bottom: 9000 }, { right: 1760, bottom: 866 }],
    ["no edge", { right: 300.4, bottom: 299.6 }, { right: 300, bottom: 300 }],
  ])("put down near %s", (_name, from, to) => {
    expect(putDown(from, { width: 160, height: 174 }, ROOM)).toEqual(to);
  });
});

describe("who would stand where they stand", () => {
  it.each([
    ["another tool", { state: "running" }, true],
    ["a name of the person's own", { display_name: "Kit" }, false],
    ["a question to the person, who would be shown before others", { state: "asking_question" }, false],
    ["another lead", { parent_agent_id: "ccc" }, false],
    ["another project", { workspace_id: "other" }, false],
  ] as const)("%s", (_, change, alike) => {
    const after = AGENTS.map((agent) => (agent.agent_id === "a" ? { ...agent, ...change } : agent));
    expect(standAlike(AGENTS, after)).toBe(alike);
    expect(standAlike(AGENTS, [...AGENTS, lead("dddd")])).toBe(false);
  });
});
