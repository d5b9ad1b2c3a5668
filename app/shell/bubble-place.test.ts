import { describe, expect, it } from "vitest";
import { placeBubble } from "./bubble-place.ts";

const SCREEN = { x: 0, y: 0, width: 1280, height: 780 };
const BUBBLE = { width: 400, height: 300 };

describe("the bubble of a request", () => {
  it("stands over its figure, in the middle, and points down at it", () => {
    expect(placeBubble({ x: 600, y: 640, width: 100, height: 140 }, BUBBLE, SCREEN)).toEqual({ window: { x: 450, y: 340, ...BUBBLE }, tail: 200, side: "below", room: 640 });
  });

  it("stays on the display, and its tail still points at the figure", () => {
    const { window, tail } = placeBubble({ x: 1160, y: 640, width: 100, height: 140 }, BUBBLE, SCREEN);
    expect(window).toMatchObject({ x: 880, y: 340 });
    expect(window.x + tail).toBe(1210);
  });

  it("a figure in the very corner is pointed at as near as the round corner allows", () => {
    expect(placeBubble({ x: 1270, y: 640, width: 20, height: 140 }, BUBBLE, SCREEN)).toMatchObject({ tail: 366 });
  });

  it("is as tall as there is room and no taller; the page scrolls", () => {
    expect(placeBubble({ x: 600, y: 640, width: 100, height: 140 }, { width: 400, height: 900 }, SCREEN)).toMatchObject({ window: { y: 0, height: 640 }, room: 640 });
  });

  it("stands below a figure that was dragged to the top", () => {
    expect(placeBubble({ x: 600, y: 10, width: 100, height: 140 }, BUBBLE, SCREEN)).toMatchObject({ window: { y: 150 }, side: "above" });
  });

  it("finds its place on a display with negative coordinates", () => {
    expect(placeBubble({ x: -1900, y: -300, width: 100, height: 140 }, BUBBLE, { x: -1920, y: -900, width: 1920, height: 1080 })).toMatchObject({ window: { x: -1920, y: -600 }, tail: 70 });
  });
});
