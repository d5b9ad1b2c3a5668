import fc from "fast-check";
import { expect, it } from "vitest";
import { backOff } from "./back-off.ts";

it.each([
  [1, 0, undefined, 500], [1, 1, undefined, 1_000], [2, 0, undefined, 1_000], [2, 1, undefined, 2_000], [5, 0.5, undefined, 12_000], [9, 1, undefined, 256_000], [10, 1, undefined, 300_000], [10, 0, undefined, 150_000],
  [10_000, 1, undefined, 300_000], [0, 0, undefined, 500], [-3, 0, undefined, 500],
  [1, 0, 7_300, 7_300], [9, 1, 2_000, 2_000], [1, 0, 3, 500], [1, 0, 9_000_000_000, 3_600_000], [1, 0, -5, 500], [1, 0, 0, 500], [1, 0, Number.NaN, 500], [1, 0, Number.POSITIVE_INFINITY, 500],
])("after %i failures, chance %d, asked for %s: %i ms", (failures, chance, asked, ms) => {
  expect(backOff(failures, chance, asked)).toBe(ms);
});

it("no wait is shorter than half a second or longer than an hour, whatever the other side says", () => {
  fc.assert(
    fc.property(fc.integer(), fc.double({ min: 0, max: 0.999999, noNaN: true }), fc.option(fc.double(), { nil: undefined }), (failures, chance, asked) => {
      const ms = backOff(failures, chance, asked);
      expect(ms).toBeGreaterThanOrEqual(500);
      expect(ms).toBeLessThanOrEqual(3_600_000);
    }),
  );
});
