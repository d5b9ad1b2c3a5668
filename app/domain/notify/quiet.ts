/**
 * When the person wants quiet: do not disturb, for a while or until they turn it off, and quiet hours of every day. Pure; times are milliseconds since the
 * epoch, and times of day are those of the person's own clock, daylight saving included.
 */
import type { QuietFor, QuietHours } from "../../../schemas/generated/types.ts";

export interface QuietRules {
  /** The person wants not to be disturbed. */
  wanted: boolean;
  /** Until then; null: until they turn it off. */
  until: number | null;
  hours: QuietHours;
}

export interface Quiet {
  by: "person" | "hours" | null;
  /** When it ends by itself. */
  until: number | null;
}

const MINUTE = 60_000;
/** When a day begins for "until tomorrow". */
const MORNING = { hours: 8, minutes: 0 };

const NONE: Quiet = { by: null, until: null };

export function quietAt(now: number, { wanted, until, hours }: QuietRules): Quiet {
  if (wanted && (until === null || now < until)) return { by: "person", until };
  return inHours(now, hours) ? { by: "hours", until: next(now, hours.to) } : NONE;
}

/** When the answer of `quietAt` changes next by itself; null: never. */
export function nextChange(now: number, rules: QuietRules): number | null {
  const { wanted, until, hours } = rules;
  const times: number[] = [];
  if (wanted && until !== null && until > now) times.push(until);
  if (hours.on && hours.from !== hours.to) times.push(next(now, hours.from), next(now, hours.to));
  return times.length === 0 ? null : Math.min(...times);
}

/** @returns null for "until turned off" */
export function quietEnd(now: number, wish: Exclude<QuietFor, "off">): number | null {
  switch (wish) {
    case "30_minutes": return now + 30 * MINUTE;
    case "1_hour": return now + 60 * MINUTE;
    case "tomorrow": return tomorrowMorning(now);
    case "turned_off": return null;
  }
}

function inHours(now: number, { on, from, to }: QuietHours): boolean {
  if (!on || from === to) return false;
  const time = minutesOfDay(now);
  const [begin, end] = [minutesIn(from), minutesIn(to)];
  return begin < end ? time >= begin && time < end : time >= begin || time < end;
}

function minutesOfDay(now: number): number {
  const date = new Date(now);
  return date.getHours() * 60 + date.getMinutes();
}

function minutesIn(text: string): number {
  const [hours = 0, minutes = 0] = text.split(":").map(Number);
  return hours * 60 + minutes;
}

/** The next moment at which the clock shows this time. */
function next(now: number, text: string): number {
  const minutes = minutesIn(text);
  const date = new Date(now);
  date.setHours(Math.floor(minutes / 60), minutes % 60, 0, 0);
  if (date.getTime() <= now) date.setDate(date.getDate() + 1);
  return date.getTime();
}

/** Who works past midnight means the morning after the next sleep, which is this one. */
function tomorrowMorning(now: number): number {
  const date = new Date(now);
  const isNight = date.getHours() < 4;
  if (!isNight) date.setDate(date.getDate() + 1);
  date.setHours(MORNING.hours, MORNING.minutes, 0, 0);
  return date.getTime();
}
