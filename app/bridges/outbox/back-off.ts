/** How long to wait before the next try. Pure: the chance is passed in. */

const FIRST_MS = 1_000;
const LONGEST_MS = 5 * 60_000;
/** What the other side may ask for at most: beyond, it is asked again all the same. */
const LONGEST_ASKED_MS = 60 * 60_000;

/**
 * Doubles with each failure in a row up to five minutes; half of it is by chance, so that many apps do not come back at one moment to a server that has just risen.
 * @param failures in a row, from 1
 * @param chance 0 ≤ chance < 1
 * @param askedMs what the other side asked for; what is no sensible time is not heeded
 */
export function backOff(failures: number, chance: number, askedMs?: number): number {
  const whole = Math.min(FIRST_MS * 2 ** Math.min(Math.max(failures, 1) - 1, 20), LONGEST_MS);
  const own = Math.round(whole / 2 + (whole / 2) * chance);
  if (askedMs === undefined || !Number.isFinite(askedMs) || askedMs <= 0) return own;
  return Math.min(Math.max(Math.ceil(askedMs), FIRST_MS / 2), LONGEST_ASKED_MS);
}
