import { expect, it } from "vitest";
import { newestOnly } from "./newest-only.ts";

it.each<[string, readonly number[], readonly number[]]>([
  ["in their order", [0, 1, 2], [0, 1, 2]],
  ["the last first", [2, 0, 1], [2]],
  ["the middle one first", [1, 0, 2], [1, 2]],
  ["with one that never comes", [0, 2], [0, 2]],
])("answers that come %s: what is shown never becomes older", (_how, order, expected) => {
  const shown: number[] = [];
  const ask = newestOnly<number>((answer) => shown.push(answer));
  const takers = [ask(), ask(), ask()];
  for (const turn of order) takers[turn]?.(turn);
  expect(shown).toEqual(expected);
});
