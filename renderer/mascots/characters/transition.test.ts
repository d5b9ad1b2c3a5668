import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { placed, POSES } from "./poses.ts";
import { ALL_STATES } from "./samples.ts";
import { atOrigin, originOf } from "./transition.ts";

const HEAD = { x: 60, y: 50 };

describe("nothing jumps between two states", () => {
  it("from any state to any other the head starts within a few units of where it was", () => {
    const jumps = ALL_STATES.flatMap((from) =>
      ALL_STATES.map((to) => {
        const was = placed(POSES[from], HEAD);
        const starts = atOrigin(POSES[to], originOf(POSES[from], POSES[to]), HEAD);
        return { from, to, by: Math.hypot(starts.x - was.x, starts.y - was.y) };
      }),
    );
    // What is left is the stretch, from the tallest to the flattest: the squash's business.
    expect(jumps.filter(({ by }) => by > 14)).toEqual([]);
    expect(jumps.reduce((sum, { by }) => sum + by, 0) / jumps.length).toBeLessThan(4);
  });

  it("coming, going and the squash between take no longer than 250 ms, by 8 to 12 %", () => {
    const css = readFileSync(join(import.meta.dirname, "mascot.css"), "utf8");
    const lengths = [...css.matchAll(/animation: m-(?:squash|come|go)[\w-]* (\d+)ms/g)].map((match) => Number(match[1]));
    expect(lengths.length).toBeGreaterThanOrEqual(5);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(250);
    const squash = /@keyframes m-squash-a \{(.*)\}/.exec(css)?.[1] ?? "";
    const scales = [...squash.matchAll(/scale\(([\d.]+), ([\d.]+)\)/g)].flatMap(([, x, y]) => [Number(x), Number(y)]);
    expect(Math.max(...scales.map((scale) => Math.abs(scale - 1)))).toBeGreaterThanOrEqual(0.08);
    expect(Math.max(...scales.map((scale) => Math.abs(scale - 1)))).toBeLessThanOrEqual(0.12);
  });
});
