/** Sizes, times and names as people read them. Pure. */
import type { Locale } from "../shared/words.ts";

const UNITS = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"] as const;

/** In steps of 1,024, with a digit behind the point where it says something. */
export function sizeText(bytes: number, locale: Locale): string {
  let value = Math.max(0, bytes);
  let step = 0;
  while (value >= 999.5 && step < UNITS.length - 1) {
    value /= 1024;
    step++;
  }
  return new Intl.NumberFormat(locale, { style: "unit", unit: UNITS[step] ?? "byte", unitDisplay: "short", maximumFractionDigits: step > 0 && value < 99.5 ? 1 : 0 }).format(value);
}

export function countText(count: number, locale: Locale): string {
  return new Intl.NumberFormat(locale).format(count);
}

/** The clock for today, the day for other days, the year when it is another one. @param ms since the epoch */
export function momentText(ms: number, nowMs: number, locale: Locale): string {
  const [at, now] = [new Date(ms), new Date(nowMs)];
  const clock = { hour: "2-digit", minute: "2-digit" } as const;
  if (at.toDateString() === now.toDateString()) return new Intl.DateTimeFormat(locale, clock).format(at);
  if (at.getFullYear() === now.getFullYear()) return new Intl.DateTimeFormat(locale, { month: "short", day: "numeric", ...clock }).format(at);
  return dayText(ms, locale);
}

/** @param ms since the epoch */
export function dayText(ms: number, locale: Locale): string {
  return new Intl.DateTimeFormat(locale, { year: "numeric", month: "short", day: "numeric" }).format(new Date(ms));
}

/** The last folder of a path, on any system. */
export function folderName(path: string): string {
  return path.split(/[\\/]+/).filter(Boolean).at(-1) ?? path;
}
