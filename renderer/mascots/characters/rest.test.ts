import { describe, expect, it } from "vitest";
import { isNight, restChangesIn, restOf } from "./rest.ts";

const MINUTE = 60_000;

describe("day, night and long rest", () => {
  it.each([[0, true], [5, true], [6, false], [12, false], [21, false], [22, true], [23, true]] as const)("at %i o'clock night is %s", (hour, night) => {
    expect(isNight(hour)).toBe(night);
  });

  it.each([
    ["by day", 14, 5, "awake"], ["by day", 14, 15, "drowsy"], ["by day", 14, 39, "drowsy"], ["by day", 14, 40, "asleep"],
    ["at night", 23, 1, "awake"], ["at night", 23, 3, "drowsy"], ["at night", 2, 12, "asleep"],
  ] as const)("%s (%i h), %i quiet minutes: %s", (_when, hour, minutes, rest) => {
    expect(restOf("resting", minutes * MINUTE, hour).rest).toBe(rest);
  });

  it("who works, waits or has failed is awake at any hour, however long", () => {
    for (const state of ["running", "asking_permission", "failed", "watching"] as const) expect(restOf(state, 10 * 60 * MINUTE, 3)).toEqual({ rest: "awake", night: false });
  });

  it("is looked at again just when something changes, not every second", () => {
    const at = (hour: number, minute: number) => new Date(2026, 0, 5, hour, minute, 0, 0);
    expect(restChangesIn("resting", 0, at(14, 0))).toBe(15 * MINUTE);
    expect(restChangesIn("resting", 20 * MINUTE, at(14, 10))).toBe(20 * MINUTE);
    expect(restChangesIn("resting", 60 * MINUTE, at(21, 30))).toBe(30 * MINUTE);
    expect(restChangesIn("running", 0, at(14, 0))).toBeNull();
  });
});
