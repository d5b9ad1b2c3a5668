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

const formats = new Map<string, Intl.DateTimeFormat>();

/** Any format with a time of day in it. Newer runtimes write "AM 9:31" in Korean, which nobody there says. @param ms since the epoch */
export function timeText(ms: number, locale: Locale, options: Intl.DateTimeFormatOptions): string {
  const format = formatOf(locale, options);
  if (locale !== "ko") return format.format(ms);
  const half = new Date(ms).getHours() < 12 ? "오전" : "오후";
  return format.formatToParts(ms).map(({ type, value }) => (type === "dayPeriod" ? half : value)).join("");
}

/** Making one takes longer than using it a hundred times. */
function formatOf(locale: Locale, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  const known = formats.get(key);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat(locale, options);
  formats.set(key, made);
  return made;
}
