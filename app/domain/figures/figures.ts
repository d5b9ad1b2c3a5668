/** Counts by quarters of an hour → figures by day, hour, tool and project. Pure: what a moment is by the person's clock comes in. */
import type { DayFigure, Figures, FigureTotals, HourFigure, TokenFigure, ToolFigure } from "../../../schemas/generated/types.ts";
import { quantileOf } from "./durations.ts";

/** A range of time, `to` left out, ms; null: all projects. */
export interface FiguresRange { from: number; to: number; project: string | null }

/** Counted by quarters of an hour since the epoch (`slot`). Durations are rounded to two digits. */
export interface Counted {
  tools: { tool: string; ok: number | null; took: number | null; count: number }[];
  slots: { slot: number; count: number; prompts: number; failures: number }[];
  tokens: { slot: number; project: string; input_tokens: number; output_tokens: number; cache_read_tokens: number; cache_write_tokens: number }[];
  projects: { project: string; sessions: number }[];
}

/** A moment by the person's clock. `day` as YYYY-MM-DD, `weekday` 0 for Sunday. */
export type LocalTime = (ms: number) => { day: string; weekday: number; hour: number };

export const SLOT_MS = 900_000;

export function figuresOf({ from, to }: FiguresRange, counted: Counted, local: LocalTime): Figures {
  const tools = toolFigures(counted.tools);
  return { from, to, totals: totalsOf(counted, tools), activity: byHour(counted, local), days: byDay(counted, local), tools, tokens: tokensByDay(counted, local), projects: counted.projects };
}

function toolFigures(counts: Counted["tools"]): ToolFigure[] {
  const byTool = new Map<string, Counted["tools"]>();
  for (const count of counts) byTool.set(count.tool, [...(byTool.get(count.tool) ?? []), count]);
  return [...byTool].map(([tool, of]) => toolFigure(tool, of)).sort((a, b) => b.calls - a.calls || (a.tool < b.tool ? -1 : 1));
}

function toolFigure(tool: string, counts: Counted["tools"]): ToolFigure {
  const timed = counts.flatMap(({ took, count }) => (took === null ? [] : [{ took, count }]));
  return {
    tool, calls: sum(counts, "count"), failures: sum(counts.filter(({ ok }) => ok === 0), "count"), timed: sum(timed, "count"), p50_ms: quantileOf(timed, 0.5), p95_ms: quantileOf(timed, 0.95),
  };
}

const TOKENS = ["input_tokens", "output_tokens", "cache_read_tokens", "cache_write_tokens"] as const;

function totalsOf({ slots, tokens, projects }: Counted, tools: readonly ToolFigure[]): FigureTotals {
  const [input_tokens, output_tokens, cache_read_tokens, cache_write_tokens] = TOKENS.map((name) => sum(tokens, name)) as [number, number, number, number];
  return { sessions: sum(projects, "sessions"), prompts: sum(slots, "prompts"), calls: sum(tools, "calls"), failures: sum(tools, "failures"), input_tokens, output_tokens, cache_read_tokens, cache_write_tokens };
}

function byHour({ slots }: Counted, local: LocalTime): HourFigure[] {
  const hours = new Map<number, HourFigure>();
  for (const { slot, count } of slots) {
    const { weekday, hour } = local(slot * SLOT_MS);
    const figure = hours.get(weekday * 24 + hour) ?? { weekday, hour, count: 0 };
    hours.set(weekday * 24 + hour, { ...figure, count: figure.count + count });
  }
  return [...hours].sort(([a], [b]) => a - b).map(([, figure]) => figure);
}

function byDay({ slots }: Counted, local: LocalTime): DayFigure[] {
  const days = new Map<string, DayFigure>();
  for (const { slot, count, prompts, failures } of slots) {
    const { day } = local(slot * SLOT_MS);
    const figure = days.get(day) ?? { day, count: 0, prompts: 0, failures: 0 };
    days.set(day, { day, count: figure.count + count, prompts: figure.prompts + prompts, failures: figure.failures + failures });
  }
  return [...days.values()].sort((a, b) => (a.day < b.day ? -1 : 1));
}

function tokensByDay({ tokens }: Counted, local: LocalTime): TokenFigure[] {
  const figures = new Map<string, TokenFigure>();
  for (const { slot, ...spent } of tokens) {
    const { day } = local(slot * SLOT_MS);
    const key = `${day}\n${spent.project}`;
    const figure = figures.get(key) ?? { day, project: spent.project, input_tokens: 0, output_tokens: 0, cache_read_tokens: 0, cache_write_tokens: 0 };
    for (const name of TOKENS) figure[name] += spent[name];
    figures.set(key, figure);
  }
  return [...figures.values()].sort((a, b) => (a.day === b.day ? (a.project < b.project ? -1 : 1) : a.day < b.day ? -1 : 1));
}

function sum<Key extends string>(rows: readonly { [K in Key]: number }[], key: Key): number {
  return rows.reduce((total, row) => total + row[key], 0);
}
