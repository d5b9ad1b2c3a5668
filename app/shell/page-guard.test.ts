import { expect, it } from "vitest";
import { PageGuard } from "./page-guard.ts";

it("a page that dies is started again three times a minute and no more", () => {
  let now = 0;
  const guard = new PageGuard(() => now);
  expect([guard.mayRestart(), guard.mayRestart(), guard.mayRestart(), guard.mayRestart()]).toEqual([true, true, true, false]);
  now = 59_999;
  expect(guard.mayRestart()).toBe(false);
  now = 60_001;
  expect(guard.mayRestart()).toBe(true);
});
