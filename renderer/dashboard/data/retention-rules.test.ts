import { describe, expect, it } from "vitest";
import { filled, isSame, losses, offered, typedLimit } from "./retention-rules.ts";

describe("what is offered", () => {
  it("are the usual limits, the present one in its place, and none", () => {
    expect(offered("days", 365)).toEqual([30, 90, 180, 365, 730, null]);
    expect(offered("days", 45)).toEqual([30, 45, 90, 180, 365, 730, null]);
    expect(offered("megabytes", null)).toEqual([500, 1_000, 2_000, 5_000, 10_000, null]);
  });

  it.each([
    ["days", "45", 45], ["days", " 45 ", 45], ["days", "0", null], ["days", "-3", null], ["days", "1.5", null], ["days", "36501", null], ["days", "", null], ["days", "1e3", null],
    ["megabytes", "50", 50], ["megabytes", "49", null], ["megabytes", "1000001", null],
  ] as const)("%s typed as %j are %j", (limit, text, value) => expect(typedLimit(limit, text)).toBe(value));

  it("is told apart from what holds", () => expect([isSame({ days: 1, megabytes: null }, { days: 1, megabytes: null }), isSame({ days: 1, megabytes: null }, { days: 1, megabytes: 50 })]).toEqual([true, false]));
});

describe("what a change takes away", () => {
  const DAY = 86_400_000;
  const now = 1_000 * DAY;
  const status = { oldest_at: now - 100 * DAY, bytes: 600 * 1024 * 1024 };

  it.each([
    [{ days: 365, megabytes: 2_000 }, { before: null, beyond: false }],
    [{ days: 90, megabytes: null }, { before: now - 90 * DAY, beyond: false }],
    [{ days: null, megabytes: 500 }, { before: null, beyond: true }],
    [{ days: null, megabytes: null }, { before: null, beyond: false }],
  ])("with %j goes %j", (rules, lost) => expect(losses(rules, status, now)).toEqual(lost));

  it("is nothing where nothing is", () => expect(losses({ days: 1, megabytes: 50 }, { oldest_at: null, bytes: 0 }, now)).toEqual({ before: null, beyond: false }));

  it("how full it is ends at full", () => {
    const at = (bytes: number, megabytes: number | null) => filled({ bytes, retention: { days: null, megabytes } });
    expect([at(0, 50), at(25 * 1024 * 1024, 50), at(999 * 1024 * 1024, 50), at(1, null)]).toEqual([0, 0.5, 1, null]);
  });
});
