import { useEffect, useState } from "react";

export type Glance = "left" | "right" | null;

export interface Aliveness {
  readonly blinking: boolean;
  readonly glance: Glance;
}

const BLINK_MS = 140;
const GLANCE_MS = 900;
const STILL: Aliveness = { blinking: false, glance: null };

/**
 * Blinks every 3 to 7 seconds and now and then glances aside: single timers, no loop, so a resting mascot costs nothing
 * between them. `random` and the waits are fixed by the caller's clock only.
 */
export function useAliveness(active: boolean): Aliveness {
  const [now, setNow] = useState<Aliveness>(STILL);
  useEffect(() => {
    if (!active) return setNow(STILL);
    let timer: ReturnType<typeof setTimeout>;
    const wait = () => {
      timer = setTimeout(act, 3000 + Math.random() * 4000);
    };
    const act = () => {
      const next = nextGesture(Math.random());
      setNow(next);
      timer = setTimeout(() => {
        setNow(STILL);
        wait();
      }, next.blinking ? BLINK_MS : GLANCE_MS);
    };
    wait();
    return () => clearTimeout(timer);
  }, [active]);
  return active ? now : STILL;
}

/** Mostly a blink, sometimes a glance. `chance` is in [0, 1). */
export function nextGesture(chance: number): Aliveness {
  if (chance < 0.7) return { blinking: true, glance: null };
  return { blinking: false, glance: chance < 0.85 ? "left" : "right" };
}
