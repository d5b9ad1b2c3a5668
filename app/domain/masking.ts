/**
 * Secrets leave a text before anything stores, shows or sends it (DESIGN §4 step 4, SECURITY E1, FIELD-FAULTS X). Pure and linear:
 * a text is read once; only at rare characters (`-`, `=`, `:` …) and at the beginnings of a few words the finders of the masking files are asked.
 * A mask keeps the kind and the last characters of what it hides, so that two masks of one secret can be matched.
 * Masking twice changes nothing more.
 */
import { maskAssignments, namesEnvironmentFile } from "./masking-environment.ts";
import { mask } from "./masking-mask.ts";
import { nameKind } from "./masking-names.ts";
import { mayHavePrivateParts, withoutPrivateParts, withoutSpreadParts } from "./masking-private.ts";
import { findSecrets } from "./masking-scan.ts";
import { valueIsSecret } from "./masking-values.ts";

export { mask } from "./masking-mask.ts";

/** Deeper values are replaced: nothing real nests so far, and recursion must end before the stack does. */
const DEEPEST = 200;
const SHORTEST = 6;
/** Keys up to this length are names; longer ones may be anything. */
const LONGEST_NAME = 15;

/** Strings found clean a moment ago: ids, paths and folders come with every payload of a session. */
const clean = new Set<string>();
const CLEAN_LIMIT = 2_000;
const CLEAN_LONGEST = 256;

/** The text without its secrets; the same string when it has none. */
export function maskText(text: string): string {
  return maskString(text, null);
}

/**
 * The value with every string in it masked, keys too; parts without secrets are returned as they are, not copied. Where it shows a tool at work
 * on a `.env` file, the settings in it are masked whatever their names.
 */
export function maskDeep<T>(value: T): T {
  const seen: Seen = { openParts: false };
  const masked = maskValue(value, { depth: 0, settings: false, seen });
  return (seen.openParts ? maskValue(withoutSpreadParts(value), { depth: 0, settings: false, seen }) : masked) as T;
}

interface Seen {
  /** A private part was opened in one string and not closed in it. */
  openParts: boolean;
}

interface Where {
  depth: number;
  /** Inside of what a `.env` file holds. */
  settings: boolean;
  seen: Seen;
}

function maskString(text: string, seen: Seen | null): string {
  if (text.length < SHORTEST) return text;
  const remembered = text.length <= CLEAN_LONGEST;
  if (remembered && clean.has(text)) return text;
  // First, so that no name or value is looked for across what will be gone.
  if (mayHavePrivateParts(text)) {
    const cut = withoutPrivateParts(text);
    if (cut.open && seen !== null) seen.openParts = true;
    return withoutSecrets(cut.text);
  }
  const masked = withoutSecrets(text);
  if (remembered && masked === text) remember(text);
  return masked;
}

function withoutSecrets(text: string): string {
  const secrets = findSecrets(text);
  if (secrets === null) return text;
  let result = "";
  let from = 0;
  for (const { start, end, keep, instead } of secrets) {
    result += text.slice(from, start) + (instead ?? text.slice(start, start + keep) + mask(text.slice(start + keep, end)));
    from = end;
  }
  return result + text.slice(from);
}

function remember(text: string): void {
  if (clean.size >= CLEAN_LIMIT) clean.clear();
  clean.add(text);
}

function maskValue(value: unknown, where: Where): unknown {
  if (typeof value === "string") {
    const masked = maskString(value, where.seen);
    return where.settings ? maskAssignments(masked) : masked;
  }
  if (typeof value !== "object" || value === null) return value;
  if (where.depth >= DEEPEST) return "[nested too deeply]";
  return Array.isArray(value) ? maskList(value, where) : maskObject(value as Record<string, unknown>, where);
}

function inside({ depth, settings, seen }: Where, here = false): Where {
  return { depth: depth + 1, settings: settings || here, seen };
}

function maskList(list: unknown[], where: Where): unknown[] {
  const within = inside(where);
  let copy: unknown[] | null = null;
  for (let i = 0; i < list.length; i++) {
    const masked = isFlagged(list, i) ? maskNamed(flagName(list[i - 1]), list[i], within) : maskValue(list[i], within);
    if (masked === list[i]) continue;
    copy ??= list.slice();
    copy[i] = masked;
  }
  return copy ?? list;
}

/** After `"--password"` in a list of arguments. */
function isFlagged(list: unknown[], i: number): boolean {
  const before = i > 0 ? list[i - 1] : undefined;
  return typeof before === "string" && before.length > 4 && before.startsWith("--") && typeof list[i] === "string" && !(list[i] as string).startsWith("-");
}

function flagName(flag: unknown): string {
  return (flag as string).slice(2);
}

function maskObject(object: Record<string, unknown>, where: Where): Record<string, unknown> {
  const within = inside(where, namesEnvironmentFile(object));
  const ofTool = worksOnSettings(object) ? inside(where, true) : within;
  let copy: Record<string, unknown> | null = null;
  let keysChanged = false;
  for (const key in object) {
    const value = object[key];
    const masked = maskNamed(key, value, key === "tool_response" || key === "toolUseResult" ? ofTool : within);
    if (key.length > LONGEST_NAME && maskText(key) !== key) keysChanged = true;
    if (masked === value) continue;
    copy ??= { ...object };
    copy[key] = masked;
  }
  const paired = maskPair(copy ?? object, copy !== null);
  return keysChanged ? withMaskedKeys(paired) : paired;
}

/** A tool call whose input names a `.env` file: its answer holds what is in it. */
function worksOnSettings(object: Record<string, unknown>): boolean {
  const input = object.tool_input;
  return typeof input === "object" && input !== null && namesEnvironmentFile(input as Record<string, unknown>);
}

function maskNamed(key: string, value: unknown, where: Where): unknown {
  const kind = nameKind(key);
  if (kind === "none") return maskValue(value, where);
  if (typeof value === "string") return valueIsSecret(kind, value) && !value.startsWith("***") ? mask(value) : maskValue(value, where);
  if (typeof value === "number" && kind === "strong" && Math.abs(value) >= 10_000) return mask(String(value));
  if (Array.isArray(value) && value.every((item) => typeof item === "string")) {
    const list = value.map((item) => maskNamed(key, item, inside(where)));
    return list.every((item, i) => item === value[i]) ? value : list;
  }
  return maskValue(value, where);
}

/** `{ name: "DB_PASSWORD", value: "…" }`, the way lists of variables and headers are written. */
function maskPair(object: Record<string, unknown>, isCopy: boolean): Record<string, unknown> {
  const value = object.value;
  if (typeof value !== "string") return object;
  const name = typeof object.name === "string" ? object.name : object.key;
  if (typeof name !== "string" || value.startsWith("***") || !valueIsSecret(nameKind(name), value)) return object;
  const copy = isCopy ? object : { ...object };
  copy.value = mask(value);
  return copy;
}

function withMaskedKeys(object: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [maskText(key), value]));
}
