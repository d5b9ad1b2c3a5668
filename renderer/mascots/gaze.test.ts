import { expect, it } from "vitest";
import { gazeAt } from "./gaze.ts";

const viewport = { width: 800, height: 160 };
/** Its face is at 720, 96. */
const place = { agentId: "a", right: 0, bottom: 0, width: 160, height: 158, mascot: 104 };

it("a mascot looks towards a pointer that is near", () => {
  expect(gazeAt({ x: 600, y: 96 }, place, viewport)).toEqual({ x: -1, y: 0 });
  expect(gazeAt({ x: 790, y: 20 }, place, viewport)).toEqual({ x: 1, y: -1 });
  expect(gazeAt({ x: 720, y: 96 }, place, viewport)).toEqual({ x: 0, y: 0 });
});

it("a pointer far away is not looked at", () => {
  expect(gazeAt({ x: 420, y: 96 }, place, viewport)).toBeNull();
});

it("small moves of the pointer change nothing, so nothing is drawn for them", () => {
  const seen = Array.from({ length: 200 }, (_, i) => JSON.stringify(gazeAt({ x: 620 + i, y: 96 }, place, viewport)));
  expect(new Set(seen).size).toBe(5);
});
