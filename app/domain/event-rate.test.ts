import { expect, it } from "vitest";
import { EventRate } from "./event-rate.ts";

it("a steady stream is measured, a single burst soon forgotten", () => {
  const steady = new EventRate(300, 10);
  for (let at = 0; at < 3_000; at += 10) steady.note(5, at);
  expect(steady.perMs(3_000)).toBeCloseTo(0.5, 1);
  const burst = new EventRate(300, 10);
  burst.note(30, 0);
  expect(burst.perMs(0)).toBeCloseTo(0.1);
  expect(burst.perMs(1_500)).toBeLessThan(0.001);
});

it("never tells more than the highest, and never less than nothing", () => {
  const rate = new EventRate(300, 0.8);
  expect(rate.perMs(0)).toBe(0);
  rate.note(1_000_000, 0);
  expect(rate.perMs(0)).toBe(0.8);
  expect(rate.perMs(-5_000)).toBe(0.8);
});
