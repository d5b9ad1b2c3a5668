import { expect, it } from "vitest";
import { steppedTo } from "./steps.ts";

it.each([
  ["ArrowDown", 0, 10, 1], ["ArrowDown", 9, 10, 9], ["ArrowUp", 0, 10, 0], ["ArrowUp", 5, 10, 4], ["PageDown", 5, 10, 8], ["PageDown", 8, 10, 9], ["PageUp", 2, 10, 0],
  ["Home", 7, 10, 0], ["End", 0, 10, 9], ["ArrowDown", 0, 0, null], ["Enter", 0, 10, null], ["a", 0, 10, null],
] as const)("%s at row %d of %d leads to %s", (key, from, count, to) => expect(steppedTo(key, from, count, 3)).toBe(to));
