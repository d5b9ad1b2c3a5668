import type { StageTimers } from "./mascot-stage.ts";

/** Runs at once, then at most once per `ms`; the last wish is always carried out. */
export function throttle(ms: number, timers: Pick<StageTimers, "after">, run: () => void): { ask(): void; stop(): void } {
  let stopTimer: (() => void) | null = null;
  let wanted = false;
  const rest = () => {
    stopTimer = null;
    if (wanted) go();
  };
  const go = () => {
    wanted = false;
    stopTimer = timers.after(ms, rest);
    run();
  };
  return {
    ask: () => {
      wanted = true;
      if (!stopTimer) go();
    },
    stop: () => {
      wanted = false;
      stopTimer?.();
    },
  };
}
