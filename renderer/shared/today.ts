import { useSyncExternalStore } from "react";
import { startOfDay } from "../../schemas/clock.ts";

/** A computer may sleep over midnight or come to another time zone: found out within this time, and when the window is looked at. */
const LOOK_MS = 15 * 60_000;

const listeners = new Set<() => void>();
let known = startOfDay(Date.now());
let timer: ReturnType<typeof setTimeout> | undefined;

/** When this day began, by the person's clock. */
export function today(): number {
  // Nobody looks while nobody listens.
  if (listeners.size === 0) known = startOfDay(Date.now());
  return known;
}

function look(): void {
  clearTimeout(timer);
  const now = Date.now();
  timer = setTimeout(look, Math.min(startOfDay(now, 1) - now, LOOK_MS));
  const day = startOfDay(now);
  if (day === known) return;
  known = day;
  for (const listener of [...listeners]) listener();
}

/** Tells when another day, or another zone's day, has begun. @returns ends it */
export function followToday(listener: () => void): () => void {
  const isFirst = listeners.size === 0;
  if (isFirst) known = today();
  listeners.add(listener);
  if (isFirst) {
    window.addEventListener("focus", look);
    look();
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearTimeout(timer);
    window.removeEventListener("focus", look);
  };
}

/** Whatever names a day or leaves today's out has to be drawn anew with the next one. */
export function useToday(): number {
  return useSyncExternalStore(followToday, today, today);
}
