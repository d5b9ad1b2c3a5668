/** A mascot's looks: the same in every version, evenly spread, kin within a team. */
import { describe, expect, it } from "vitest";
import { SLOT_COUNTS } from "../../schemas/generated/types.ts";
import { generateAppearance, hashSeed } from "./appearance.ts";

const IDS = ["44c1d25d-825c-4ba8-9371-6d3a39a47fe1", "44c1d25d-825c-4ba8-9371-6d3a39a47fe1:a6502c30ffe692914", "my-team/leader", "my-team/worker-01", "에이전트", ""];

describe("seeds", () => {
  it("never change", () => {
    expect(IDS.map(hashSeed)).toEqual(GOLDEN_SEEDS);
  });
});

describe("looks", () => {
  it("never change", () => {
    const drawn = IDS.slice(0, 4).map((id) => Object.values(generateAppearance(id, SLOT_COUNTS)).join(" "));
    expect(drawn).toEqual(GOLDEN_LOOKS);
    const kin = generateAppearance(IDS[1] as string, SLOT_COUNTS, { role: "subagent", team: null, leadId: IDS[0] as string });
    expect(Object.values(kin).join(" ")).toBe(GOLDEN_KIN);
  });

  it("fill every slot within its count", () => {
    for (const counts of [SLOT_COUNTS, { species: 1, palette: 1, eyes: 1, mouth: 1, marks: 1, headwear: 1, carry: 1, badge: 1 }]) {
      for (let i = 0; i < 500; i++) {
        const look = generateAppearance(`id-${i}`, counts, { role: "teammate", team: "t", leadId: `lead-${i % 7}` });
        for (const slot of Object.keys(counts) as (keyof typeof counts)[]) {
          expect(look[slot]).toBeGreaterThanOrEqual(0);
          expect(look[slot]).toBeLessThan(counts[slot]);
        }
      }
    }
  });

  it.each(["species", "palette", "eyes", "mouth", "marks", "headwear", "carry"] as const)("spread evenly over %s for ten thousand agents", (slot) => {
    const ids = Array.from({ length: 10_000 }, (_, i) => `${i.toString(16).padStart(8, "0")}-825c-4ba8-9371-6d3a39a47fe1`);
    expect(chiSquare(ids.map((id) => generateAppearance(id, SLOT_COUNTS)[slot]), SLOT_COUNTS[slot])).toBeLessThan(32);
  });

  it("draw each slot apart from the others: pairs are spread evenly too", () => {
    const looks = Array.from({ length: 10_000 }, (_, i) => generateAppearance(`session-${i}`, SLOT_COUNTS));
    expect(chiSquare(looks.map((look) => look.species * SLOT_COUNTS.palette + look.palette), SLOT_COUNTS.species * SLOT_COUNTS.palette)).toBeLessThan(120);
    expect(chiSquare(looks.map((look) => look.eyes * SLOT_COUNTS.mouth + look.mouth), SLOT_COUNTS.eyes * SLOT_COUNTS.mouth)).toBeLessThan(90);
  });

  it("a team shares its colour and badge, whoever leads", () => {
    const team = ["a", "b", "c"].map((name) => generateAppearance(`x/${name}`, SLOT_COUNTS, { role: "teammate", team: "x", leadId: "lead" }));
    expect(new Set(team.map((look) => `${look.team_color}/${look.badge}`)).size).toBe(1);
    expect(generateAppearance("x/a", SLOT_COUNTS)).toMatchObject({ team_color: null, badge: null });
  });

  it("a sub-agent is of its lead's species and wears its colours or a neighbour of them", () => {
    for (let i = 0; i < 300; i++) {
      const lead = generateAppearance(`lead-${i}`, SLOT_COUNTS);
      const sub = generateAppearance(`lead-${i}:a${i}`, SLOT_COUNTS, { role: "subagent", team: null, leadId: `lead-${i}` });
      expect(sub.species).toBe(lead.species);
      expect([0, 1, SLOT_COUNTS.palette - 1]).toContain((sub.palette - lead.palette + SLOT_COUNTS.palette) % SLOT_COUNTS.palette);
      expect(sub.scale).toBe("subagent");
    }
  });
});

/** Sum of squared deviations from an even spread, in units of the expectation. */
function chiSquare(values: number[], bins: number): number {
  const counts = new Array<number>(bins).fill(0);
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  const expected = values.length / bins;
  return counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
}

const GOLDEN_SEEDS = [2900129968, 385794108, 1030961838, 4006498649, 1555744587, 2872998923];
const GOLDEN_LOOKS = ["1 0 0 0 3 1 2   lead", "1 6 6 2 3 2 3   lead", "5 9 4 1 4 7 1   lead", "4 9 3 5 2 1 2   lead"];
const GOLDEN_KIN = "1 0 6 2 3 2 3   subagent";
