/** Days, spans and amounts in the person's language. Pure: the present comes in. */
import { startOfDay, timeText } from "../../schemas/clock.ts";
import type { Locale } from "../shared/words.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A span in at most two units: `40ms`, `0.4s`, `12s`, `3m 20s`, `2h 5m`, `3d 4h`. @param ms less than nothing counts as nothing */
export function durationText(ms: number, locale: Locale): string {
  const span = Math.max(0, ms);
  if (span < 95) return unit(Math.round(span), "millisecond", locale);
  if (span < 10 * SECOND) return unit(Math.round(span / 100) / 10, "second", locale);
  const seconds = Math.round(span / SECOND);
  if (seconds < 60) return unit(seconds, "second", locale);
  if (seconds < 3600) return pair(Math.floor(seconds / 60), "minute", seconds % 60, "second", locale);
  const minutes = Math.round(span / MINUTE);
  if (minutes < 24 * 60) return pair(Math.floor(minutes / 60), "hour", minutes % 60, "minute", locale);
  const hours = Math.round(span / HOUR);
  return pair(Math.floor(hours / 24), "day", hours % 24, "hour", locale);
}

function pair(large: number, largeUnit: string, small: number, smallUnit: string, locale: Locale): string {
  return small === 0 ? unit(large, largeUnit, locale) : `${unit(large, largeUnit, locale)} ${unit(small, smallUnit, locale)}`;
}

function unit(value: number, name: string, locale: Locale): string {
  return formatter(`unit ${name} ${locale}`, () => new Intl.NumberFormat(locale, { style: "unit", unit: name, unitDisplay: "narrow" })).format(value);
}

/** `1.2K`, `340만` */
export function shortNumber(value: number, locale: Locale): string {
  return formatter(`short ${locale}`, () => new Intl.NumberFormat(locale, { notation: "compact", maximumFractionDigits: 1 })).format(value);
}

const EXACTLY = { dateStyle: "medium", timeStyle: "medium" } as const;

/** To the second, with its day. */
export function exactText(ms: number, locale: Locale): string {
  return timeText(ms, locale, EXACTLY);
}

/** Two times of one day by the person's clock have the same. */
export function dayOf(ms: number): string {
  const date = new Date(ms);
  return `${date.getFullYear()}-${date.getMonth() + 1}-${date.getDate()}`;
}

/** `today`, `yesterday`, `Tue, Nov 24`, and the year where it is another one. */
export function relativeDay(ms: number, now: number, locale: Locale): string {
  const ago = Math.round((startOfDay(now) - startOfDay(ms)) / DAY);
  if (ago === 0 || ago === 1) return formatter(`relative ${locale}`, () => new Intl.RelativeTimeFormat(locale, { numeric: "auto" })).format(-ago, "day");
  const sameYear = new Date(ms).getFullYear() === new Date(now).getFullYear();
  const options: Intl.DateTimeFormatOptions = { weekday: "short", month: "short", day: "numeric", ...(sameYear ? {} : { year: "numeric" }) };
  return timeText(ms, locale, options);
}

const formatters = new Map<string, unknown>();

/** Making one takes longer than using it a hundred times. @param key tells apart what is made */
export function formatter<T>(key: string, make: () => T): T {
  const known = formatters.get(key) as T | undefined;
  if (known !== undefined) return known;
  const made = make();
  formatters.set(key, made);
  return made;
}
