import type { MascotState } from "../../../schemas/generated/types.ts";

/** How somebody who has nothing to do spends its time. Only a look: the state stays what the world says. */
export type Rest = "awake" | "drowsy" | "asleep";

export interface RestLook {
  readonly rest: Rest;
  /** A candle stands there instead of the mug. */
  readonly night: boolean;
}

const MINUTE = 60_000;
/** Night by the person's own clock: from the first to the second hour. */
const NIGHT = { from: 22, to: 6 };
/** After how long it nods off and falls asleep, in ms. */
const DAY_LIMITS = { drowsy: 15 * MINUTE, asleep: 40 * MINUTE };
const NIGHT_LIMITS = { drowsy: 3 * MINUTE, asleep: 12 * MINUTE };

export const AWAKE: RestLook = { rest: "awake", night: false };

export const isNight = (hour: number): boolean => hour >= NIGHT.from || hour < NIGHT.to;

/**
 * @param idleMs how long the state has held
 * @param hour of the person's clock, 0 to 23
 */
export function restOf(state: MascotState, idleMs: number, hour: number): RestLook {
  if (state !== "resting") return AWAKE;
  const night = isNight(hour);
  const { drowsy, asleep } = night ? NIGHT_LIMITS : DAY_LIMITS;
  return { rest: idleMs >= asleep ? "asleep" : idleMs >= drowsy ? "drowsy" : "awake", night };
}

/** When to look again, in ms from now: at the next limit or the next full hour, whichever is first; null for who does something. */
export function restChangesIn(state: MascotState, idleMs: number, now: Date): number | null {
  if (state !== "resting") return null;
  const { drowsy, asleep } = isNight(now.getHours()) ? NIGHT_LIMITS : DAY_LIMITS;
  const toHour = 60 * MINUTE - (now.getMinutes() * MINUTE + now.getSeconds() * 1000 + now.getMilliseconds());
  const toLimits = [drowsy, asleep].map((limit) => limit - idleMs).filter((ms) => ms > 0);
  return Math.min(toHour, ...toLimits);
}
