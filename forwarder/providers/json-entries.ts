/**
 * Our entries in another product's JSON file, with or without comments: bytes in, bytes or a refusal out. What is not ours keeps every byte, comments too. Pure.
 * `nested`: `hooks.<event>` is a list of groups with a list of handlers each; else a list of handlers.
 */
import { createScanner, getNodeValue, type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";
import type { EditResult, Refusal, RefusalReason } from "../settings/edit.ts";
import { MARKER } from "../settings/installed-line.ts";
import { appendElement, appendProperty, duplicateKey, lineAndColumn, removeChild, replaceValue, styleOf, type TextStyle, valueAt } from "../settings/json-text.ts";
import type { HooksFormat } from "./provider-hooks.ts";

export interface Entry {
  /** The product's name of the event. */
  event: string;
  /** What stands for it, with our command somewhere in it. */
  value: Record<string, unknown>;
}

export interface EntriesOptions {
  entries: readonly Entry[];
  nested: boolean;
  /** The product's own parser passes over comments. */
  comments: boolean;
  /** Of a file that is made anew. */
  fresh?: Record<string, unknown>;
}

export function jsonEntries(options: EntriesOptions): HooksFormat {
  return {
    add: (bytes) => edited(bytes, options, (text, style) => options.entries.reduce((before, entry) => withEntry(before, entry, style), withoutObsolete(text, options))),
    remove: (bytes) => edited(bytes, options, (text) => withoutOurs(text, () => true)),
    inspect(bytes) {
      const opened = open(bytes, options);
      if ("reason" in opened) return opened;
      const ours = places(opened.text);
      const current = ours.length === options.entries.length && options.entries.every(({ event, value }) => ours.some((place) => place.event === event && same(place.value, value)));
      return { ok: true, events: [...new Set(ours.map(({ event }) => event))], current };
    },
  };
}

const MARK = "\ufeff";

interface Opened {
  mark: string;
  text: string;
}

function open(bytes: Buffer | null, { comments, fresh = {} }: EntriesOptions): Opened | Refusal {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes ?? new Uint8Array());
  } catch {
    return { ok: false, reason: "not_utf8", detail: "the file is not UTF-8 text" };
  }
  const mark = text.startsWith(MARK) ? MARK : "";
  text = text.slice(mark.length);
  if (text.trim() === "") return { mark, text: `${JSON.stringify(fresh, null, 2)}\n` };
  return refusalOf(text, comments) ?? { mark, text };
}

function refusalOf(text: string, comments: boolean): Refusal | null {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { disallowComments: !comments, allowTrailingComma: false });
  const [first] = errors;
  if (first) return refusal(text, "not_json", printParseErrorCode(first.error), first.offset);
  if (root?.type !== "object") return refusal(text, "not_an_object", "the file holds no object", root?.offset ?? 0);
  const hooks = valueAt(root, ["hooks"]);
  const twice = duplicateKey(root) ?? (hooks?.type === "object" ? duplicateKey(hooks) : null);
  if (twice) return refusal(text, "duplicate_key", `"${twice.key}" is there twice`, twice.offset);
  if (hooks && hooks.type !== "object") return refusal(text, "hooks_not_an_object", `"hooks" is ${hooks.type}`, hooks.offset);
  return null;
}

function refusal(text: string, reason: RefusalReason, detail: string, offset: number): Refusal {
  return { ok: false, reason, detail, ...lineAndColumn(text, offset) };
}

class Refused extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.detail);
  }
}

function edited(bytes: Buffer | null, options: EntriesOptions, change: (text: string, style: TextStyle) => string): EditResult {
  const opened = open(bytes, options);
  if ("reason" in opened) return opened;
  const before = bytes ?? Buffer.alloc(0);
  try {
    const text = change(opened.text, styleOf(opened.text));
    if (text === opened.text) return { ok: true, bytes: before, changed: false };
    if (foreignOf(text) !== foreignOf(opened.text)) return { ok: false, reason: "would_lose_content", detail: "the edit would change what is not ours" };
    return { ok: true, bytes: Buffer.from(opened.mark + text, "utf8"), changed: true };
  } catch (error) {
    if (error instanceof Refused) return error.refusal;
    throw error;
  }
}

interface Place {
  event: string;
  /** In the event's list. */
  index: number;
  value: unknown;
}

const rootOf = (text: string): Node => parseTree(text) as Node;

function places(text: string): Place[] {
  const hooks = valueAt(rootOf(text), ["hooks"]);
  return (hooks?.children ?? []).flatMap((property) => {
    const [key, list] = property.children ?? [];
    if (list?.type !== "array") return [];
    return (list.children ?? []).flatMap((element, index) => (isOurs(getNodeValue(element)) ? [{ event: key?.value as string, index, value: getNodeValue(element) as unknown }] : []));
  });
}

/** A handler of ours, or a group of nothing but such. A group that somebody put more into is theirs. */
function isOurs(element: unknown): boolean {
  if (typeof element !== "object" || element === null) return false;
  const { hooks, command, bash } = element as Record<string, unknown>;
  if (Array.isArray(hooks)) return hooks.length > 0 && hooks.every(isOurs);
  return [command, bash].some((text) => typeof text === "string" && text.trimEnd().endsWith(MARKER));
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

function withEntry(text: string, { event, value }: Entry, style: TextStyle): string {
  const root = rootOf(text);
  const hooks = valueAt(root, ["hooks"]);
  if (!hooks) return appendProperty(text, root, "hooks", { [event]: [value] }, style);
  const list = valueAt(hooks, [event]);
  if (!list) return appendProperty(text, hooks, event, [value], style);
  if (list.type !== "array") throw new Refused(refusal(text, "event_not_a_list", `"hooks.${event}" is ${list.type}`, list.offset));
  const [mine, ...rest] = places(text).filter((place) => place.event === event);
  if (!mine) return appendElement(text, list, value, style);
  const last = rest.at(-1);
  if (last) return withEntry(removeChild(text, list, last.index), { event, value }, style);
  return same(mine.value, value) ? text : replaceValue(text, list.children?.[mine.index] as Node, value, style);
}

function withoutObsolete(text: string, { entries }: EntriesOptions): string {
  return withoutOurs(text, (event) => !entries.some((entry) => entry.event === event));
}

function withoutOurs(text: string, wanted: (event: string) => boolean): string {
  let result = text;
  for (const { event, index } of places(text).filter((place) => wanted(place.event)).reverse()) {
    result = removeChild(result, valueAt(rootOf(result), ["hooks", event]) as Node, index);
    result = withoutEmpty(result, ["hooks", event]);
  }
  return result === text ? text : withoutEmpty(result, ["hooks"]);
}

function withoutEmpty(text: string, path: string[]): string {
  const root = rootOf(text);
  const value = valueAt(root, path);
  if (!value || (value.children ?? []).length > 0) return text;
  const parent = valueAt(root, path.slice(0, -1)) ?? root;
  return removeChild(text, parent, (parent.children ?? []).findIndex((property) => property.children?.[1] === value));
}

/** Everything but our entries, with order and comments, as one comparable text. */
function foreignOf(text: string): string {
  const { hooks = {}, ...others } = getNodeValue(rootOf(text)) as Record<string, unknown>;
  const kept = Object.entries(hooks as Record<string, unknown>).flatMap(([event, list]) => {
    if (!Array.isArray(list)) return [[event, list]];
    const rest = list.filter((element) => !isOurs(element));
    return rest.length > 0 ? [[event, rest]] : [];
  });
  return JSON.stringify([others, kept, commentsOf(text)]);
}

const LINE_COMMENT = 12;
const BLOCK_COMMENT = 13;

function commentsOf(text: string): string[] {
  const scanner = createScanner(text);
  const comments: string[] = [];
  // 17 is the end of the text.
  for (let token: number = scanner.scan(); token !== 17; token = scanner.scan()) if (token === LINE_COMMENT || token === BLOCK_COMMENT) comments.push(scanner.getTokenValue());
  return comments;
}
