import { clockText, momentText } from "../../schemas/clock.ts";
import { describe, expect, it } from "vitest";
import { dayOf, durationText, exactText, relativeDay, shortNumber } from "./format.ts";
import { namedTicks } from "./timeline/ticks.ts";

describe("spans of time", () => {
  it.each([
    [-5, "0ms"], [40, "40ms"], [98, "0.1s"], [400, "0.4s"], [9_960, "10s"], [12_400, "12s"], [59_600, "1m"], [200_000, "3m 20s"], [3_600_000, "1h"], [7_500_000, "2h 5m"], [86_400_000, "1d"], [273_600_000, "3d 4h"],
  ])("%i ms are %s", (ms, text) => expect(durationText(ms, "en")).toBe(text));

  it("in Korean", () => expect(durationText(200_000, "ko")).toBe("3분 20초"));
});

describe("days", () => {
  const now = new Date(2026, 10, 28, 8).getTime();
  it.each([
    [new Date(2026, 10, 28, 0, 0, 1), "today"], [new Date(2026, 10, 27, 23, 59), "yesterday"], [new Date(2026, 10, 24, 12), "Tue, Nov 24"], [new Date(2025, 11, 31, 12), "Wed, Dec 31, 2025"],
  ])("%s is %s", (at, text) => expect(relativeDay(at.getTime(), now, "en")).toBe(text));

  it("in Korean", () => expect(relativeDay(now, now, "ko")).toBe("오늘"));
  it("are told apart", () => expect(dayOf(new Date(2026, 1, 11).getTime())).not.toBe(dayOf(new Date(2026, 11, 1).getTime())));
});

it("large numbers are short", () => expect([shortNumber(950, "en"), shortNumber(1_234_567, "en"), shortNumber(34_000, "ko")]).toEqual(["950", "1.2M", "3.4만"]));

it.each([["en", /(?<!\d)9:0\d(:07)? AM$/], ["ko", /오전 9:0\d(:07)?$/]] as const)("a time of day is said alike wherever it stands: alone, with its day, on the timeline (%s)", (locale, alike) => {
  const [ms, nextDay] = [new Date(2026, 10, 28, 9, 5, 7).getTime(), new Date(2026, 10, 29, 9).getTime()];
  const ticks = namedTicks({ from: ms - 240_000, to: ms + 240_000 }, 960, locale).map(({ text }) => text);
  expect(ticks.length).toBeGreaterThan(2);
  for (const text of [clockText(ms, locale), exactText(ms, locale), momentText(ms, ms, locale), momentText(ms, nextDay, locale), ...ticks]) expect(text.replace(/\s/g, " ")).toMatch(alike);
});
