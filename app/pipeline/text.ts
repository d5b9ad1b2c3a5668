/** Small safe readings of values whose types nobody promises. */
import { record } from "../domain/unknown.ts";
import { cutText } from "../providers/limits.ts";

/** Strings inside an event's payload are cut here; `raw` keeps more (limits.ts). */
export const PAYLOAD_TEXT_LIMIT = 8_192;
/** Of what a tool gave the conversation keeps 10,000 characters (specification 4), uncut by us before. */
export const OUTPUT_TEXT_LIMIT = 12_288;
/** Of texts that another event of the same delivery carries in full. */
export const EXCERPT_LIMIT = 500;

export function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

export function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

export function excerpt(text: string | null | undefined, length = EXCERPT_LIMIT): string | undefined {
  return text ? cutText(text, length) : undefined;
}

/** An error as text, whatever shape it came in. */
export function errorText(error: unknown): string {
  if (typeof error === "string") return error;
  const message = textOf(record(error).message);
  return message ?? (error === undefined || error === null ? "" : JSON.stringify(error));
}

/** N of an error that starts "Exit code N" (contract §15.20); null when it does not. */
export function exitCode(error: string): number | null {
  const found = /^\s*(?:Error:\s*)?Exit code (-?\d{1,9})\b/.exec(error);
  return found ? Number(found[1]) : null;
}

/** The value with every string in it cut; unchanged parts are shared. Depth is bounded by limits.ts. */
export function cutStrings(value: unknown, length = PAYLOAD_TEXT_LIMIT): unknown {
  if (typeof value === "string") return cutText(value, length);
  if (typeof value !== "object" || value === null) return value;
  const source = value as Record<string, unknown>;
  let copy: Record<string, unknown> | unknown[] | null = null;
  for (const key in source) {
    const cut = cutStrings(source[key], length);
    if (cut === source[key]) continue;
    copy ??= Array.isArray(value) ? value.slice() : { ...source };
    (copy as Record<string, unknown>)[key] = cut;
  }
  return copy ?? value;
}
