import { afterEach, describe, expect, it, vi } from "vitest";
import type { Figures } from "../../../schemas/generated/types.ts";
import { csvOf } from "./csv.ts";
import { everyDay, heatLevel, heatOf, rangeStart, tokenSeries } from "./series.ts";

const tokens = (day: string, project: string, output: number) => ({ day, project, input_tokens: 0, output_tokens: output, cache_read_tokens: 1_000_000, cache_write_tokens: 0 });

describe("figures as they are drawn", () => {
  it.each([[0, 10, 0], [1, 100, 1], [25, 100, 2], [100, 100, 4], [3, 0, 0]])("%d of at most %d is level %d", (count, most, level) => expect(heatLevel(count, most)).toBe(level));

  it("hours lie by weekday", () => {
    expect(heatOf([{ weekday: 6, hour: 23, count: 4 }])[6]?.[23]).toBe(4);
  });

  describe("where clocks are changed", () => {
    afterEach(() => vi.unstubAllEnvs());

    it.each([["March", 2, 31], ["October", 9, 31]] as const)("days begin at midnight all the same (%s)", (_, month, day) => {
      vi.stubEnv("TZ", "Europe/Berlin");
      const now = new Date(2026, month, day, 9, 30).getTime();
      expect([1, 7, 30].map((days) => rangeStart(now, days))).toEqual([new Date(2026, month, 31).getTime(), new Date(2026, month, 25).getTime(), new Date(2026, month, 2).getTime()]);
    });
  });

  it("a day without anything is a day all the same, over the end of a month", () => {
    const day = (at: string, count: number) => ({ day: at, count, prompts: 0, failures: 0 });
    expect(everyDay([day("2026-02-27", 1), day("2026-03-01", 2)], "2026-03-02").map(({ day: at, count }) => [at, count])).toEqual([["2026-02-27", 1], ["2026-02-28", 0], ["2026-03-01", 2], ["2026-03-02", 0]]);
    expect(everyDay([], "2026-03-02")).toEqual([]);
  });

  it("five projects are named, the others are one; what came from the cache is not counted as spent", () => {
    const { projects, most, days } = tokenSeries(["a", "b", "c", "d", "e", "f", "g"].map((project, n) => tokens("2026-03-01", project, n + 1)), "2026-03-02");
    expect(projects.map(({ project, total }) => [project, total])).toEqual([["g", 7], ["f", 6], ["e", 5], ["d", 4], ["c", 3], [null, 3]]);
    expect([most, days.length]).toEqual([28, 2]);
  });
});

describe("figures as a table for spreadsheets", () => {
  const figures: Figures = {
    from: 0, to: 1, totals: { sessions: 0, prompts: 0, calls: 0, failures: 0, input_tokens: 0, output_tokens: 0, cache_read_tokens: 0, cache_write_tokens: 0 },
    activity: [], days: [], projects: [], tokens: [], tools: [{ tool: '=HYPERLINK("x","y")', calls: 2, failures: 1, timed: 0, p50_ms: null, p95_ms: null }],
  };
  it("names that would be formulas are texts, quotes are doubled, what is not known is empty", () => {
    expect(csvOf("tools", figures)).toBe('tool,calls,failures,timed,p50_ms,p95_ms\r\n"\'=HYPERLINK(""x"",""y"")",2,1,0,,\r\n');
  });
});
