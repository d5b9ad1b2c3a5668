/**
 * Notices that the wall clock was set anew (by a person, by the network, by sleep), so that time spent does not jump with it. The machine's own clock, which nobody sets, tells how
 * much really went by; it stands still while the machine sleeps, and so does work.
 */

export interface SteadyClock {
  /** By how many ms the wall clock was moved since this was last asked; 0 for less than two seconds, as it is kept right all the time. */
  moved(): number;
}

const UNNOTICED_MS = 2_000;

/** @param now the wall clock in ms @param ticks ms since some moment, by a clock that nobody sets */
export function createSteadyClock(now: () => number, ticks: () => number): SteadyClock {
  const distance = () => now() - ticks();
  let known = distance();
  return {
    moved() {
      const by = distance() - known;
      if (Math.abs(by) < UNNOTICED_MS) return 0;
      known += by;
      return by;
    },
  };
}
