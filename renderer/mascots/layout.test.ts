import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anAgent } from "../shared/testing/builders.ts";
import { MOST_FIGURES, MOST_MOVING, arrange, holdingStill } from "./layout.ts";

const lead = (id: string, at: number) => anAgent({ agent_id: id, started_at: new Date(at).toISOString() });
const helper = (id: string, parent: string, at: number) => anAgent({ agent_id: id, role: "subagent", parent_agent_id: parent, started_at: new Date(at).toISOString() });

describe("the stage", () => {
  it("is empty without agents", () => {
    expect(arrange([], "M")).toEqual({ places: [], hidden: 0, width: 0, height: 0 });
  });

  it("puts helpers beside their own lead, whenever they came", () => {
    const stage = arrange([lead("a", 1), lead("b", 2), helper("a1", "a", 3), helper("b1", "b", 4), helper("a2", "a", 5)], "M");
    expect(stage.places.map((place) => place.agentId)).toEqual(["a", "a1", "a2", "b", "b1"]);
  });

  it("draws helpers smaller than their lead", () => {
    const [big, small] = arrange([lead("a", 1), helper("a1", "a", 2)], "L").places;
    expect(small?.mascot).toBeLessThan(big?.mascot ?? 0);
  });

  it("moves nobody when one more comes at the end", () => {
    const before = arrange([lead("a", 1), lead("b", 2)], "M").places;
    const after = arrange([lead("a", 1), lead("b", 2), lead("c", 3)], "M").places;
    expect(after.slice(0, 2)).toEqual(before);
  });

  it("counts those that find no room", () => {
    const crowd = Array.from({ length: MOST_FIGURES + 6 }, (_, i) => lead(`s${String(i).padStart(2, "0")}`, i));
    expect(arrange(crowd, "S").hidden).toBe(6);
  });

  it("keeps everybody on the display: columns get narrower first, then the rest is counted", () => {
    const leads = (count: number) => Array.from({ length: count }, (_, i) => lead(`s${String(i).padStart(2, "0")}`, i));
    expect(arrange(leads(8), "M", 1280)).toMatchObject({ hidden: 0, width: 1280 });
    const nine = arrange(leads(9), "M", 1280);
    expect(nine.hidden).toBe(0);
    expect(nine.width).toBeLessThanOrEqual(1280);
    const twelve = arrange(leads(12), "M", 1280);
    expect(twelve.places.length + twelve.hidden).toBe(12);
    expect(twelve.width).toBeLessThanOrEqual(1280);
  });

  it("counts helpers before leads, and whoever needs the person stays in sight though they came last", () => {
    const helpers = Array.from({ length: 20 }, (_, i) => helper(`h${String(i).padStart(2, "0")}`, "a", i + 2));
    const asking = { ...lead("z", 99), state: "asking_permission" as const };
    const shown = arrange([lead("a", 1), ...helpers, lead("b", 50), asking], "M", 1280).places.map((place) => place.agentId);
    expect(shown).toEqual(expect.arrayContaining(["a", "b", "z"]));
  });

  it("loses nobody and overlaps nobody, even when parents form a ring", () => {
    const ids = ["a", "b", "c", "d", "e", "f"];
    const anyone = fc.record({ id: fc.constantFrom(...ids), parent: fc.option(fc.constantFrom(...ids)), at: fc.integer({ min: 0, max: 5 }) });
    fc.assert(fc.property(fc.uniqueArray(anyone, { selector: (a) => a.id }), (people) => {
      const stage = arrange(people.map((p) => anAgent({ agent_id: p.id, parent_agent_id: p.parent, role: p.parent ? "subagent" : "lead", started_at: new Date(p.at).toISOString() })), "M");
      expect(stage.places.map((p) => p.agentId).sort()).toEqual(people.map((p) => p.id).sort());
      let edge = 0;
      for (const place of stage.places) {
        expect(place.right).toBe(edge);
        edge += place.width;
      }
    }));
  });
});

describe("a crowd at work", () => {
  const busy = (id: string, since: number, state: "running" | "asking_permission" | "resting" = "running") => anAgent({ agent_id: id, state, state_since: new Date(since).toISOString() });

  it("a few move all", () => {
    expect(holdingStill(Array.from({ length: MOST_MOVING }, (_, i) => busy(`a${i}`, i))).size).toBe(0);
  });

  it("of many, those move that began last, and who asks moves always", () => {
    const crowd = [busy("asks", 0, "asking_permission"), busy("rests", 0, "resting"), ...Array.from({ length: MOST_MOVING + 2 }, (_, i) => busy(`a${i}`, i))];
    expect([...holdingStill(crowd)].sort()).toEqual(["a0", "a1"]);
  });
});
