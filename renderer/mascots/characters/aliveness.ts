import { useEffect, useState } from "react";

/** A small sign of life: one short thing, then stillness. */
export type Sign = "blinking" | "glancing-left" | "glancing-right" | "fidgeting";

/** How long each lasts, in milliseconds; a fidget is as long as its animation. */
export const SIGN_MS: Readonly<Record<Sign, number>> = { blinking: 140, "glancing-left": 900, "glancing-right": 900, fidgeting: 1000 };

/** Pause between two signs, in milliseconds: three to seven seconds, so that a group never moves in step. */
const PAUSE_MS = { least: 3000, most: 7000 };

/**
 * Blinks, glances and each species' own habit, one at a time with long pauses: single timers, no loop, so a resting mascot
 * costs nothing between them. Null while nothing happens or `active` is false.
 */
export function useSignsOfLife(active: boolean, canFidget: boolean): Sign | null {
  const [sign, setSign] = useState<Sign | null>(null);
  useEffect(() => {
    if (!active) return setSign(null);
    let timer: ReturnType<typeof setTimeout>;
    const wait = () => {
      setSign(null);
      timer = setTimeout(act, PAUSE_MS.least + Math.random() * (PAUSE_MS.most - PAUSE_MS.least));
    };
    const act = () => {
      const next = nextSign(Math.random(), canFidget);
      setSign(next);
      timer = setTimeout(wait, SIGN_MS[next]);
    };
    wait();
    return () => clearTimeout(timer);
  }, [active, canFidget]);
  return active ? sign : null;
}

/** Mostly a blink, sometimes a glance, now and then a habit. `chance` is in [0, 1). */
export function nextSign(chance: number, canFidget: boolean): Sign {
  if (chance < 0.64) return "blinking";
  if (chance < 0.74) return "glancing-left";
  if (chance < 0.84) return "glancing-right";
  return canFidget ? "fidgeting" : "blinking";
}
