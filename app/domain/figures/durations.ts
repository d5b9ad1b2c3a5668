/** Durations as counts of rounded values. */

export interface Timed { took: number; count: number }

/**
 * The value that this part of all is not above (nearest rank). @param part 0 … 1
 * @returns null when there is none
 */
export function quantileOf(durations: readonly Timed[], part: number): number | null {
  const sorted = durations.filter(({ count }) => count > 0).sort((a, b) => a.took - b.took);
  const total = sorted.reduce((sum, { count }) => sum + count, 0);
  const rank = Math.max(1, Math.ceil(total * part));
  let passed = 0;
  for (const { took, count } of sorted) {
    passed += count;
    if (passed >= rank) return took;
  }
  return null;
}
