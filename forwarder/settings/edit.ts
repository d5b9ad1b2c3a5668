/**
 * Our entries in a Claude Code settings file. Pure.
 * What is not ours keeps every byte, whatever its shape.
 */
import type { Node } from "jsonc-parser";
import { folded } from "./folded-text.ts";
import { editHooks, type EditResult, openHooks, type Refusal, refusalAt, Refused } from "./hooks-text.ts";
import { appendElement, appendProperty, removeChild, replaceValue, rootOf, type TextStyle, valueAt } from "./json-text.ts";
import { type Handler, isCommandLine, isHandWritten, isOurs, type PlannedHook, PLUGIN_NAME } from "./plan.ts";

export interface HooksStatus {
  ok: true;
  /** our handlers as they stand */
  ours: PlannedHook[];
  /** events with a hand-written call of our forwarder (specification 1 §4.1) */
  handWritten: string[];
  /** the person has switched all hooks off */
  disabled: boolean;
  /** events where `agent-mascot hook …` stands as a hook: its answers are for people and scripts, not for the client */
  byCommandLine: string[];
  /** `enabledPlugins` has our plugin on; null: nothing is said of it */
  plugin: boolean | null;
  /** `allowManagedHooksOnly` (managed settings) */
  managedOnly: boolean;
  /** `allowedHttpHookUrls`; null: everything is allowed */
  allowedUrls: string[] | null;
  /** what `disableAllHooks` says; null: nothing */
  disableAll: boolean | null;
}

/** @param bytes null or blank: no file yet */
export function addHooks(bytes: Uint8Array | null, hooks: readonly PlannedHook[]): EditResult {
  return edit(bytes, (text, style) => {
    const obsolete = hooksIn(text).filter((found) => !hooks.some((hook) => hook.event === found.event));
    let result = withoutOurs(text, (event) => obsolete.some((found) => found.event === event));
    for (const hook of hooks) result = addHook(result, hook, style);
    return result;
  });
}

export function removeHooks(bytes: Uint8Array | null): EditResult {
  return edit(bytes, (text) => withoutOurs(text, () => true));
}

export function inspectHooks(bytes: Uint8Array | null): HooksStatus | Refusal {
  const opened = openHooks(bytes);
  if ("reason" in opened) return opened;
  const settings = JSON.parse(opened.text) as Record<string, unknown>;
  const handlers = allHandlers(settings);
  return {
    ok: true,
    ours: handlers.filter(({ handler }) => isOurs(handler)).map(({ event, handler }) => ({ event, handler: handler as Handler })),
    handWritten: [...new Set(handlers.filter(({ handler }) => isHandWritten(handler)).map(({ event }) => event))],
    disabled: settings["disableAllHooks"] === true,
    byCommandLine: [...new Set(handlers.filter(({ handler }) => isCommandLine(handler)).map(({ event }) => event))],
    plugin: pluginIn(settings["enabledPlugins"]),
    managedOnly: settings["allowManagedHooksOnly"] === true,
    allowedUrls: Array.isArray(settings["allowedHttpHookUrls"]) ? settings["allowedHttpHookUrls"].filter((url) => typeof url === "string") : null,
    disableAll: typeof settings["disableAllHooks"] === "boolean" ? settings["disableAllHooks"] : null,
  };
}

function edit(bytes: Uint8Array | null, change: Change): EditResult {
  return editHooks(bytes, { change: (text, style) => changed(text, change, style), foreign: foreignContent });
}

type Change = (text: string, style: TextStyle) => string;

/** On the text with its large values folded away: each change reads the text anew, and a file of megabytes would take seconds. */
function changed(text: string, change: Change, style: TextStyle): string {
  const small = folded(text, ["hooks"]);
  try {
    return small.unfold(change(small.text, style));
  } catch (error) {
    // A refusal names a place, which only the whole text has.
    if (error instanceof Refused && small.text !== text) return change(text, style);
    throw error;
  }
}

/** One group of our own per event, behind all others; an older version of it is replaced where it stands. */
function addHook(text: string, hook: PlannedHook, style: TextStyle): string {
  const group = { matcher: "", hooks: [hook.handler] };
  const root = rootOf(text);
  const hooks = valueAt(root, ["hooks"]);
  if (!hooks) return appendProperty(text, root, "hooks", { [hook.event]: [group] }, style);
  const event = valueAt(hooks, [hook.event]);
  if (!event) return appendProperty(text, hooks, hook.event, [group], style);
  if (event.type !== "array") throw new Refused(refusalAt(text, "event_not_a_list", `"hooks.${hook.event}" is ${event.type}`, event.offset));
  const places = ourPlaces(text, hook.event);
  const [first, ...rest] = places;
  if (!first) return appendElement(text, event, group, style);
  if (rest.length > 0) return addHook(removeHandler(text, hook.event, rest[rest.length - 1] as Place), hook, style);
  const current = valueAt(event, [first.group, "hooks", first.handler]) as Node;
  if (JSON.stringify(JSON.parse(text.slice(current.offset, current.offset + current.length))) === JSON.stringify(hook.handler)) return text;
  return replaceValue(text, current, hook.handler, style);
}

function withoutOurs(text: string, wanted: (event: string) => boolean): string {
  let result = text;
  for (const event of new Set(hooksIn(text).map((found) => found.event).filter(wanted))) {
    // From behind, so that earlier places stay where they are.
    for (const place of ourPlaces(result, event).reverse()) result = removeHandler(result, event, place);
    result = withoutEmpty(result, ["hooks", event]);
  }
  return result === text ? text : withoutEmpty(result, ["hooks"]);
}

interface Place {
  group: number;
  handler: number;
}

function ourPlaces(text: string, event: string): Place[] {
  const groups = (JSON.parse(text) as { hooks?: Record<string, unknown> }).hooks?.[event];
  if (!Array.isArray(groups)) return [];
  return groups.flatMap((group: unknown, g) => handlersOf(group).flatMap((handler, h) => (isOurs(handler) ? [{ group: g, handler: h }] : [])));
}

/** The handler, and the group around it when that held nothing else. */
function removeHandler(text: string, event: string, place: Place): string {
  const groups = valueAt(rootOf(text), ["hooks", event]) as Node;
  const handlers = valueAt(groups, [place.group, "hooks"]) as Node;
  if ((handlers.children ?? []).length > 1) return removeChild(text, handlers, place.handler);
  return removeChild(text, groups, place.group);
}

/** Removes a property whose value has become empty. */
function withoutEmpty(text: string, path: string[]): string {
  const root = rootOf(text);
  const value = valueAt(root, path);
  if (!value || (value.children ?? []).length > 0) return text;
  const parent = valueAt(root, path.slice(0, -1)) ?? root;
  const index = (parent.children ?? []).findIndex((property) => property.children?.[1] === value);
  return removeChild(text, parent, index);
}

function hooksIn(text: string): PlannedHook[] {
  return allHandlers(JSON.parse(text) as Record<string, unknown>).filter(({ handler }) => isOurs(handler)) as PlannedHook[];
}

function allHandlers(settings: Record<string, unknown>): { event: string; handler: unknown }[] {
  const hooks = settings["hooks"];
  if (typeof hooks !== "object" || hooks === null) return [];
  return Object.entries(hooks).flatMap(([event, groups]) =>
    Array.isArray(groups) ? groups.flatMap((group) => handlersOf(group).map((handler) => ({ event, handler }))) : [],
  );
}

/** A plugin's id is its name, `@` and the list it came from. */
function pluginIn(enabled: unknown): boolean | null {
  if (typeof enabled !== "object" || enabled === null) return null;
  const said = Object.entries(enabled).filter(([id]) => id === PLUGIN_NAME || id.startsWith(`${PLUGIN_NAME}@`));
  return said.length === 0 ? null : said.some(([, on]) => on === true);
}

function handlersOf(group: unknown): unknown[] {
  const handlers = typeof group === "object" && group !== null ? (group as { hooks?: unknown }).hooks : undefined;
  return Array.isArray(handlers) ? handlers : [];
}

/** Everything but our entries, order included, as one comparable text. Empty lists and objects under `hooks` count as absent. */
function foreignContent(text: string): string {
  const { hooks, ...others } = JSON.parse(text) as Record<string, unknown>;
  // "hooks" that is no object is refused before; none at all is the same as an empty one, which is what our first entry makes and our last one leaves.
  const kept = Object.entries((hooks ?? {}) as Record<string, unknown>).flatMap(([event, groups]) => {
    if (!Array.isArray(groups)) return [[event, groups]];
    const rest = groups.map(withoutOurHandlers).filter((group) => group !== null);
    return rest.length > 0 ? [[event, rest]] : [];
  });
  const keys = Object.keys(JSON.parse(text) as object).filter((key) => key !== "hooks" || kept.length > 0);
  return JSON.stringify([keys, others, kept]);
}

function withoutOurHandlers(group: unknown): unknown {
  const handlers = handlersOf(group);
  const rest = handlers.filter((handler) => !isOurs(handler));
  if (rest.length === handlers.length) return group;
  return rest.length > 0 ? { ...(group as object), hooks: rest } : null;
}
