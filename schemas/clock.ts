/** Times of day as a person's clock shows them, alike in every window and menu. Pure but for the clock's offset. */
type Locale = "en" | "ko";

/** The hour as it is said, without a zero in front of it: `9:31 AM`, `오전 9:31`. Whatever tells a time of day tells it with these. */
export const CLOCK = { hour: "numeric", minute: "2-digit" } as const satisfies Intl.DateTimeFormatOptions;

const TO_THE_SECOND = { ...CLOCK, second: "2-digit" } as const;
const WITH_WEEKDAY = { weekday: "short", ...CLOCK } as const;

/** @param ms since the epoch */
export function clockText(ms: number, locale: Locale): string {
  return timeText(ms, locale, CLOCK);
}

/** @param ms since the epoch */
export function clockToTheSecond(ms: number, locale: Locale): string {
  return timeText(ms, locale, TO_THE_SECOND);
}

/** For what is some days off at most. @param ms since the epoch */
export function weekdayClock(ms: number, locale: Locale): string {
  return timeText(ms, locale, WITH_WEEKDAY);
}

const DAY_AND_CLOCK = { month: "short", day: "numeric", ...CLOCK } as const;
const DAY_AND_YEAR = { year: "numeric", month: "short", day: "numeric" } as const;

/**
 * The clock for today, the day for other days, the year when it is another one.
 * @param ms since the epoch
 * @param clock how the clock tells it today
 */
export function momentText(ms: number, nowMs: number, locale: Locale, clock = clockText): string {
  const [at, now] = [new Date(ms), new Date(nowMs)];
  if (at.toDateString() === now.toDateString()) return clock(ms, locale);
  if (at.getFullYear() === now.getFullYear()) return timeText(ms, locale, DAY_AND_CLOCK);
  return dayText(ms, locale);
}

/** @param ms since the epoch */
export function dayText(ms: number, locale: Locale): string {
  return timeText(ms, locale, DAY_AND_YEAR);
}

/** When a day begins by the person's calendar: where clocks are changed one has 23 hours, or 25. @param ms of a moment in it @param later so many days after it; negative: before */
export function startOfDay(ms: number, later = 0): number {
  const day = new Date(ms);
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + later).getTime();
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Any format of a day or a time of day. Newer runtimes write "AM 9:31" in Korean, which nobody there says. @param ms since the epoch */
export function timeText(ms: number, locale: Locale, options: Intl.DateTimeFormatOptions): string {
  const format = formatOf(ms, locale, options);
  if (locale !== "ko") return format.format(ms);
  const half = new Date(ms).getHours() < 12 ? "오전" : "오후";
  return format.formatToParts(ms).map(({ type, value }) => (type === "dayPeriod" ? half : value)).join("");
}

const HALF_A_YEAR = 183 * 86_400_000;

/** Making one takes longer than using it a hundred times; but it keeps the time zone that it was made in, and computers travel. A zone is known by what it is off now and at the other side of the year. */
function formatOf(ms: number, locale: Locale, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const zone = [ms, ms - HALF_A_YEAR].map((at) => new Date(at).getTimezoneOffset());
  const key = `${locale} ${zone.join(" ")} ${JSON.stringify(options)}`;
  const known = formats.get(key);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat(locale, options);
  formats.set(key, made);
  return made;
}
