/** Figures as tables that spreadsheets read. Pure. */
import type { Figures } from "../../../schemas/generated/types.ts";

export const TABLES = ["tools", "days", "tokens", "activity"] as const;
export type TableName = (typeof TABLES)[number];

type Cell = string | number | null;

/** RFC 4180, with a head of field names, which are the API's in every language: scripts read it. */
export function csvOf(table: TableName, figures: Figures): string {
  const { head, rows } = tableOf(table, figures);
  return `${[head, ...rows].map((row) => row.map(cellText).join(",")).join("\r\n")}\r\n`;
}

function tableOf(table: TableName, { tools, days, tokens, activity }: Figures): { head: string[]; rows: Cell[][] } {
  switch (table) {
    case "tools":
      return { head: ["tool", "calls", "failures", "timed", "p50_ms", "p95_ms"], rows: tools.map(({ tool, calls, failures, timed, p50_ms, p95_ms }) => [tool, calls, failures, timed, p50_ms, p95_ms]) };
    case "days":
      return { head: ["day", "count", "prompts", "failures"], rows: days.map(({ day, count, prompts, failures }) => [day, count, prompts, failures]) };
    case "tokens":
      return { head: ["day", "project", "input_tokens", "output_tokens", "cache_read_tokens", "cache_write_tokens"], rows: tokens.map((row) => [row.day, row.project, row.input_tokens, row.output_tokens, row.cache_read_tokens, row.cache_write_tokens]) };
    case "activity":
      return { head: ["weekday", "hour", "count"], rows: activity.map(({ weekday, hour, count }) => [weekday, hour, count]) };
  }
}

/** A text that a spreadsheet would take for a formula is marked as text: names of tools and folders come from strangers. */
function cellText(cell: Cell): string {
  if (cell === null) return "";
  if (typeof cell === "number") return String(cell);
  const text = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
