import { describe, expect, it } from "vitest";
import { budgetText, scaled, verdict } from "./budgets.mjs";
import { verdicts } from "./page.mjs";

const measured = (id: string, figure: number, unit = "ms") => ({ id, what: id, figure, unit });

describe("bounds in absolute figures", () => {
  const most = { id: "x.time", of: "figure" as const, most: 5, yardstick: "node" as const };
  const least = { id: "x.rate", of: "figure" as const, least: 5_000, yardstick: "express" as const };

  it.each([
    ["twice as slow", [measured("machine.node", 36), measured("machine.express", 5_600)], 10, 2_500],
    ["twice as fast: the bound stays", [measured("machine.node", 9), measured("machine.express", 22_400)], 5, 5_000],
    ["nobody knows how fast", [], 5, 5_000],
  ])("on a machine that is %s", (_, machine, expectedMost, expectedLeast) => {
    expect(scaled(most, machine).most).toBe(expectedMost);
    expect(scaled(least, machine).least).toBe(expectedLeast);
  });

  it("a ratio is widened by what a script that only posts costs beside an empty process, where it says so", () => {
    const ratio = { id: "x.ratio", of: "ratio" as const, most: 1.75, yardstick: "raw_post" as const };
    expect(scaled(ratio, [{ ...measured("hooks.raw_post", 70), ratio: 1.56 }]).most).toBe(2.1);
    expect(scaled(ratio, [{ ...measured("hooks.raw_post", 20), ratio: 1.1 }]).most).toBe(1.75);
  });

  it("of the client's run only what hooks add is widened, by as much as hooks that only read add more than there", () => {
    const ratio = { id: "x.run", of: "ratio" as const, most: 1.3, yardstick: "reading_hooks" as const };
    const reading = (times: number) => [{ ...measured("client.reading_hooks", 1), ratio: times }];
    expect(scaled(ratio, reading(1.196)).most).toBe(1.6);
    expect(scaled(ratio, reading(1.05)).most).toBe(1.3);
    expect(scaled(ratio, reading(0.98)).most).toBe(1.3);
  });

  it("other ratios are not widened", () => {
    const ratio = { id: "x.ratio", of: "ratio" as const, most: 1.5 };
    expect(scaled(ratio, [measured("machine.node", 90)])).toBe(ratio);
    expect(verdict(ratio, { figure: 1, ratio: 1.6 })).toBe("not met");
  });

  it("the page says which of both bounds was kept", () => {
    const result = (bench: string, ...measurements: ReturnType<typeof measured>[]) => ({ bench, at: "", load: 0, seconds: 1, measurements });
    const machine = result("machine", measured("machine.node", 36), measured("machine.express", 5_600, "/s"));
    const line = (figure: number) => verdicts([machine, result("http-lane", measured("http-lane.p95", figure))]).find(({ id }) => id === "http-lane.p95");
    expect(line(4)).toMatchObject({ verdict: "met", budget: "≤ 5 ms" });
    expect(line(9)).toMatchObject({ verdict: "met for this machine", budget: "≤ 5 ms; here ≤ 10 ms" });
    expect(line(11)).toMatchObject({ verdict: "not met", budget: "≤ 5 ms; here ≤ 10 ms" });
    expect(budgetText({ id: "", of: "figure", least: 5_000 }, "/s")).toBe("≥ 5,000 /s");
  });
});
