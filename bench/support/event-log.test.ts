import { expect, it } from "vitest";
import { mismatches } from "./event-log.ts";

it("what was answered and what is in the log are the same ids, in whatever order", () => {
  expect(mismatches(["a", "b", "c"], ["c", "a", "b"])).toBe(0);
});

it("as many ids are no proof: one lost and one that nobody named are two mismatches", () => {
  expect(mismatches(["a", "b"], ["a", "x"])).toBe(2);
});

it("an id that comes twice on one side is a mismatch", () => {
  expect(mismatches(["a", "b"], ["a", "b", "b"])).toBe(1);
  expect(mismatches(["a", "a"], ["a"])).toBe(1);
});
