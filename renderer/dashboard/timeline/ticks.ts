/** What stands above the lines of the timeline. Pure but for the clock's offset. */
import type { Locale } from "../../shared/words.ts";
import { formatter } from "../format.ts";
import { ticksOf, type View } from "./view.ts";

const DAY = 86_400_000;
const MINUTE = 60_000;

/** From 00 to 23: a day begins at 00:00, and short names leave room for many. */
const CLOCK = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const satisfies Intl.DateTimeFormatOptions;

export function namedTicks(view: View, width: number, locale: Locale): { at: number; text: string }[] {
  const { step, at } = ticksOf(view, width, -new Date(view.from).getTimezoneOffset() * MINUTE);
  const [time, day] = [formatOf(optionsOf(step), locale), formatOf({ month: "short", day: "numeric" }, locale)];
  const namesDay = (moment: number, n: number) => step < DAY && step >= MINUTE && (n === 0 || new Date(moment).getDate() !== new Date(at[n - 1] as number).getDate());
  return at.map((moment, n) => ({ at: moment, text: namesDay(moment, n) ? `${day.format(moment)} ${time.format(moment)}` : time.format(moment) }));
}

function optionsOf(step: number): Intl.DateTimeFormatOptions {
  if (step >= DAY) return { month: "short", day: "numeric" };
  if (step >= MINUTE) return CLOCK;
  return { ...CLOCK, second: "2-digit", ...(step < 1_000 ? { fractionalSecondDigits: 3 } : {}) };
}

function formatOf(options: Intl.DateTimeFormatOptions, locale: Locale): Intl.DateTimeFormat {
  return formatter(`tick ${locale} ${JSON.stringify(options)}`, () => new Intl.DateTimeFormat(locale, options));
}
