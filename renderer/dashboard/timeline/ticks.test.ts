import { expect, it } from "vitest";
import { namedTicks } from "./ticks.ts";

const at = (day: number, hour: number, minute = 0, second = 0) => new Date(2026, 10, day, hour, minute, second).getTime();
const names = (from: number, to: number, locale: "en" | "ko" = "en") => namedTicks({ from, to }, 960, locale).map(({ text }) => text.replace(/\s/g, " "));

it("midnight begins its day, in every language", () => {
  expect(names(at(28, 19), at(29, 5))).toContain("Nov 29 12:00 AM");
  expect(names(at(28, 19), at(29, 5), "ko")).toContain("11월 29일 오전 12:00");
  expect(names(at(28, 23, 59, 57), at(29, 0, 0, 3))).toContain("12:00:00 AM");
});

it("the first and each new day are named, and days alone where hours say nothing", () => {
  expect(names(at(28, 7, 30), at(28, 12))[0]).toBe("Nov 28 7:30 AM");
  expect(names(at(1, 0), at(29, 0)).every((name) => /^Nov \d+$/.test(name))).toBe(true);
});
