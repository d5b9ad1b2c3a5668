import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AgentView } from "../../schemas/generated/types.ts";
import { anAgent } from "../shared/testing/builders.ts";
import { MOST_FIGURES, type Place, type Room, arrange } from "./layout.ts";

const id = (n: number) => `s${String(n).padStart(2, "0")}`;
const lead = (name: string, at: number, more: Partial<AgentView> = {}) => anAgent({ agent_id: name, started_at: new Date(at).toISOString(), ...more });
const leads = (count: number) => Array.from({ length: count }, (_, i) => lead(id(i), i));
const helper = (name: string, parent: string, at: number) => anAgent({ agent_id: name, role: "subagent", parent_agent_id: parent, started_at: new Date(at).toISOString() });
const LAPTOP: Room = { width: 1280, height: 770 };
const DESK: Room = { width: 1920, height: 1050 };
const PORTRAIT: Room = { width: 1080, height: 1890 };
const rowsOf = (places: readonly Place[]) => [...new Set(places.map(({ bottom }) => bottom))].map((bottom) => places.filter((place) => place.bottom === bottom).length);
const overlap = (a: Place, b: Place) => a.right < b.right + b.width && b.right < a.right + a.width && a.bottom < b.bottom + b.height && b.bottom < a.bottom + a.height;

describe("the stage", () => {
  it("is empty without agents", () => {
    expect(arrange([], "M")).toEqual({ places: [], captions: [], hidden: [], badge: { right: 0, bottom: 0 }, width: 0, height: 0 });
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
    for (const count of [1, 5, 6, 9]) {
      const before = arrange(leads(count), "M", LAPTOP).places;
      expect(arrange(leads(count + 1), "M", LAPTOP).places.slice(0, count)).toEqual(before);
    }
  });

  it.each([
    ["one on a laptop", 1, "M", LAPTOP, [1], 0],
    ["five on a laptop", 5, "M", LAPTOP, [5], 0],
    ["eight on a laptop: two rows rather than a fence along the whole edge", 8, "M", LAPTOP, [5, 3], 0],
    ["five on a laptop, large: one row, since two would be half of the screen", 5, "L", LAPTOP, [5], 0],
    ["twenty on a laptop: closer together, and the rest is counted", 20, "M", LAPTOP, [9, 9], 2],
    ["twenty on a laptop, small", 20, "S", LAPTOP, [10, 10], 0],
    ["twenty on a desk: all of them, in a corner of it", 20, "M", DESK, [10, 10], 0],
    ["sixty on a desk", 60, "M", DESK, [14, 10], 36],
    ["sixty on a screen that stands on end", 60, "S", PORTRAIT, [10, 11, 3], 36],
  ] as const)("%s", (_name, count, size, room, rows, hidden) => {
    const stage = arrange(leads(count), size, room);
    expect(rowsOf(stage.places)).toEqual(rows);
    expect(stage.hidden).toHaveLength(hidden);
    expect(stage.width).toBeLessThanOrEqual(room.width);
    expect(stage.height).toBeLessThanOrEqual(room.height / 2);
  });

  it("counts those that find no room", () => {
    const { places, hidden } = arrange(leads(MOST_FIGURES + 6), "S", { width: 9000, height: 800 });
    expect(places).toHaveLength(MOST_FIGURES);
    expect(hidden).toEqual([24, 25, 26, 27, 28, 29].map(id));
  });

  it("leaves the badge its place at the end of the first row", () => {
    const stage = arrange(leads(60), "M", DESK);
    const front = stage.places.filter(({ bottom }) => bottom === 0);
    expect(stage.badge.right).toBe(Math.max(...front.map(({ right, width }) => right + width)));
    expect(stage.badge.right + 56).toBeLessThanOrEqual(DESK.width);
  });

  it("counts helpers before leads, and whoever needs the person stays in sight though they came last", () => {
    const helpers = Array.from({ length: 40 }, (_, i) => helper(`h${String(i).padStart(2, "0")}`, "a", i + 2));
    const asking = lead("z", 99, { state: "asking_permission" });
    const shown = arrange([lead("a", 1), ...helpers, lead("b", 50), asking], "M", LAPTOP).places.map((place) => place.agentId);
    expect(shown).toEqual(expect.arrayContaining(["a", "b", "z"]));
  });

  it("breaks up no company of a lead while another way finds room for all", () => {
    const agents = [lead("a", 1), lead("b", 2), lead("c", 3), ...["c1", "c2", "c3"].map((name, i) => helper(name, "c", 4 + i)), lead("d", 9)];
    const { places } = arrange(agents, "M", LAPTOP);
    const bottoms = new Set(places.filter(({ agentId }) => agentId.startsWith("c")).map(({ bottom }) => bottom));
    expect(bottoms.size).toBe(1);
  });

  it("loses nobody and overlaps nobody, even when parents form a ring", () => {
    const ids = ["a", "b", "c", "d", "e", "f", "g", "h"];
    const anyone = fc.record({ id: fc.constantFrom(...ids), parent: fc.option(fc.constantFrom(...ids)), at: fc.integer({ min: 0, max: 5 }), project: fc.constantFrom("garden", "bakery") });
    const room = fc.record({ width: fc.integer({ min: 100, max: 2000 }), height: fc.integer({ min: 100, max: 2000 }) });
    fc.assert(fc.property(fc.uniqueArray(anyone, { selector: (a) => a.id }), room, fc.constantFrom("S", "M", "L"), (people, size, letter) => {
      const agents = people.map((p) => anAgent({ agent_id: p.id, parent_agent_id: p.parent, role: p.parent ? "subagent" : "lead", workspace_id: p.project, started_at: new Date(p.at).toISOString() }));
      const stage = arrange(agents, letter as "S" | "M" | "L", size);
      expect([...stage.places.map((p) => p.agentId), ...stage.hidden].sort()).toEqual(people.map((p) => p.id).sort());
      expect(stage.places.every(({ right, width }) => right >= 0 && right + width <= size.width)).toBe(true);
      stage.places.forEach((one, at) => expect(stage.places.slice(at + 1).some((other) => overlap(one, other))).toBe(false));
    }));
  });
});

describe("projects on the stage", () => {
  const of = (project: string, name: string, at: number) => lead(name, at, { workspace_id: project, display_name: project });

  it("stand together in the order of their first agent, with room between", () => {
    const { places } = arrange([of("garden", "a", 1), of("bakery", "b", 2), of("garden", "c", 3)], "M", DESK);
    expect(places.map(({ agentId }) => agentId)).toEqual(["a", "c", "b"]);
    expect((places[2]?.right ?? 0) - ((places[1]?.right ?? 0) + (places[1]?.width ?? 0))).toBe(16);
  });

  it("are named when there is more than one, but not under one figure that bears its project's name", () => {
    expect(arrange([of("garden", "a", 1), of("garden", "c", 3)], "M", DESK).captions).toEqual([]);
    const { captions, places } = arrange([of("garden", "a", 1), of("bakery", "b", 2), of("garden", "c", 3)], "M", DESK);
    expect(captions.map(({ project }) => project)).toEqual(["garden"]);
    expect(captions[0]).toMatchObject({ right: 0, bottom: 0, width: 320 });
    expect(places.every(({ bottom }) => bottom === 20)).toBe(true);
  });

  it("are named under somebody who is called otherwise", () => {
    const renamed = lead("b", 2, { workspace_id: "bakery", display_name: "Oven" });
    expect(arrange([of("garden", "a", 1), renamed], "M", DESK).captions.map(({ project }) => project)).toEqual(["bakery"]);
  });

  it("are all to be seen, though not everybody of them is", () => {
    const agents = Array.from({ length: 60 }, (_, n) => of(["garden", "bakery", "harbour"][Math.floor(n / 20)] ?? "", id(n), n));
    const { captions } = arrange(agents, "M", DESK);
    expect(new Set(captions.map(({ project }) => project))).toEqual(new Set(["garden", "bakery", "harbour"]));
  });

  it("stay in one row while that finds room for all", () => {
    const agents = [...[1, 2, 3].map((n) => of("garden", `g${n}`, n)), ...[4, 5, 6].map((n) => of("bakery", `b${n}`, n))];
    const { places } = arrange(agents, "M", LAPTOP);
    expect(rowsOf(places)).toEqual([3, 3]);
  });
});
