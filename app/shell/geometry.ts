/**
 * Where the mascots' window stands: pure arithmetic in DIP, free of Electron. Displays may have negative coordinates and any
 * scale; Electron's screen already speaks DIP, so scale factors need no arithmetic here.
 */
import type { Place, Rect } from "../../schemas/generated/types.ts";

export interface Size {
  width: number;
  height: number;
}

export interface Point {
  x: number;
  y: number;
}

/** One display as the arithmetic sees it. `workArea` is what the task bar, dock or panel leaves. */
export interface DisplayArea {
  key: string;
  bounds: Rect;
  workArea: Rect;
  primary: boolean;
}

/** A little away from the corner, where the clock and notifications live; feet on the edge. */
export const DEFAULT_PLACE: Place = { x: -24, y: 0 };

/** Feet this near to the edge step onto it: a mascot that hovers a few pixels above it looks like a mistake. */
export const EDGE_SNAP = 20;

/** Sizes grow in steps, because each resize of a transparent window is a chance to flicker (W21). */
const SIZE_STEP = 16;

/** The display the person chose, else the primary one. Never changes the choice: an unplugged display may come back. */
export function chooseDisplay(displays: readonly DisplayArea[], wanted: string | null): DisplayArea | null {
  return displays.find((one) => one.key === wanted) ?? displays.find((one) => one.primary) ?? displays[0] ?? null;
}

/** The display under a point, else the nearest one: between displays of unequal height there is a no man's land. */
export function displayAt(point: Point, displays: readonly DisplayArea[]): DisplayArea | null {
  let best: DisplayArea | null = null;
  let bestDistance = Number.POSITIVE_INFINITY;
  for (const display of displays) {
    const distance = distanceTo(point, display.bounds);
    if (distance < bestDistance) {
      best = display;
      bestDistance = distance;
    }
  }
  return best;
}

function distanceTo(point: Point, rect: Rect): number {
  const dx = Math.max(rect.x - point.x, 0, point.x - (rect.x + rect.width - 1));
  const dy = Math.max(rect.y - point.y, 0, point.y - (rect.y + rect.height - 1));
  return Math.hypot(dx, dy);
}

/** The window's rectangle for a place on a display. The place is the window's bottom right corner, so that a growing group keeps its feet. */
export function windowAt(place: Place, size: Size, area: DisplayArea): Rect {
  const corner = bottomRight(area.workArea);
  return clampInto(area.workArea, {
    x: Math.round(corner.x + place.x - size.width),
    y: Math.round(corner.y + place.y - size.height),
    width: size.width,
    height: size.height,
  });
}

/** The place to remember for a window that stands here; near an edge it is on the edge, feet first. */
export function placeOf(window: Rect, area: DisplayArea): Place {
  const corner = bottomRight(area.workArea);
  return {
    x: zero(stuck(window.x + window.width - corner.x, window.width - area.workArea.width)),
    y: zero(stuck(window.y + window.height - corner.y, window.height - area.workArea.height)),
  };
}

/** @param away from the right or lower edge @param opposite what that is at the edge across */
function stuck(away: number, opposite: number): number {
  if (Math.abs(away) <= EDGE_SNAP) return 0;
  return Math.abs(away - opposite) <= EDGE_SNAP ? opposite : away;
}

/** Avoids -0, which JSON writes as 0 and deep comparison takes for another number. */
function zero(value: number): number {
  return value === 0 ? 0 : Math.round(value);
}

/** Moves a rectangle inside an area. One that is too large keeps its bottom right corner inside: that is where the feet are. */
export function clampInto(area: Rect, rect: Rect): Rect {
  const right = area.x + area.width - rect.width;
  const bottom = area.y + area.height - rect.height;
  return {
    ...rect,
    x: Math.min(Math.max(rect.x, area.x), right),
    y: Math.min(Math.max(rect.y, area.y), bottom),
  };
}

/**
 * Where a dragged window goes.
 * @param grip where inside the window it was taken
 */
export function dragTo(cursor: Point, grip: Point, size: Size, displays: readonly DisplayArea[]): { window: Rect; display: DisplayArea } | null {
  const display = displayAt(cursor, displays);
  if (!display) return null;
  const loose = { x: Math.round(cursor.x - grip.x), y: Math.round(cursor.y - grip.y), ...size };
  return { window: clampInto(display.workArea, loose), display };
}

/** The window's size for what is drawn: whole steps, at least one pixel (a window of no size is an error on X11). */
export function windowSize(content: Size, limit: Size): Size {
  return { width: stepped(content.width, limit.width), height: stepped(content.height, limit.height) };
}

function stepped(length: number, limit: number): number {
  if (length <= 0) return 1;
  return Math.max(1, Math.min(Math.ceil(length / SIZE_STEP) * SIZE_STEP, limit));
}

/** Shape rectangles cut to the window; empty ones are left out. */
export function cutToWindow(rects: readonly Rect[], size: Size): Rect[] {
  const cut: Rect[] = [];
  for (const rect of rects) {
    const x = Math.max(0, rect.x);
    const y = Math.max(0, rect.y);
    const width = Math.min(rect.x + rect.width, size.width) - x;
    const height = Math.min(rect.y + rect.height, size.height) - y;
    if (width > 0 && height > 0) cut.push({ x, y, width, height });
  }
  return cut;
}

/** The same drawing after the window changed its size: it is anchored bottom right. */
export function moveWithCorner(rects: readonly Rect[], before: Size, after: Size): Rect[] {
  const dx = after.width - before.width;
  const dy = after.height - before.height;
  return rects.map((rect) => ({ ...rect, x: rect.x + dx, y: rect.y + dy }));
}

/** True when the middle of a remembered ordinary window is still on some display. */
export function isReachable(window: Rect, displays: readonly DisplayArea[]): boolean {
  const middle = { x: window.x + window.width / 2, y: window.y + 20 };
  return displays.some((display) => distanceTo(middle, display.workArea) === 0);
}

function bottomRight(rect: Rect): Point {
  return { x: rect.x + rect.width, y: rect.y + rect.height };
}

export function sameRect(a: Rect, b: Rect): boolean {
  return a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;
}
