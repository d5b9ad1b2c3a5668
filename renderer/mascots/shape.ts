import type { Rect, WindowShape } from "../../schemas/generated/types.ts";
import type { Stage } from "./layout.ts";

/** Room that outlines, halos and hops need around what was measured, in DIP. */
const MARGIN = 6;

/**
 * What of the window is there for the pointer, and on Linux also for the eye: the window is cut to these rectangles.
 * Figures come from the layout, so that a hop never leaves its rectangle; bubbles and names from the page, since only it knows how wide words are.
 */
export function shapeOf(root: HTMLElement, stage: Stage): WindowShape {
  const base = root.getBoundingClientRect();
  const rects: Rect[] = [];
  for (const element of root.querySelectorAll<HTMLElement>("[data-hit]")) {
    const box = element.getBoundingClientRect();
    if (box.width > 0 && box.height > 0) rects.push(outwards(box.left - base.left, box.top - base.top, box.width, box.height));
  }
  return {
    rects: rects.slice(0, 400),
    content: { width: Math.ceil(stage.width), height: Math.ceil(stage.height) },
    viewport: { width: Math.round(base.width), height: Math.round(base.height) },
  };
}

/** Whole numbers, never smaller than what was measured: half a pixel of a bubble cut away is seen. */
export function outwards(x: number, y: number, width: number, height: number): Rect {
  const left = Math.floor(x - MARGIN);
  const top = Math.floor(y - MARGIN);
  return { x: left, y: top, width: Math.ceil(x + width + MARGIN) - left, height: Math.ceil(y + height + MARGIN) - top };
}
