import { describe, expect, it } from "vitest";
import type { Rect } from "../../schemas/generated/types.ts";
import { placeBubble } from "./bubble-place.ts";
import { type DisplayArea, displayAt } from "./geometry.ts";

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

describe("bubble and card on a second display", () => {
  const rect = ([x, y, width, height]: readonly [number, number, number, number]): Rect => ({ x, y, width, height });
  const PRIMARY: DisplayArea = { key: "first", primary: true, bounds: rect([0, 0, 1920, 1080]), workArea: rect([0, 0, 1920, 1040]) };

  it.each([
    ["to the right, lower, with a bar below", [1920, 312, 1024, 768], [1920, 312, 1024, 728]],
    ["to the right, at 150 %, with a bar at its side", [1920, 0, 1707, 960], [1982, 0, 1645, 960]],
    ["to the left, in portrait, with a bar above", [-1080, -420, 1080, 1920], [-1080, -380, 1080, 1880]],
    ["above, at 200 %, with a bar below", [-240, -1080, 1920, 1080], [-240, -1080, 1920, 1040]],
    ["below, smaller, with a bar below", [300, 1080, 800, 600], [300, 1080, 800, 560]],
  ] as const)("%s: they stand on it and beside its bar, at the same side of the figure as on the first", (_where, bounds, work) => {
    const second: DisplayArea = { key: "second", primary: false, bounds: rect(bounds), workArea: rect(work) };
    const { x, y, width, height } = second.workArea;
    for (const [across, down] of [[0, 1], [1, 1], [0.5, 1], [0, 0], [1, 0], [0.5, 0.5]] as const) {
      const figure = { x: Math.round(x + across * (width - 100)), y: Math.round(y + down * (height - 140)), width: 100, height: 140 };
      const display = displayAt({ x: figure.x + 50, y: figure.y + 70 }, [PRIMARY, second]);
      expect(display?.key).toBe("second");
      const { window, side } = placeBubble(figure, BUBBLE, second.workArea);
      expect(window.x >= x && window.x + window.width <= x + width && window.y >= y && window.y + window.height <= y + height, `${across}, ${down}: ${JSON.stringify(window)}`).toBe(true);
      expect(side).toBe(down === 0 ? "above" : "below");
    }
  });
});
