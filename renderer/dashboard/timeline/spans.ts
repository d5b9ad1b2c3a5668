/** How far back the timeline looks, and how far when it is opened. Pure. */
const HOUR = 3_600_000;

export const SPANS = { hour: HOUR, day: 24 * HOUR, week: 7 * 24 * HOUR, month: 30 * 24 * HOUR } as const;
export type SpanName = keyof typeof SPANS;
export const SPAN_NAMES = Object.keys(SPANS) as SpanName[];

/** After a longer one what follows is other work. */
const PAUSE = HOUR;
/** What is older than this part of a span stands at its edge, and is out of it before anybody has looked. */
const WELL = 0.95;

/** The smallest span with at least half of the time of the newest work in it: in a larger one it is a thin line beside what was long before. @param starts when calls began, ms, in any order; those that are known */
export function openingSpan(starts: readonly number[], now: number): SpanName {
  const [newest, ...before] = [...starts].sort((a, b) => b - a);
  if (newest === undefined) return "day";
  let first = newest;
  for (const start of before) {
    if (first - start > PAUSE) break;
    first = start;
  }
  const middle = Math.min((first + newest) / 2, now);
  return SPAN_NAMES.find((name) => now - middle <= SPANS[name] * WELL) ?? "month";
}
