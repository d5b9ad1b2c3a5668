import { afterEach, describe, expect, it, vi } from "vitest";
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

describe("where clocks are changed in what is seen", () => {
  afterEach(() => vi.unstubAllEnvs());

  it.each([["March", 2, 29], ["October", 9, 25]] as const)("every day begins at its own midnight, and an hour at the full hour (%s)", (name, month, day) => {
    vi.stubEnv("TZ", "Europe/Berlin");
    const on = (date: number, hour = 0) => new Date(2026, month, date, hour).getTime();
    const days = namedTicks({ from: on(day - 2), to: on(day + 2) }, 480, "en");
    expect(days).toEqual([-2, -1, 0, 1, 2].map((later) => ({ at: on(day + later), text: `${name.slice(0, 3)} ${day + later}` })));
    const hours = namedTicks({ from: on(day - 1, 12), to: on(day + 1, 12) }, 960, "en").map(({ at: moment }) => new Date(moment));
    expect(hours.map((moment) => moment.getHours() % 6 + moment.getMinutes())).toEqual(hours.map(() => 0));
    expect(hours).toHaveLength(9);
    const near = namedTicks({ from: on(day, 1), to: on(day, 5) }, 960, "en").map(({ at: moment }) => moment);
    expect([...new Set(near)].sort((a, b) => a - b)).toEqual(near);
  });

  it.each([["Europe/Berlin", "2026-10-25T00:05Z", "2026-10-25T00:50Z"], ["Europe/Berlin", "2026-10-25T01:05Z", "2026-10-25T01:50Z"], ["America/New_York", "2026-11-01T05:05Z", "2026-11-01T06:50Z"]])("an hour that clocks go through twice has its lines both times (%s, %s)", (zone, from, to) => {
    vi.stubEnv("TZ", zone);
    const lines = namedTicks({ from: Date.parse(from), to: Date.parse(to) }, 960, "en").map(({ at: moment }) => moment);
    const apart = lines.slice(1).map((moment, n) => moment - (lines[n] as number));
    expect(lines.length).toBeGreaterThan(4);
    expect(new Set(apart).size).toBe(1);
    expect((lines[0] as number) - Date.parse(from)).toBeLessThan(apart[0] as number);
  });
});
