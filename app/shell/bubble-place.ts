/** Where the bubble of a request stands: pure arithmetic in DIP. It hangs over its figure's head, as near as the display lets it, and points at it. */
import type { BubblePlace, Rect } from "../../schemas/generated/types.ts";
import { clampInto, type Size } from "./geometry.ts";

export interface PlacedBubble extends BubblePlace {
  window: Rect;
}

/** The tail stays away from the round corners by this much. */
const CORNER = 34;
/** Below this a request cannot be read: then the bubble stands on the other side. */
const LEAST_ROOM = 220;

/**
 * @param figure where the figure is on the screen
 * @param wanted the size that the bubble would like, its margins included
 * @param area the display without its bars
 */
export function placeBubble(figure: Rect, wanted: Size, area: Rect): PlacedBubble {
  const above = figure.y - area.y;
  const below = area.y + area.height - (figure.y + figure.height);
  const over = above >= Math.min(wanted.height, LEAST_ROOM) || above >= below;
  const room = Math.max(1, Math.floor(over ? above : below));
  const size = { width: Math.min(wanted.width, area.width), height: Math.min(wanted.height, room) };
  const middle = figure.x + figure.width / 2;
  const y = over ? figure.y - size.height : figure.y + figure.height;
  const window = clampInto(area, { x: Math.round(middle - size.width / 2), y: Math.round(y), ...size });
  const tail = Math.round(Math.min(Math.max(middle - window.x, CORNER), window.width - CORNER));
  return { window, tail, side: over ? "below" : "above", room };
}
