import { describe, expect, it } from "vitest";
import type { Place } from "../layout.ts";
import { bodyAtRest, hushedBy } from "./anchor.ts";

const place = (agentId: string, right: number): Place => ({ agentId, right, bottom: 10, width: 100, height: 160, mascot: 96 });
const box = (x: number, y: number, width: number, height: number) => ({ x, y, width, height, right: x + width, bottom: y + height });

describe("the large bubble of a request", () => {
  it("hushes the small bubbles of those who will stand near it, its owner's too", () => {
    expect([...hushedBy("asks", [place("near", 0), place("asks", 400), place("far", 801)])]).toEqual(["near", "asks"]);
  });

  it("hushes nobody while nobody asks, or who asks is not on the stage", () => {
    expect(hushedBy(null, [place("near", 0)]).size).toBe(0);
    expect(hushedBy("in the badge", [place("near", 0)]).size).toBe(0);
  });

  it("points to where a walking figure will stand", () => {
    const window = box(0, 0, 600, 200);
    const walking = { figure: box(100, 30, 100, 160), body: { x: 102, y: 80, width: 96, height: 96 } };
    expect(bodyAtRest(walking.body, walking.figure, window, place("asks", 0))).toEqual({ x: 502, y: 80, width: 96, height: 96 });
  });

  it("points to where a figure stands that does not walk", () => {
    const window = box(0, 0, 600, 200);
    expect(bodyAtRest({ x: 502, y: 80, width: 96, height: 96 }, box(500, 30, 100, 160), window, place("asks", 0))).toEqual({ x: 502, y: 80, width: 96, height: 96 });
  });
});
