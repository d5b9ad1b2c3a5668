import { describe, expect, it } from "vitest";
import { quantileOf } from "./durations.ts";
import { type Counted, figuresOf, type LocalTime, SLOT_MS } from "./figures.ts";

/** Five hours and a half in front, as in Mumbai. */
const mumbai: LocalTime = (ms) => {
  const at = new Date(ms + 5.5 * 3_600_000);
  return { day: at.toISOString().slice(0, 10), weekday: at.getUTCDay(), hour: at.getUTCHours() };
};
const slotOf = (iso: string) => Date.parse(iso) / SLOT_MS;
const nothing: Counted = { tools: [], slots: [], tokens: [], projects: [] };
const figures = (counted: Partial<Counted>) => figuresOf({ from: 0, to: 9, project: null }, { ...nothing, ...counted }, mumbai);

describe("figures", () => {
  it("a quarter of an hour belongs to the day and hour of the person's clock, also where that is half an hour off", () => {
    const { activity, days } = figures({ slots: [{ slot: slotOf("2026-11-28T18:15:00Z"), count: 2, prompts: 1, failures: 1 }, { slot: slotOf("2026-11-28T18:30:00Z"), count: 3, prompts: 0, failures: 0 }] });
    expect(activity).toEqual([{ weekday: 0, hour: 0, count: 3 }, { weekday: 6, hour: 23, count: 2 }]);
    expect(days).toEqual([{ day: "2026-11-28", count: 2, prompts: 1, failures: 1 }, { day: "2026-11-29", count: 3, prompts: 0, failures: 0 }]);
  });

  it("tools come by use, with failures, and durations of those calls that have one", () => {
    const { tools, totals } = figures({ tools: [
      { tool: "Read", ok: 1, took: 10, count: 2 }, { tool: "Bash", ok: 1, took: 100, count: 18 }, { tool: "Bash", ok: 0, took: 9000, count: 2 }, { tool: "Bash", ok: null, took: null, count: 5 },
    ] });
    expect(tools).toEqual([{ tool: "Bash", calls: 25, failures: 2, timed: 20, p50_ms: 100, p95_ms: 9000 }, { tool: "Read", calls: 2, failures: 0, timed: 2, p50_ms: 10, p95_ms: 10 }]);
    expect(totals).toMatchObject({ calls: 27, failures: 2 });
  });

  it("tokens of a day and project are one figure", () => {
    const spent = { project: "/p", input_tokens: 1, output_tokens: 2, cache_read_tokens: 3, cache_write_tokens: 4 };
    const { tokens, totals } = figures({ tokens: [{ slot: 0, ...spent }, { slot: 1, ...spent }, { slot: 0, ...spent, project: "/q" }] });
    expect(tokens).toEqual([{ day: "1970-01-01", project: "/p", input_tokens: 2, output_tokens: 4, cache_read_tokens: 6, cache_write_tokens: 8 }, { day: "1970-01-01", ...spent, project: "/q" }]);
    expect(totals).toMatchObject({ input_tokens: 3, cache_write_tokens: 12 });
  });

  it.each([[[], 0.5, null], [[{ took: 5, count: 1 }], 0.95, 5], [[{ took: 9, count: 1 }, { took: 1, count: 99 }], 0.95, 1], [[{ took: 9, count: 6 }, { took: 1, count: 94 }], 0.95, 9]] as const)("of %j the value at %d is %j", (durations, part, value) => {
    expect(quantileOf(durations, part)).toBe(value);
  });
});
