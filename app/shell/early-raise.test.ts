import { expect, it } from "vitest";
import { earlyRaise } from "./early-raise.ts";

it("a wish to see the app while it still starts is made up for once it can be seen, and only once", () => {
  const shown: string[] = [];
  const { raise, canShow } = earlyRaise();
  raise();
  raise();
  expect(shown).toEqual([]);
  canShow(() => shown.push("shown"));
  expect(shown).toEqual(["shown"]);
  raise();
  expect(shown).toEqual(["shown", "shown"]);
});

it("who did not ask sees nothing", () => {
  const shown: string[] = [];
  earlyRaise().canShow(() => shown.push("shown"));
  expect(shown).toEqual([]);
});
