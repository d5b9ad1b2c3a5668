import { expect, it } from "vitest";
import { RecentKeys } from "./recent-keys.ts";

it("remembers at least so many of the latest keys, and never more than twice as many", () => {
  const keys = new RecentKeys(10);
  for (let n = 0; n < 95; n++) keys.add(`key ${n}`);
  const remembered = Array.from({ length: 95 }, (_, n) => n).filter((n) => keys.has(`key ${n}`));
  expect(remembered.slice(-10)).toEqual([85, 86, 87, 88, 89, 90, 91, 92, 93, 94]);
  expect(remembered.length).toBeLessThanOrEqual(20);
});
