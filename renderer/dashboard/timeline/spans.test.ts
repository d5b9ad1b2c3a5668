import { describe, expect, it } from "vitest";
import { openingSpan } from "./spans.ts";

const NOW = Date.UTC(2026, 10, 28, 12);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** A call every ten minutes. */
const work = (from: number, to: number) => Array.from({ length: Math.floor((from - to) / (10 * MINUTE)) + 1 }, (_, n) => from - n * 10 * MINUTE);

describe("the timeline opens on the smallest span that has the newest work well in it", () => {
  it.each([
    ["nothing is known", [], "day"],
    ["a new user's first call was a moment ago", [2 * MINUTE], "hour"],
    ["the first call was within the hour", work(50 * MINUTE, 0), "hour"],
    ["a little now, and something yesterday", [20 * HOUR, ...work(8 * MINUTE, 0)], "hour"],
    ["an hour and a half until now, and something yesterday", [20 * HOUR, ...work(90 * MINUTE, 0)], "hour"],
    ["at work since the morning", work(5 * HOUR, 0), "day"],
    ["at work in the morning, and again after a long pause", [...work(6 * HOUR, 4 * HOUR), ...work(20 * MINUTE, 0)], "hour"],
    ["the only call is as good as an hour old", [59 * MINUTE], "day"],
    ["the last was in the morning", work(4 * HOUR, 3 * HOUR), "day"],
    ["the last was the day before yesterday", work(2 * DAY, 2 * DAY - HOUR), "week"],
    ["the last was two weeks ago", [14 * DAY, 15 * DAY], "month"],
    ["the last is older than any span", [40 * DAY], "month"],
    ["a clock was ahead", [-5 * MINUTE], "hour"],
  ] as const)("%s", (_what, ages, span) => {
    const starts = ages.map((age) => NOW - age);
    expect([openingSpan(starts, NOW), openingSpan(starts.toReversed(), NOW)]).toEqual([span, span]);
  });
});
