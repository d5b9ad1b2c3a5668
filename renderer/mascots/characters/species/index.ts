import { wrap } from "../palettes.ts";
import { bird } from "./bird.tsx";
import { dumpling } from "./dumpling.tsx";
import { ghost } from "./ghost.tsx";
import { loaf } from "./loaf.tsx";
import { robot } from "./robot.tsx";
import type { Species } from "./species.ts";
import { sprout } from "./sprout.tsx";

/** In slot order: a new species goes to the end, so that nobody who has been met changes their face. */
export const SPECIES: readonly Species[] = [dumpling, sprout, loaf, robot, ghost, bird];

export function speciesAt(index: number): Species {
  return SPECIES[wrap(index, SPECIES.length)] as Species;
}
