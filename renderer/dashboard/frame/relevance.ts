import { defaultFilter } from "cmdk";

/** cmdk scores the beginning of a word with about 0.9 and a slip of the pen with about 0.1; below this the letters are there by chance, far apart in other words. */
const BY_CHANCE = 0.05;

/**
 * How well an entry of the palette answers what was typed, by the words it is known by; its id is none.
 * @returns 0 (not at all) to 1
 */
export function relevance(_id: string, typed: string, words: readonly string[] = []): number {
  // All of them together as well: of a session in a project both may be typed.
  const best = Math.max(0, ...[...words, words.join(" ")].map((word) => defaultFilter(word, typed, [])));
  return best < BY_CHANCE ? 0 : best;
}
