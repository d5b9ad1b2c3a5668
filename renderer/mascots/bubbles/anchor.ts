import type { Rect } from "../../../schemas/generated/types.ts";
import type { Place } from "../layout.ts";
import { wayToGo } from "../shape.ts";

/** Half a bubble, or nearly all of it at the display's edge, in DIP. */
const REACH = 400;

/**
 * Whose small bubbles would stick out from under the large one. Told by where they will stand, not by where they are seen: whoever was measured on the way would stay hushed,
 * and be heard again at a moment of which the window's shape knows nothing.
 */
export function hushedBy(agentId: string | null, places: readonly Place[]): ReadonlySet<string> {
  const asked = places.find((place) => place.agentId === agentId);
  return new Set(asked === undefined ? [] : places.filter((place) => Math.abs(middle(place) - middle(asked)) <= REACH).map((place) => place.agentId));
}

const middle = (place: Place): number => place.right + place.width / 2;

interface Box extends Rect {
  readonly right: number;
  readonly bottom: number;
}

/** Where in the window a figure's body will be once its walk is over. Nothing tells of the end of it. */
export function bodyAtRest(body: Rect, figure: Box, base: Box, place: Place | undefined): Rect {
  const way = wayToGo(figure, base, place);
  return { x: Math.round(body.x + way.x - base.x), y: Math.round(body.y + way.y - base.y), width: Math.round(body.width), height: Math.round(body.height) };
}
