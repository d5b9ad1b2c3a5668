import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Rect } from "../../schemas/generated/types.ts";
import {
  chooseDisplay, clampInto, cutToWindow, DEFAULT_PLACE, type DisplayArea, displayAt, dragTo, isReachable, moveWithCorner, placeOf, windowAt, windowSize,
} from "./geometry.ts";

function area(key: string, bounds: [number, number, number, number], work: [number, number, number, number], primary = false): DisplayArea {
  const rect = ([x, y, width, height]: [number, number, number, number]): Rect => ({ x, y, width, height });
  return { key, bounds: rect(bounds), workArea: rect(work), primary };
}

/** Layouts that people have on their desks, in DIP as Electron reports them. */
const LAYOUTS: Record<string, DisplayArea[]> = {
  "one laptop, task bar below": [area("a", [0, 0, 1920, 1080], [0, 0, 1920, 1040], true)],
  "one laptop, task bar above": [area("a", [0, 0, 1920, 1080], [0, 40, 1920, 1040], true)],
  "one laptop, task bar left": [area("a", [0, 0, 1920, 1080], [62, 0, 1858, 1080], true)],
  "one laptop, task bar right": [area("a", [0, 0, 1920, 1080], [0, 0, 1858, 1080], true)],
  "macOS, menu bar and dock": [area("a", [0, 0, 1512, 982], [0, 38, 1512, 870], true)],
  "second display to the left (negative x)": [
    area("a", [0, 0, 2560, 1440], [0, 0, 2560, 1400], true), area("b", [-1920, 180, 1920, 1080], [-1920, 180, 1920, 1040])],
  "second display above (negative y), scaled 150 %": [
    area("a", [0, 0, 1707, 1067], [0, 0, 1707, 1027], true), area("b", [-213, -1080, 1920, 1080], [-213, -1080, 1920, 1080])],
  "portrait display to the right": [
    area("a", [0, 0, 1920, 1080], [0, 0, 1920, 1040], true), area("p", [1920, -420, 1080, 1920], [1920, -420, 1080, 1880])],
  "laptop, a 4K display above it at 200 %": [
    area("a", [0, 0, 1440, 900], [0, 0, 1440, 860], true), area("u", [-240, -1080, 1920, 1080], [-240, -1080, 1920, 1080])],
  "two side by side at 100 % and 150 %, their lower edges apart": [
    area("a", [0, 0, 2560, 1440], [0, 0, 2560, 1392], true), area("s", [2560, 213, 1707, 960], [2560, 213, 1707, 928])],
  "two of the same kind above and to the left, all coordinates negative": [
    area("a", [0, 0, 1920, 1080], [0, 0, 1920, 1040], true), area("n", [-1920, -1200, 1920, 1200], [-1920, -1200, 1920, 1160])],
  "three in a row, primary in the middle": [
    area("l", [-1280, 56, 1280, 1024], [-1280, 56, 1280, 1024]), area("m", [0, 0, 1920, 1080], [0, 27, 1920, 1053], true), area("r", [1920, 0, 3840, 2160], [1920, 0, 3840, 2160])],
};

function inside(rect: Rect, outer: Rect): boolean {
  return rect.x >= outer.x && rect.y >= outer.y && rect.x + rect.width <= outer.x + outer.width && rect.y + rect.height <= outer.y + outer.height;
}

describe.each(Object.entries(LAYOUTS))("on %s", (_name, displays) => {
  it("the mascots stand with their feet on the work area's edge, near its right corner", () => {
    for (const display of displays) {
      const window = windowAt(DEFAULT_PLACE, { width: 320, height: 160 }, display);
      expect(window.y + window.height).toBe(display.workArea.y + display.workArea.height);
      expect(window.x + window.width).toBe(display.workArea.x + display.workArea.width - 24);
      expect(inside(window, display.workArea)).toBe(true);
    }
  });

  it("let go near an edge they stick to it, and a little further away they do not", () => {
    const size = { width: 320, height: 160 };
    for (const display of displays) {
      const { x, y, width, height } = display.workArea;
      const at = (dx: number, dy: number) => windowAt(placeOf({ x: dx, y: dy, ...size }, display), size, display);
      expect(at(x + 12, y + 200)).toMatchObject({ x, y: y + 200 });
      expect(at(x + 200, y + 12)).toMatchObject({ x: x + 200, y });
      expect(at(x + width - 320 - 12, y + height - 160 - 12)).toMatchObject({ x: x + width - 320, y: y + height - 160 });
      expect(at(x + 40, y + 40)).toMatchObject({ x: x + 40, y: y + 40 });
    }
  });

  it("W25: they can be dragged to every corner of every display and are found there again", () => {
    for (const display of displays) {
      const { x, y, width, height } = display.bounds;
      for (const cursor of [{ x, y }, { x: x + width - 1, y }, { x, y: y + height - 1 }, { x: x + width - 1, y: y + height - 1 }]) {
        const moved = dragTo(cursor, { x: 10, y: 10 }, { width: 320, height: 160 }, displays);
        expect(moved?.display.key).toBe(display.key);
        expect(inside(moved!.window, display.workArea)).toBe(true);
        expect(windowAt(placeOf(moved!.window, display), { width: 320, height: 160 }, display)).toEqual(moved!.window);
      }
    }
  });
});

describe("the display that the mascots are on", () => {
  const [left, right] = [area("left", [-1920, 0, 1920, 1080], [-1920, 0, 1920, 1080]), area("right", [0, 0, 1920, 1080], [0, 0, 1920, 1040], true)];

  it("W13: an unplugged display sends them to the primary one, a replugged display takes them back to the old place", () => {
    const place = { x: -700, y: -200 };
    const before = windowAt(place, { width: 200, height: 100 }, chooseDisplay([left, right], "left")!);
    const away = chooseDisplay([right], "left")!;
    expect(away.key).toBe("right");
    expect(inside(windowAt(DEFAULT_PLACE, { width: 200, height: 100 }, away), right.workArea)).toBe(true);
    expect(windowAt(place, { width: 200, height: 100 }, chooseDisplay([left, right], "left")!)).toEqual(before);
  });

  it("is the first one when none is primary and none is the chosen one, and there is none without displays", () => {
    expect(chooseDisplay([left], "gone")).toBe(left);
    expect(chooseDisplay([], "left")).toBeNull();
    expect(dragTo({ x: 0, y: 0 }, { x: 0, y: 0 }, { width: 1, height: 1 }, [])).toBeNull();
  });

  it("is the nearest one for a pointer in the no man's land between displays of unequal height", () => {
    const tall = area("tall", [0, 0, 1080, 1920], [0, 0, 1080, 1920], true);
    const low = area("low", [1080, 1000, 1920, 1080], [1080, 1000, 1920, 1080]);
    expect(displayAt({ x: 1500, y: 990 }, [tall, low])?.key).toBe("low");
    expect(displayAt({ x: 1090, y: 100 }, [tall, low])?.key).toBe("tall");
    expect(displayAt({ x: 1080, y: 1200 }, [tall, low])?.key).toBe("low");
  });

  it("keeps its mascots on screen when its resolution shrinks", () => {
    const small = area("right", [0, 0, 1024, 768], [0, 0, 1024, 728], true);
    const window = windowAt({ x: -1700, y: -900 }, { width: 300, height: 150 }, small);
    expect(inside(window, small.workArea)).toBe(true);
  });
});

describe("the window's size and shape", () => {
  const limit = { width: 1920, height: 1040 };

  it("W21: grows in steps so that a moving bubble does not resize a transparent window each frame", () => {
    expect(windowSize({ width: 305, height: 130 }, limit)).toEqual({ width: 320, height: 144 });
    expect(windowSize({ width: 320, height: 144 }, limit)).toEqual({ width: 320, height: 144 });
  });

  it("is never empty and never larger than the work area", () => {
    expect(windowSize({ width: 0, height: 0 }, limit)).toEqual({ width: 1, height: 1 });
    expect(windowSize({ width: 19999, height: 5 }, limit)).toEqual({ width: 1920, height: 16 });
  });

  it("keeps the feet on screen when the group is wider than the display", () => {
    const window = clampInto({ x: 0, y: 0, width: 800, height: 600 }, { x: 100, y: 0, width: 900, height: 700 });
    expect({ right: window.x + window.width, bottom: window.y + window.height }).toEqual({ right: 800, bottom: 600 });
  });

  it("clickable rectangles are cut to the window and empty ones left out", () => {
    expect(cutToWindow([{ x: -10, y: -5, width: 30, height: 20 }, { x: 200, y: 0, width: 5, height: 5 }, { x: 1, y: 1, width: 0, height: 4 }], { width: 100, height: 50 }))
      .toEqual([{ x: 0, y: 0, width: 20, height: 15 }]);
  });

  it("a drawing anchored bottom right keeps its shape when the window grows to the left", () => {
    expect(moveWithCorner([{ x: 10, y: 20, width: 64, height: 64 }], { width: 80, height: 90 }, { width: 160, height: 90 }))
      .toEqual([{ x: 90, y: 20, width: 64, height: 64 }]);
  });

  it("a place survives being remembered, for every window on every display", () => {
    const displays = Object.values(LAYOUTS).flat();
    fc.assert(fc.property(
      fc.constantFrom(...displays), fc.integer({ min: -3000, max: 6000 }), fc.integer({ min: -3000, max: 6000 }), fc.integer({ min: 1, max: 900 }), fc.integer({ min: 1, max: 700 }),
      (display, x, y, width, height) => {
        const window = clampInto(display.workArea, { x, y, width, height });
        const place = placeOf(window, display);
        const again = windowAt(place, { width, height }, display);
        expect(Math.abs(again.x - window.x)).toBeLessThanOrEqual(20);
        expect(Math.abs(again.y - window.y)).toBeLessThanOrEqual(20);
        expect(placeOf(again, display)).toEqual(place);
      },
    ));
  });
});

describe("an ordinary window's remembered bounds", () => {
  it("are used only when its title bar can still be reached", () => {
    const displays = LAYOUTS["one laptop, task bar below"]!;
    expect(isReachable({ x: 100, y: 100, width: 800, height: 600 }, displays)).toBe(true);
    expect(isReachable({ x: -2500, y: 100, width: 800, height: 600 }, displays)).toBe(false);
    expect(isReachable({ x: 100, y: 2000, width: 800, height: 600 }, displays)).toBe(false);
  });
});
