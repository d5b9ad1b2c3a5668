/** Figures as what is drawn: heat levels, days without gaps, tokens by project. Pure. */
import { startOfDay } from "../../../schemas/clock.ts";
import type { DayFigure, Figures, HourFigure, TokenFigure } from "../../../schemas/generated/types.ts";

export const LEVELS = 5;

/** 0 for nothing, then quarters of the busiest hour by its root: a few very busy hours must not pale all others. */
export function heatLevel(count: number, most: number): number {
  return count <= 0 || most <= 0 ? 0 : Math.max(1, Math.ceil(Math.sqrt(count / most) * (LEVELS - 1)));
}

/** Counts by weekday (0 Sunday) and hour. */
export function heatOf(activity: readonly HourFigure[]): number[][] {
  const grid = Array.from({ length: 7 }, () => new Array<number>(24).fill(0));
  for (const { weekday, hour, count } of activity) (grid[weekday] as number[])[hour] = count;
  return grid;
}

/** When the first of so many days begins, today among them. */
export function rangeStart(now: number, days: number): number {
  return startOfDay(now, 1 - days);
}

/** Every day of the range, from the first with something on it. @param last YYYY-MM-DD */
export function everyDay(days: readonly DayFigure[], last: string): DayFigure[] {
  const [first] = days;
  if (first === undefined) return [];
  const known = new Map(days.map((figure) => [figure.day, figure]));
  return daysBetween(first.day, last < first.day ? first.day : last).map((day) => known.get(day) ?? { day, count: 0, prompts: 0, failures: 0 });
}

/** Calendar days, both ends with them. */
export function daysBetween(first: string, last: string): string[] {
  const days: string[] = [];
  for (let at = Date.parse(`${first}T00:00:00Z`); at <= Date.parse(`${last}T00:00:00Z`) && days.length < 800; at += 86_400_000) days.push(new Date(at).toISOString().slice(0, 10));
  return days;
}

export const tokensOf = ({ input_tokens, output_tokens, cache_write_tokens }: Omit<TokenFigure, "day" | "project">): number => input_tokens + output_tokens + cache_write_tokens;

export interface TokenSeries {
  days: string[];
  /** The projects that spent most, then what is left as null; each with its tokens by day. */
  projects: { project: string | null; total: number; byDay: number[] }[];
  most: number;
}

const NAMED = 5;

export function tokenSeries(tokens: readonly TokenFigure[], last: string): TokenSeries {
  const totals = new Map<string, number>();
  for (const figure of tokens) totals.set(figure.project, (totals.get(figure.project) ?? 0) + tokensOf(figure));
  const named = [...totals].filter(([, total]) => total > 0).sort((a, b) => b[1] - a[1]).slice(0, NAMED).map(([project]) => project);
  const firstDay = tokens.find((figure) => tokensOf(figure) > 0)?.day;
  const days = firstDay === undefined ? [] : daysBetween(firstDay, last < firstDay ? firstDay : last);
  const place = new Map(days.map((day, index) => [day, index]));
  const rows = [...named, ...(totals.size > named.length ? [null] : [])].map((project) => ({ project, total: 0, byDay: days.map(() => 0) }));
  for (const figure of tokens) {
    const row = rows.find(({ project }) => project === figure.project) ?? rows.find(({ project }) => project === null);
    const index = place.get(figure.day);
    if (row === undefined || index === undefined) continue;
    row.total += tokensOf(figure);
    row.byDay[index] = (row.byDay[index] ?? 0) + tokensOf(figure);
  }
  const projects = rows.filter(({ total }) => total > 0);
  return { days, projects, most: Math.max(0, ...days.map((_, index) => projects.reduce((sum, { byDay }) => sum + (byDay[index] ?? 0), 0))) };
}

export function isEmpty({ activity, tokens }: Figures): boolean {
  return activity.length === 0 && tokens.length === 0;
}
