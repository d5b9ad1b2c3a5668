import type { Figures } from "../../../schemas/generated/types.ts";
import type { Locale, Words } from "../../shared/words.ts";
import { countText, folderName } from "../figures.ts";
import { shortNumber } from "../format.ts";
import { PROJECT_COLOURS } from "./saving.ts";
import { everyDay, heatLevel, heatOf, tokenSeries } from "./series.ts";

interface ChartProps { figures: Figures; words: Words; locale: Locale }

/** A Sunday. */
const SUNDAY = Date.UTC(2026, 0, 4);

export function weekdayNames(locale: Locale): string[] {
  const format = new Intl.DateTimeFormat(locale, { weekday: "short", timeZone: "UTC" });
  return Array.from({ length: 7 }, (_, day) => format.format(SUNDAY + day * 86_400_000));
}

/** When there is work: a table whose cells are colours for who sees them and numbers for who hears them. */
export function HeatMap({ figures: { activity }, words, locale }: ChartProps) {
  const grid = heatOf(activity);
  const most = Math.max(0, ...activity.map(({ count }) => count));
  const names = weekdayNames(locale);
  return (
    <div className="heat-frame">
      <table className="heat" aria-label={words("statistics.heat")}>
        <thead><tr><td />{HOURS.map((hour) => <th key={hour} scope="col">{hour % 3 === 0 ? hour : <span className="for-screen-readers">{hour}</span>}</th>)}</tr></thead>
        <tbody>
          {WEEK.map((day) => (
            <tr key={day}>
              <th scope="row">{names[day]}</th>
              {HOURS.map((hour) => {
                const count = grid[day]?.[hour] ?? 0;
                return <td key={hour} className={`level-${heatLevel(count, most)}`} title={words("statistics.heat_cell", { day: names[day], hour, number: countText(count, locale) })}><span className="for-screen-readers">{countText(count, locale)}</span></td>;
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="heat-legend quiet" aria-hidden>{words("statistics.less")} {[0, 1, 2, 3, 4].map((level) => <span key={level} className={`level-${level}`} />)} {words("statistics.more")}</p>
    </div>
  );
}

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
/** Weeks begin on Monday where these two languages are read most. */
const WEEK = [1, 2, 3, 4, 5, 6, 0];
const TALL = 120;
const WIDE = 600;

/** Work by day, failed calls as the dark foot of a bar. */
export function DayBars({ figures, words, locale, lastDay }: ChartProps & { lastDay: string }) {
  const days = everyDay(figures.days, lastDay);
  const most = Math.max(1, ...days.map(({ count }) => count));
  const step = WIDE / Math.max(days.length, 14);
  const busiest = days.reduce((best, day) => (day.count > best.count ? day : best), days[0] ?? { day: "", count: 0 });
  return (
    <figure className="bars">
      <svg viewBox={`0 0 ${WIDE} ${TALL}`} preserveAspectRatio="none" role="img" aria-label={words("statistics.days_said", { count: days.length, day: dayName(busiest.day, locale), number: countText(busiest.count, locale) })}>
        {days.map(({ day, count, failures }, n) => (
          <g key={day}>
            <title>{words("statistics.day_bar", { day: dayName(day, locale), number: countText(count, locale), failures: countText(failures, locale) })}</title>
            <rect className="bar-hit" x={n * step} y={0} width={step} height={TALL} />
            <rect className="bar-count" x={n * step} y={TALL - (count / most) * TALL} width={step * 0.8} height={(count / most) * TALL} rx={1} />
            <rect className="bar-failed" x={n * step} y={TALL - (failures / most) * TALL} width={step * 0.8} height={(failures / most) * TALL} />
          </g>
        ))}
      </svg>
      <figcaption className="quiet"><span>{dayName(days[0]?.day ?? "", locale)}</span><span>{dayName(days.at(-1)?.day ?? "", locale)}</span></figcaption>
    </figure>
  );
}

/** Tokens that were not read from the cache, by day, a colour a project. */
export function TokenBars({ figures, words, locale, lastDay }: ChartProps & { lastDay: string }) {
  const { days, projects, most } = tokenSeries(figures.tokens, lastDay);
  const step = WIDE / Math.max(days.length, 14);
  const nameOf = (project: string | null) => (project === null ? words("statistics.others") : folderName(project) || words("sessions.no_project"));
  return (
    <figure className="bars">
      <svg viewBox={`0 0 ${WIDE} ${TALL}`} preserveAspectRatio="none" role="img" aria-label={words("statistics.tokens_said", { list: projects.map(({ project, total }) => `${nameOf(project)} ${shortNumber(total, locale)}`).join(", ") })}>
        {days.map((day, n) => (
          <g key={day}>
            <title>{`${dayName(day, locale)}: ${projects.filter(({ byDay }) => (byDay[n] ?? 0) > 0).map(({ project, byDay }) => `${nameOf(project)} ${shortNumber(byDay[n] ?? 0, locale)}`).join(", ")}`}</title>
            <rect className="bar-hit" x={n * step} y={0} width={step} height={TALL} />
            {stacked(projects.map(({ byDay }) => ((byDay[n] ?? 0) / Math.max(1, most)) * TALL)).map(({ y, tall, place }) => <rect key={place} className={`project-${place}`} x={n * step} y={y} width={step * 0.8} height={tall} />)}
          </g>
        ))}
      </svg>
      <figcaption className="quiet"><span>{dayName(days[0] ?? "", locale)}</span><span>{dayName(days.at(-1) ?? "", locale)}</span></figcaption>
      <ul className="legend">{projects.map(({ project, total }, place) => <li key={project ?? ""}><span className={`swatch project-${place % PROJECT_COLOURS.length}`} aria-hidden />{nameOf(project)} <span className="quiet">{shortNumber(total, locale)}</span></li>)}</ul>
    </figure>
  );
}

function stacked(heights: readonly number[]): { y: number; tall: number; place: number }[] {
  let below = 0;
  return heights.map((tall, place) => {
    below += tall;
    return { y: TALL - below, tall, place: place % PROJECT_COLOURS.length };
  });
}

function dayName(day: string, locale: Locale): string {
  return day === "" ? "" : new Intl.DateTimeFormat(locale, { month: "short", day: "numeric", timeZone: "UTC" }).format(Date.parse(`${day}T00:00:00Z`));
}
