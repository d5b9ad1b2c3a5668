import fc from "fast-check";
import { expect, it } from "vitest";
import { utcText } from "./utc.ts";

it("is what Date says, for any time of four-digit years", () => {
  fc.assert(fc.property(fc.integer({ min: 0, max: Date.UTC(9999, 11, 31, 23, 59, 59, 999) }), (ms) => {
    expect(utcText(ms)).toBe(new Date(ms).toISOString());
  }));
});

it("changes the date at midnight, in both directions", () => {
  const midnight = Date.UTC(2026, 11, 31);
  for (const ms of [midnight - 1, midnight, midnight - 1, midnight + 86_400_000, 0, 999.7]) expect(utcText(ms)).toBe(new Date(Math.floor(ms)).toISOString());
});
