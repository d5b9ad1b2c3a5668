import type { Appearance, MascotState, MomentKind } from "../../../schemas/generated/types.ts";
import slots from "../../../schemas/slots.json";
import { MOMENT_POSES, POSES } from "./poses.ts";

export const ALL_STATES = Object.keys(POSES) as MascotState[];
export const ALL_MOMENTS = Object.keys(MOMENT_POSES) as MomentKind[];

/** How many parts each slot has. */
export const SLOT_SIZES: Readonly<typeof slots> = slots;

const base: Appearance = { species: 0, palette: 0, eyes: 0, mouth: 0, marks: 0, headwear: 0, carry: 0, team_color: null, badge: null, scale: "lead" };

/** An appearance with some slots chosen and the rest at their first part. */
export function appearance(slots: Partial<Appearance> = {}): Appearance {
  return { ...base, ...slots };
}

/** Eight figures that between them wear every part at least once. */
export const CAST: readonly Appearance[] = [
  appearance({ species: 0, palette: 0, eyes: 0, mouth: 1, marks: 0, headwear: 0, carry: 0 }),
  appearance({ species: 1, palette: 9, eyes: 1, mouth: 0, marks: 1, headwear: 0, carry: 1 }),
  appearance({ species: 2, palette: 8, eyes: 2, mouth: 1, marks: 2, headwear: 1, carry: 4 }),
  appearance({ species: 3, palette: 11, eyes: 5, mouth: 2, marks: 0, headwear: 4, carry: 0 }),
  appearance({ species: 4, palette: 7, eyes: 4, mouth: 4, marks: 3, headwear: 3, carry: 5 }),
  appearance({ species: 5, palette: 4, eyes: 7, mouth: 0, marks: 5, headwear: 0, carry: 2 }),
  appearance({ species: 2, palette: 3, eyes: 6, mouth: 3, marks: 4, headwear: 6, carry: 3, team_color: 2, badge: 0 }),
  appearance({ species: 0, palette: 5, eyes: 3, mouth: 5, marks: 0, headwear: 7, carry: 0, team_color: 3, badge: 2 }),
];
