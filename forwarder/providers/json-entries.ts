/**
 * Our entries in another product's JSON file, with or without comments. What is not ours keeps every byte, comments too. Pure.
 * `hooks.<event>` may be a list of handlers, or of groups with a list of handlers each.
 */
import { createScanner, getNodeValue, type Node } from "jsonc-parser";
import { editHooks, openHooks, type Reading, refusalAt, Refused } from "../settings/hooks-text.ts";
import { MARKER } from "../settings/installed-line.ts";
import { appendElement, appendProperty, removeChild, replaceValue, rootOf, type TextStyle, valueAt } from "../settings/json-text.ts";
import type { HooksFormat } from "./provider-hooks.ts";

export interface Entry {
  /** The product's name of the event. */
  event: string;
  /** What stands for it, with our command somewhere in it. */
  value: Record<string, unknown>;
}

export interface EntriesOptions extends Reading {
  entries: readonly Entry[];
}

export function jsonEntries(options: EntriesOptions): HooksFormat {
  return {
    add: (bytes) => editHooks(bytes, { ...options, foreign: foreignOf, change: (text, style) => options.entries.reduce((before, entry) => withEntry(before, entry, style), withoutObsolete(text, options)) }),
    remove: (bytes) => editHooks(bytes, { ...options, foreign: foreignOf, change: (text) => withoutOurs(text, () => true) }),
    inspect(bytes) {
      const opened = openHooks(bytes, options);
      if ("reason" in opened) return opened;
      const ours = places(opened.text);
      const current = ours.length === options.entries.length && options.entries.every(({ event, value }) => ours.some((place) => place.event === event && same(place.value, value)));
      return { ok: true, events: [...new Set(ours.map(({ event }) => event))], current };
    },
  };
}

interface Place {
  event: string;
  /** In the event's list. */
  index: number;
  value: unknown;
}

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
  if (list.type !== "array") throw new Refused(refusalAt(text, "event_not_a_list", `"hooks.${event}" is ${list.type}`, list.offset));
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
