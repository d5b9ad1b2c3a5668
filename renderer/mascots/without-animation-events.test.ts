import { expect, it } from "vitest";
import { withoutAnimationEvents } from "./without-animation-events.ts";

it("listens to everything but animations", () => {
  const asked: unknown[] = [];
  const root = withoutAnimationEvents({ addEventListener: (...how: unknown[]) => void asked.push(how) });
  const hear = () => undefined;
  for (const type of ["click", "animationstart", "animationiteration", "animationend", "animationcancel", "transitionend"]) root.addEventListener(type, hear, true);
  expect(asked).toEqual([["click", hear, true], ["transitionend", hear, true]]);
});
