/** UTC ISO-8601 of milliseconds, as Date.toISOString gives it, several times faster: every event needs one. */

const DAY_MS = 86_400_000;
const TWO = Array.from({ length: 100 }, (_, n) => String(n).padStart(2, "0"));
const THREE = Array.from({ length: 1_000 }, (_, n) => String(n).padStart(3, "0"));

let knownDay = Number.NaN;
/** `YYYY-MM-DD` of that day. */
let knownDate = "";

/** @param ms since the epoch, from 0 to the end of the year 9999 */
export function utcText(ms: number): string {
  const whole = Math.floor(ms);
  const time = whole % DAY_MS;
  const seconds = Math.floor(time / 1_000);
  return `${dateOf(whole)}T${TWO[Math.floor(seconds / 3_600)]}:${TWO[Math.floor(seconds / 60) % 60]}:${TWO[seconds % 60]}.${THREE[time % 1_000]}Z`;
}

function dateOf(ms: number): string {
  const day = Math.floor(ms / DAY_MS);
  if (day !== knownDay) {
    knownDate = new Date(ms).toISOString().slice(0, 10);
    knownDay = day;
  }
  return knownDate;
}
