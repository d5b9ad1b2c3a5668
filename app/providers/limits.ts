/**
 * What a payload may be before anything looks at it: bounded in depth, in number of values and in length of text. Nothing is refused
 * for its size: what is too long is cut and flagged, ids (short texts) always stay (DESIGN §4 step 1, FIELD-FAULTS F9).
 */

export interface Limits {
  /** Characters of one string. */
  string: number;
  /** Characters of all strings together; later long strings get what is left. */
  total: number;
  /** Levels of nesting. */
  depth: number;
  /** Values in all. */
  values: number;
}

export const LIMITS: Limits = { string: 256 * 1024, total: 2 * 1024 * 1024, depth: 64, values: 20_000 };

export interface Limited {
  /** The same value when nothing had to change. */
  value: unknown;
  /** True when text, depth or values were cut. */
  truncated: boolean;
}

/** Strings up to this length stay whatever the total is, so that ids stay. */
const ALWAYS_KEPT = 256;
/** Assigning to these on a copy would change its prototype or what it is made from. */
const FORBIDDEN_KEYS = new Set(["__proto__", "constructor", "prototype"]);

interface Budget {
  limits: Limits;
  characters: number;
  values: number;
  truncated: boolean;
}

/**
 * @param value anything JSON.parse can give
 * @returns the value with long strings cut (`…[N characters cut]`), deep or superfluous parts replaced, and the keys `__proto__`, `constructor`
 *   and `prototype` dropped
 */
export function limit(value: unknown, limits: Limits = LIMITS): Limited {
  const budget: Budget = { limits, characters: limits.total, values: limits.values, truncated: false };
  return { value: limitValue(value, 0, budget), truncated: budget.truncated };
}

/** Head of a text, ended so that no half of a secret or of a character stands at the cut. */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text;
  const head = text.slice(0, length);
  const lastBreak = Math.max(head.lastIndexOf(" "), head.lastIndexOf("\n"), head.lastIndexOf('"'));
  const kept = lastBreak > 0 && length - lastBreak <= 200 ? head.slice(0, lastBreak + 1) : head.replace(/[\ud800-\udbff]$/, "");
  return `${kept}…[${text.length - kept.length} characters cut]`;
}

function limitValue(value: unknown, depth: number, budget: Budget): unknown {
  if (typeof value === "string") return limitText(value, budget);
  if (typeof value !== "object" || value === null) return value;
  if (depth >= budget.limits.depth) return note(budget, "[nested too deeply]");
  return Array.isArray(value) ? limitList(value, depth, budget) : limitObject(value as Record<string, unknown>, depth, budget);
}

function limitText(text: string, budget: Budget): string {
  if (text.length <= ALWAYS_KEPT) return text;
  const allowed = Math.max(ALWAYS_KEPT, Math.min(budget.limits.string, budget.characters));
  budget.characters -= Math.min(text.length, allowed);
  if (text.length <= allowed) return text;
  budget.truncated = true;
  return cutText(text, allowed);
}

function limitList(list: unknown[], depth: number, budget: Budget): unknown[] {
  let copy: unknown[] | null = null;
  for (let i = 0; i < list.length; i++) {
    if (budget.values-- <= 0) {
      const rest = list.length - i;
      return [...(copy ?? list.slice(0, i)), note(budget, `[${rest} values cut]`)];
    }
    const limited = limitValue(list[i], depth + 1, budget);
    if (copy === null && limited === list[i]) continue;
    copy ??= list.slice(0, i);
    copy.push(limited);
  }
  return copy ?? list;
}

function limitObject(object: Record<string, unknown>, depth: number, budget: Budget): Record<string, unknown> {
  let copy: Record<string, unknown> | null = null;
  for (const key in object) {
    if (FORBIDDEN_KEYS.has(key)) {
      copy ??= safeCopy(object);
      continue;
    }
    const value = object[key];
    // Simple values of the top level are ids and names; they stay even when a flood of values came before them.
    const simple = depth === 0 && (typeof value !== "object" || value === null);
    if (budget.values-- <= 0 && !simple) {
      copy ??= safeCopy(object);
      copy[key] = note(budget, "[cut]");
      if (depth > 0) return withoutRest(copy, key, budget);
      continue;
    }
    const limited = limitValue(value, depth + 1, budget);
    if (limited === value) continue;
    copy ??= safeCopy(object);
    copy[key] = limited;
  }
  return copy ?? object;
}

function safeCopy(object: Record<string, unknown>): Record<string, unknown> {
  const copy: Record<string, unknown> = {};
  for (const key in object) if (!FORBIDDEN_KEYS.has(key)) copy[key] = object[key];
  return copy;
}

/** Everything up to and with `last`; the rest was beyond the budget. */
function withoutRest(object: Record<string, unknown>, last: string, budget: Budget): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  for (const key in object) {
    kept[key] = object[key];
    if (key === last) break;
  }
  budget.truncated = true;
  return kept;
}

function note<T>(budget: Budget, text: T): T {
  budget.truncated = true;
  return text;
}
