import { describe, expect, it } from "vitest";
import { budgetsWith, choiceOf, percentOf, ruleOf, sharesWith } from "./rules.ts";

describe("what can be chosen", () => {
  it("a project without a rule of its own is as everywhere, and back", () => {
    expect(choiceOf(null)).toBe("everywhere");
    expect(ruleOf("everywhere")).toBeNull();
    expect(ruleOf(choiceOf("strict"))).toBe("strict");
  });

  it("a budget or a share set elsewhere can be kept", () => {
    expect(budgetsWith(null)).toEqual([null, 50_000, 100_000, 150_000, 200_000, 500_000, 1_000_000]);
    expect(budgetsWith(120_000)).toContain(120_000);
    expect(sharesWith(0.8)).toEqual([50, 60, 70, 80, 90, 100]);
    expect(sharesWith(0.05)[0]).toBe(5);
    expect(percentOf(0.29)).toBe(29);
  });
});
