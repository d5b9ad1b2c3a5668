import type { StageTimers } from "./mascot-stage.ts";

/** The process's own timers, in the form that tests replace. */
export const electronTimers: StageTimers = {
  every(ms, run) {
    const timer = setInterval(run, ms);
    return () => clearInterval(timer);
  },
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};
