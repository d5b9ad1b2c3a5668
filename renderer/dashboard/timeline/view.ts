/** Which stretch of time is seen, and its marks. Pure. */

export interface View { from: number; to: number }

/** As close and as far as it goes, ms. */
const CLOSEST = 200;
const FARTHEST = 400 * 86_400_000;

/** @param factor less than 1 comes closer @param at the moment that stays where it is */
export function zoomed({ from, to }: View, factor: number, at: number): View {
  const span = Math.min(FARTHEST, Math.max(CLOSEST, (to - from) * factor));
  const part = (at - from) / (to - from);
  return { from: at - span * part, to: at + span * (1 - part) };
}

/** @param part of what is seen; less than 0 is earlier */
export function panned({ from, to }: View, part: number): View {
  const shift = (to - from) * part;
  return { from: from + shift, to: to + shift };
}

/** Neither is all that there is lost from sight, nor time shown that is far off from it. */
export function clamped(view: View, all: View): View {
  const span = view.to - view.from;
  const from = Math.min(Math.max(view.from, all.from - span * 0.8), all.to - span * 0.2);
  return { from, to: from + span };
}

/** The same span, so that a moment is in sight. */
export function showing(view: View, at: number): View {
  if (at >= view.from && at <= view.to) return view;
  const span = view.to - view.from;
  return { from: at - span / 2, to: at + span / 2 };
}

const STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 10e3, 15e3, 30e3, 60e3, 2 * 60e3, 5 * 60e3, 10 * 60e3, 15 * 60e3, 30 * 60e3, 3600e3, 2 * 3600e3, 3 * 3600e3, 6 * 3600e3, 12 * 3600e3, 86400e3, 2 * 86400e3, 7 * 86400e3, 14 * 86400e3, 30 * 86400e3, 90 * 86400e3];

/** Round moments by the person's clock, about `apart` px from each other. @param offsetAt what the clock is ahead of UTC at a moment, ms: another one where clocks are changed in between */
export function ticksOf({ from, to }: View, width: number, offsetAt: (ms: number) => number, apart = 96): { step: number; at: number[] } {
  const least = ((to - from) / Math.max(1, width)) * apart;
  const step = STEPS.find((one) => one >= least) ?? (STEPS.at(-1) as number);
  const at: number[] = [];
  for (let time = firstRound(from, step, offsetAt); time <= to && at.length < MOST_TICKS; time = firstRound(time + 1, step, offsetAt)) at.push(time);
  return { step, at };
}

const MOST_TICKS = 200;

/** The first round moment at or after another. An hour that clocks go through twice has each of its round moments twice, one that they leave out has none. */
function firstRound(from: number, step: number, offsetAt: (ms: number) => number): number {
  const offset = offsetAt(from);
  const time = Math.ceil((from + offset) / step) * step - offset;
  const later = offsetAt(time);
  if (later === offset) return time;
  // Clocks were changed on the way: what is round after that is nearer, further, or there at once.
  const changed = changeBetween(from, time, offsetAt);
  return Math.ceil((changed + later) / step) * step - later;
}

/** The first moment with the offset that holds at `to`. */
function changeBetween(from: number, to: number, offsetAt: (ms: number) => number): number {
  let [before, after] = [from, to];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (offsetAt(middle) === offsetAt(to)) after = middle;
    else before = middle;
  }
  return after;
}
