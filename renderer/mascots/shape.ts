import type { Rect, WindowShape } from "../../schemas/generated/types.ts";
import type { Stage } from "./layout.ts";

/** Room that outlines, halos and hops need around what was measured, in DIP. */
const MARGIN = 6;

/**
 * What of the window is there for the pointer, and on Linux also for the eye: the window is cut to these rectangles.
 * A figure that is walking to a new place is measured on its way; the rectangles reach from there to where it will stand.
 */
export function shapeOf(root: HTMLElement, stage: Stage): WindowShape {
  const base = root.getBoundingClientRect();
  const placeOf = new Map(stage.places.map((place) => [place.agentId, place]));
  const rects: Rect[] = [];
  for (const element of root.querySelectorAll<HTMLElement>("[data-hit]")) {
    const box = element.getBoundingClientRect();
    if (box.width === 0 || box.height === 0) continue;
    const figure = element.closest<HTMLElement>("[data-agent]");
    const way = figure ? wayToGo(figure.getBoundingClientRect(), base, placeOf.get(figure.dataset.agent ?? "")) : { x: 0, y: 0 };
    rects.push(reaching({ x: box.left - base.left, y: box.top - base.top, width: box.width, height: box.height }, way));
  }
  return {
    rects: rects.slice(0, 400),
    content: { width: Math.ceil(stage.width), height: Math.ceil(stage.height) },
    viewport: { width: Math.round(base.width), height: Math.round(base.height) },
  };
}

interface Vector {
  x: number;
  y: number;
}

/** From where a figure is drawn at this moment to where the layout wants it. */
export function wayToGo(figure: { right: number; bottom: number }, base: { right: number; bottom: number }, place: { right: number; bottom: number } | undefined): Vector {
  if (!place) return { x: 0, y: 0 };
  return { x: base.right - place.right - figure.right, y: base.bottom - place.bottom - figure.bottom };
}

/** The rectangle that holds the box at both ends of its way. */
export function reaching(box: Rect, way: Vector): Rect {
  return outwards(Math.min(box.x, box.x + way.x), Math.min(box.y, box.y + way.y), box.width + Math.abs(way.x), box.height + Math.abs(way.y));
}

/** Whole numbers, never smaller than what was measured: half a pixel of a bubble cut away is seen. */
export function outwards(x: number, y: number, width: number, height: number): Rect {
  const left = Math.floor(x - MARGIN);
  const top = Math.floor(y - MARGIN);
  return { x: left, y: top, width: Math.ceil(x + width + MARGIN) - left, height: Math.ceil(y + height + MARGIN) - top };
}
