import type { Appearance, MascotState } from "../../../schemas/generated/types.ts";
import { headwearAt } from "./parts/headwear.tsx";
import { placed, POSES } from "./poses.ts";
import { STATE_PROPS } from "./props/index.ts";
import { GRID, MIDDLE } from "./shapes.ts";
import { speciesAt } from "./species/index.ts";

/** Left free so that a bounce does not reach what is laid above, in grid units. */
const BOUNCE = 3;

/** Half the distance between a head's outermost tips (ears, leaves): who leans lifts one of them. */
const SPREAD = 26;

/**
 * How much of a mascot's square is empty above its head and its prop: 0 to 1, times its side in pixels. A bubble may come
 * down by that much.
 */
export function headroom(appearance: Appearance, state: MascotState): number {
  const { top, anchors } = speciesAt(appearance.species);
  const { lift, rise } = headwearAt(appearance.headwear);
  const { crown } = anchors;
  const highest = Math.min(top - lift, crown.y - rise * (crown.width / 38));
  const head = Math.min(...[-SPREAD, SPREAD].map((x) => placed(POSES[state], { x: MIDDLE + x, y: highest }).y));
  const free = Math.min(head, STATE_PROPS[state].top ?? GRID) - BOUNCE;
  return Math.max(0, Math.min(1, free / GRID));
}
