/** What of an interaction or a summary can be found: prompts, replies, tool inputs, summaries. Made from stored columns alone, so that it can be made again. */
import { createHash } from "node:crypto";
import type { SessionSummary } from "../../../schemas/generated/types.ts";
import { tagToken, tokensOf, wellFormed } from "./tokens.ts";

/** Characters of one document that can be found. The beginning of each text counts most, so each gets its share. */
export const MOST_CHARACTERS = 30_000;
const MOST_OF_AN_INPUT = 10_000;
const DEEPEST = 8;
export const SUMMARY_SKILL = "session_summary";

export interface Searched {
  session: number;
  /** null: found without one */
  project: string | null;
  role: string;
  skill: string;
  ts: number;
  text: string;
}

/** @param args JSON text of a tool's input */
export function textOf(content: string, args: string | null): string {
  const parts = [content.slice(0, MOST_CHARACTERS)];
  if (args !== null) gather(parsed(args), parts, 0);
  return wellFormed(parts.join("\n").slice(0, MOST_CHARACTERS));
}

export function textOfSummary(summary: SessionSummary): string {
  const { asked, done, files, failures, open, last_reply } = summary;
  return wellFormed([...asked, ...done, ...files, ...failures, ...open, last_reply ?? ""].join("\n").slice(0, MOST_CHARACTERS));
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

function gather(value: unknown, parts: string[], depth: number): void {
  if (typeof value === "string") parts.push(value.slice(0, MOST_OF_AN_INPUT));
  else if (typeof value === "number") parts.push(String(value));
  else if (typeof value === "object" && value !== null && depth < DEEPEST) for (const inner of Object.values(value)) gather(inner, parts, depth + 1);
}

/** The index's words of a document, with those by which it is filtered. */
export function indexed({ session, project, role, skill, ts, text }: Searched): string {
  const tags = [sessionTag(session), ...(project === null ? [] : [projectTag(project)]), roleTag(role), skillTag(skill), ...timeTags(ts)];
  return [...tokensOf(text), ...tags].join(" ");
}

/** Names may be long and hold any character; a digest that meets another by chance only promises too much. */
const digest = (text: string): string => createHash("sha1").update(text).digest("hex").slice(0, 12);
/** Of UTC, to the hour: 2026112812 */
const hour = (ts: number): string => new Date(Math.max(EARLIEST, Math.min(ts, LATEST))).toISOString().slice(0, 13).replace(/[-T]/g, "");

export const sessionTag = (num: number) => tagToken("s", num);
export const projectTag = (project: string) => tagToken("p", digest(project));
export const roleTag = (role: string) => tagToken("r", role);
export const skillTag = (skill: string) => tagToken("t", digest(skill));
export const timeTags = (ts: number): string[] => [hourTag(ts), dayTag(ts), monthTag(ts)];
const hourTag = (ts: number) => tagToken("h", hour(ts));
const dayTag = (ts: number) => tagToken("d", hour(ts).slice(0, 8));
const monthTag = (ts: number) => tagToken("m", hour(ts).slice(0, 6));

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Times that have a year of four digits. */
const EARLIEST = 0;
const LATEST = Date.UTC(9999, 11, 31);
/** Hours, days and months of one query; a longer span is told by the rows alone. */
const MOST_SPANS = 300;

/** Tags that cover a span of time: hours at its ends, then days, months between; null when there would be too many. */
export function spanTags(from: number, to: number): string[] | null {
  const tags: string[] = [];
  const end = Math.min(to, LATEST);
  for (let at = Math.floor(Math.max(from, EARLIEST) / HOUR_MS) * HOUR_MS; at <= end; ) {
    const { tag, next } = widest(at, end);
    tags.push(tag);
    if (tags.length > MOST_SPANS) return null;
    at = next;
  }
  return tags;
}

/** The longest of them that begins there and ends before the end. */
function widest(at: number, end: number): { tag: string; next: number } {
  const date = new Date(at);
  const startsDay = at % DAY_MS === 0;
  const month = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
  if (startsDay && date.getUTCDate() === 1 && month - 1 <= end) return { tag: monthTag(at), next: month };
  return startsDay && at + DAY_MS - 1 <= end ? { tag: dayTag(at), next: at + DAY_MS } : { tag: hourTag(at), next: at + HOUR_MS };
}
