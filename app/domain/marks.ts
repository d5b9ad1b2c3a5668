/**
 * A mark is the place of an event in its session's order: effective time, then id (specification 1 §7.6).
 * Facts keep the earliest or latest mark of a kind, which makes them independent of the order of delivery.
 */
export interface Mark {
  /** Effective time in ms since the epoch: the event's ts, moved forward where the session's clock was set back. */
  readonly t: number;
  readonly id: string;
  /** The event's own ts, for people. */
  readonly ts: string;
}

export function compareMarks(a: Mark, b: Mark): number {
  return a.t - b.t || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
}

/** The later of two; the first when they are the same mark. */
export function latest<T extends Mark>(a: T | null, b: T | null): T | null {
  if (a === null) return b;
  return b !== null && compareMarks(b, a) > 0 ? b : a;
}

export function earliest<T extends Mark>(a: T | null, b: T | null): T | null {
  if (a === null) return b;
  return b !== null && compareMarks(b, a) < 0 ? b : a;
}

export function latestOf(...marks: (Mark | null)[]): Mark | null {
  let found: Mark | null = null;
  for (const mark of marks) found = latest(found, mark);
  return found;
}

/** Time of a mark; before everything when there is none. */
export function timeOf(mark: Mark | null): number {
  return mark === null ? Number.NEGATIVE_INFINITY : mark.t;
}

/** A value with the mark it was told at. */
export interface Noted<T> extends Mark {
  readonly value: T;
}
