/**
 * A settings file with a `hooks` object, opened for an edit: bytes in, bytes or a refusal out (SECURITY: never a guess at another tool's file). Pure.
 * Used for Claude Code's settings and for the JSON files of other products.
 */
import { duplicateKey, lineAndColumn, parseJson, styleOf, type TextStyle, valueAt } from "./json-text.ts";

export type RefusalReason = "not_utf8" | "not_json" | "not_an_object" | "hooks_not_an_object" | "event_not_a_list" | "duplicate_key" | "would_lose_content";

export interface Refusal {
  ok: false;
  reason: RefusalReason;
  detail: string;
  /** 1-based; absent where no place can be told */
  line?: number;
  column?: number;
}

export type EditResult = { ok: true; bytes: Buffer; changed: boolean } | Refusal;

/** Carries a refusal out of an edit under way. */
export class Refused extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.detail);
  }
}

export interface HooksText {
  /** The byte order mark, or nothing. */
  mark: string;
  text: string;
}

export interface Reading {
  /** The product's own parser passes over comments. */
  comments?: boolean;
  /** Of a file that is made anew. */
  fresh?: Record<string, unknown>;
}

const BYTE_ORDER_MARK = "\ufeff";

/** @param bytes null or blank: no file yet */
export function openHooks(bytes: Uint8Array | null, { comments = false, fresh = {} }: Reading = {}): HooksText | Refusal {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes ?? new Uint8Array());
  } catch {
    return { ok: false, reason: "not_utf8", detail: "the file is not UTF-8 text" };
  }
  const mark = text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : "";
  text = text.slice(mark.length);
  if (text.trim() === "") return { mark, text: `${JSON.stringify(fresh, null, 2)}\n` };
  return refusalOf(text, comments) ?? { mark, text };
}

function refusalOf(text: string, comments: boolean): Refusal | null {
  const parsed = parseJson(text, { comments });
  if (!parsed.ok) return refusalAt(text, "not_json", parsed.detail, parsed.offset);
  const { root } = parsed;
  if (root.type !== "object") return refusalAt(text, "not_an_object", `the file holds ${root.type === "array" ? "a list" : root.type}`, root.offset);
  const hooks = valueAt(root, ["hooks"]);
  const twice = duplicateKey(root) ?? (hooks?.type === "object" ? duplicateKey(hooks) : null);
  if (twice) return refusalAt(text, "duplicate_key", `"${twice.key}" is there twice`, twice.offset);
  if (hooks && hooks.type !== "object") return refusalAt(text, "hooks_not_an_object", `"hooks" is ${hooks.type}`, hooks.offset);
  return null;
}

export function refusalAt(text: string, reason: RefusalReason, detail: string, offset: number): Refusal {
  return { ok: false, reason, detail, ...lineAndColumn(text, offset) };
}

export interface Editing extends Reading {
  change(text: string, style: TextStyle): string;
  /** Everything that is not ours, as one comparable text: an edit that changes it is refused. */
  foreign(text: string): string;
}

export function editHooks(bytes: Uint8Array | null, { change, foreign, ...reading }: Editing): EditResult {
  const opened = openHooks(bytes, reading);
  if ("reason" in opened) return opened;
  let text: string;
  try {
    text = change(opened.text, styleOf(opened.text));
  } catch (error) {
    if (error instanceof Refused) return error.refusal;
    throw error;
  }
  if (text === opened.text) return { ok: true, bytes: bytes === null ? Buffer.alloc(0) : Buffer.from(bytes), changed: false };
  if (foreign(opened.text) !== foreign(text)) return { ok: false, reason: "would_lose_content", detail: "the edit would change entries that are not ours" };
  return { ok: true, bytes: Buffer.from(opened.mark + text, "utf8"), changed: true };
}
