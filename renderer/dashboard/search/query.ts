/** What the person wants to find, as it is asked of main; where a hit leads. Pure. */
import { startOfDay } from "../../../schemas/clock.ts";
import type { SearchHit, SearchQuery } from "../../../schemas/generated/types.ts";
import type { Place } from "../place.ts";

export const WHENS = ["any", "today", "week", "month", "between"] as const;
export type When = (typeof WHENS)[number];

export interface Filters {
  text: string;
  project: string | null;
  role: "user" | "assistant" | null;
  /** A tool, or what is kept like one: `claude_response`, `session_summary`. */
  tool: string | null;
  when: When;
  /** Of `between`: days as `2026-11-28`, '' for an open end. */
  from: string;
  to: string;
}

export const NO_FILTERS: Filters = { text: "", project: null, role: null, tool: null, when: "any", from: "", to: "" };

export const isFiltered = ({ project, role, tool, when }: Filters): boolean => project !== null || role !== null || tool !== null || when !== "any";

/** Rows asked for at first, and once the person has come to their end: as many as main gives. */
export const FIRST_LIMIT = 50;
export const FULL_LIMIT = 200;

/** @returns null when nothing is asked */
export function queryOf(filters: Filters, limit: number, nowMs: number): SearchQuery | null {
  const text = filters.text.trim().slice(0, 1000);
  if (text === "") return null;
  const { project, role, tool } = filters;
  return { text, limit, ...(project === null ? {} : { project }), ...(role === null ? {} : { role }), ...(tool === null ? {} : { tool }), ...spanOf(filters, nowMs) };
}

const DAYS: Partial<Record<When, number>> = { today: 0, week: 6, month: 29 };

/** Whole days of the person's own clock, today among them. */
function spanOf({ when, from, to }: Filters, nowMs: number): { from?: number; to?: number } {
  const days = DAYS[when];
  if (days !== undefined) return { from: startOfDay(nowMs, -days) };
  if (when === "any") return {};
  const [one, other] = [dayOf(from), dayOf(to)];
  const [first, last] = one && other && one > other ? [other, one] : [one, other];
  return { ...(first ? { from: startOfDay(first.getTime()) } : {}), ...(last ? { to: startOfDay(last.getTime(), 1) - 1 } : {}) };
}

function dayOf(text: string): Date | undefined {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  return parts ? new Date(Number(parts[1]), Number(parts[2]) - 1, Number(parts[3])) : undefined;
}

/** Who said it: a key of the words, or a tool's own name. */
export function speakerOf({ skill_name, role }: Pick<SearchHit, "skill_name" | "role">): { key: "you" | "agent" | "summary" } | { tool: string } {
  switch (skill_name) {
    case "user_prompt": return { key: role === "user" ? "you" : "agent" };
    case "claude_response": return { key: "agent" };
    case "session_summary": return { key: "summary" };
    default: return { tool: skill_name };
  }
}

/** A summary is of the whole session: it opens where every session opens. */
export function placeOfHit({ session_id, skill_name, ts, seq }: SearchHit): Place {
  return { page: "sessions", session_id, ...(skill_name === "session_summary" ? {} : { at: `${ts}.${seq}` }) };
}
