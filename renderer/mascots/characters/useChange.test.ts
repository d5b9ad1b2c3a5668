import { expect, it } from "vitest";
import { beatOf, CALM_MS, isCut } from "./useChange.ts";

it.each([[0, true], [CALM_MS - 1, true], [CALM_MS, false], [Number.POSITIVE_INFINITY, false]])("a change %d ms after another is a cut: %s", (since, cut) => {
  expect(isCut(since)).toBe(cut);
});

it("each change that is played restarts the squash, a cut plays none", () => {
  const change = (count: number, cut: boolean) => beatOf({ count, before: null, cut });
  expect([change(1, false), change(2, false), change(3, true), change(4, true), change(5, false)]).toEqual(["b", "a", "cut", "cut", "b"]);
});
