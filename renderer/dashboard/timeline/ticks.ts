/** What stands above the lines of the timeline. Pure but for the clock's offset. */
import { CLOCK, timeText } from "../../../schemas/clock.ts";
import type { Locale } from "../../shared/words.ts";
import { ticksOf, type View } from "./view.ts";

const DAY = 86_400_000;
const MINUTE = 60_000;

/** The longest names, a day with its hour or thousandths of a second, have room, px. */
const APART: Record<Locale, number> = { en: 104, ko: 120 };
const A_DAY = { month: "short", day: "numeric" } as const;

export function namedTicks(view: View, width: number, locale: Locale): { at: number; text: string }[] {
  const { step, at } = ticksOf(view, width, (ms) => -new Date(ms).getTimezoneOffset() * MINUTE, APART[locale]);
  const options = optionsOf(step);
  const namesDay = (moment: number, n: number) => step < DAY && step >= MINUTE && (n === 0 || new Date(moment).getDate() !== new Date(at[n - 1] as number).getDate());
  return at.map((moment, n) => ({ at: moment, text: namesDay(moment, n) ? `${timeText(moment, locale, A_DAY)} ${timeText(moment, locale, options)}` : timeText(moment, locale, options) }));
}

function optionsOf(step: number): Intl.DateTimeFormatOptions {
  if (step >= DAY) return A_DAY;
  if (step >= MINUTE) return CLOCK;
  return { ...CLOCK, second: "2-digit", ...(step < 1_000 ? { fractionalSecondDigits: 3 } : {}) };
}
