import { type RefObject, useEffect } from "react";

/** A small sign of life: one short thing, then stillness. */
export type Sign = "blinking" | "glancing-left" | "glancing-right" | "fidgeting";

/**
 * How lively somebody is: `busy` ones only blink and glance, `idle` ones have their habit too, `steady` ones go on with what they
 * do every now and then, `sleeping` ones breathe.
 */
export type Liveliness = "busy" | "idle" | "steady" | "sleeping";

/** How long each sign lasts, in milliseconds; a fidget is as long as its animation. */
const SIGN_MS: Readonly<Record<Sign, number>> = { blinking: 140, "glancing-left": 900, "glancing-right": 900, fidgeting: 1000 };
/** Fidgets of those who sleep or keep watch. */
const SLOW_FIDGET_MS: Readonly<Partial<Record<Liveliness, number>>> = { sleeping: 4000, steady: 3000 };

interface Pause {
  readonly least: number;
  readonly most: number;
}

/** Pause between two signs, in milliseconds: a range, so that a group never moves in step. */
const PAUSE: Readonly<Record<Liveliness, Pause>> = {
  busy: { least: 3000, most: 7000 },
  idle: { least: 3000, most: 7000 },
  steady: { least: 3000, most: 7000 },
  sleeping: { least: 9000, most: 18_000 },
};

/**
 * Blinks, glances and habits, one at a time with long pauses, as classes on the drawing: single timers, no loop and no new
 * rendering, so a resting mascot costs nothing between them. Null stops it.
 */
export function useSignsOfLife(drawing: RefObject<Element | null>, how: Liveliness | null): void {
  useEffect(() => {
    const element = drawing.current;
    if (!element || !how) return;
    let timer: ReturnType<typeof setTimeout>;
    let shown: Sign | null = null;
    const rest = () => {
      if (shown) element.classList.remove(`is-${shown}`);
      shown = null;
    };
    const wait = () => {
      rest();
      timer = setTimeout(act, PAUSE[how].least + Math.random() * (PAUSE[how].most - PAUSE[how].least));
    };
    const act = () => {
      shown = nextSign(Math.random(), how);
      element.classList.add(`is-${shown}`);
      timer = setTimeout(wait, durationOf(shown, how));
    };
    wait();
    return () => {
      clearTimeout(timer);
      rest();
    };
  }, [drawing, how]);
}

/** How long a sign is shown, in milliseconds. */
export function durationOf(sign: Sign, how: Liveliness): number {
  return (sign === "fidgeting" && SLOW_FIDGET_MS[how]) || SIGN_MS[sign];
}

/** Mostly a blink, sometimes a glance, now and then a habit; who sleeps only breathes. `chance` is in [0, 1). */
export function nextSign(chance: number, how: Liveliness): Sign {
  if (how === "sleeping") return "fidgeting";
  if (chance < 0.73) return "blinking";
  if (chance < 0.83) return "glancing-left";
  if (chance < 0.93) return "glancing-right";
  return how === "busy" ? "blinking" : "fidgeting";
}
