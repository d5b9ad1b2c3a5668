import { expect, it } from "vitest";
import { earlyRaise } from "./early-raise.ts";

function asked() {
  const done: string[] = [];
  return { done, ...earlyRaise(), by: (what: string) => () => void done.push(what) };
}

it("a wish to see the app while it still starts is made up for once it can be seen, and only once", () => {
  const { done, raise, answerBy, by } = asked();
  raise();
  raise();
  expect(done).toEqual([]);
  answerBy(by("shown"));
  expect(done).toEqual(["shown"]);
  raise();
  expect(done).toEqual(["shown", "shown"]);
});

it("one that comes while the app ends is for the next one; those from before are not, answered or not", () => {
  for (const isShown of [true, false]) {
    const { done, raise, answerBy, endBy, by } = asked();
    raise();
    if (isShown) answerBy(by("shown"));
    endBy(by("started anew"));
    expect(done).toEqual(isShown ? ["shown"] : []);
    raise();
    expect(done.at(-1)).toBe("started anew");
  }
});

it("who did not ask sees nothing", () => {
  const { done, answerBy, by } = asked();
  answerBy(by("shown"));
  expect(done).toEqual([]);
});
