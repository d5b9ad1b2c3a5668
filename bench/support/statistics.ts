/** The value that `share` (0 to 1) of the values do not exceed; NaN of nothing. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/**
 * Takes every way once a round, so that whatever else the machine does meets them all alike. Every round begins with another way:
 * none of them always comes after the same one.
 * @param ways each gives one measured value
 * @param warmUp rounds before those that count
 */
export async function inTurn<Name extends string>(ways: Record<Name, () => Promise<number> | number>, rounds: number, warmUp = 1): Promise<Record<Name, number[]>> {
  const names = Object.keys(ways) as Name[];
  const values = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  for (let round = -warmUp; round < rounds; round++) {
    for (let step = 0; step < names.length; step++) {
      const name = names[(step + round + warmUp) % names.length] as Name;
      const value = await ways[name]();
      if (round >= 0) values[name].push(value);
    }
  }
  return values;
}
