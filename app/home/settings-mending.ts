/**
 * What can still be read of a settings file that somebody edited by hand. A slip in one place must not undo what the person decided in all others: the guard would be open, and what was
 * not to be remembered would be.
 */
import { parse, type ParseError } from "jsonc-parser";
import { isRecord } from "../domain/unknown.ts";

export interface Reading {
  /** undefined: nothing */
  value: unknown;
  /** false: something could not be read, and `value` holds what is around it. */
  isWhole: boolean;
  /** false: with comments, or a comma too many. Other readers of the file understand neither. */
  isStrict: boolean;
}

export function readLeniently(text: string): Reading {
  const bare = text.replace(/^\uFEFF/, "");
  try {
    return { value: JSON.parse(bare), isWhole: true, isStrict: true };
  } catch {
    return readAround(bare);
  }
}

function readAround(text: string): Reading {
  const errors: ParseError[] = [];
  try {
    const value: unknown = parse(text, errors, { allowTrailingComma: true });
    return { value, isWhole: errors.length === 0, isStrict: false };
  } catch {
    // Nested too deeply for any reader.
    return { value: undefined, isWhole: false, isStrict: false };
  }
}

/** What deletes, sends elsewhere or answers is believed as a whole or not at all: half of it may be more than the person wanted. */
const WHOLE_OR_NOT: ReadonlySet<string> = new Set(["retention", "bridges", "answering"]);
/** Settings are no deeper. */
const DEEPEST = 4;

/**
 * The parts of a settings object that fit; of a part that does not, its own parts.
 * @param isWhole false: the text was damaged, and where is not known
 * @returns null when nothing of the person's is among them
 */
export function whatFits(value: unknown, isWhole: boolean, isValid: (settings: Record<string, unknown>) => boolean): Record<string, unknown> | null {
  if (!isRecord(value)) return null;
  const believed = Object.entries(value).filter(([key]) => isWhole || !WHOLE_OR_NOT.has(key));
  const fitting = believed.reduce<Record<string, unknown>>((known, [key, part]) => withPart(known, [key], part, isValid), {});
  return Object.keys(fitting).some((key) => key !== "version") ? fitting : null;
}

function withPart(known: Record<string, unknown>, place: readonly string[], part: unknown, isValid: (settings: Record<string, unknown>) => boolean): Record<string, unknown> {
  const whole = putAt(known, place, part);
  if (isValid(whole)) return whole;
  if (!isRecord(part) || place.length >= DEEPEST || WHOLE_OR_NOT.has(place[0] as string)) return known;
  return Object.entries(part).reduce((now, [key, inner]) => withPart(now, [...place, key], inner, isValid), known);
}

function putAt(into: Record<string, unknown>, [key = "", ...below]: readonly string[], part: unknown): Record<string, unknown> {
  const inner = Object.hasOwn(into, key) ? into[key] : undefined;
  return { ...into, [key]: below.length === 0 ? part : putAt(isRecord(inner) ? inner : {}, below, part) };
}
