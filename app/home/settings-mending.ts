/**
 * What can still be read of a settings file that somebody edited by hand. A slip in one place must not undo what the person decided in all others: the guard would be open, and what was
 * not to be remembered would be.
 */
import { parse, type ParseError } from "jsonc-parser";
import { isRecord } from "../domain/unknown.ts";

/** Comments and a comma too many are no damage. @returns `isWhole` false: something could not be read, and `value` holds what is around it */
export function readLeniently(text: string): { value: unknown; isWhole: boolean } {
  const errors: ParseError[] = [];
  const value: unknown = parse(text.replace(/^\uFEFF/, ""), errors, { allowTrailingComma: true });
  return { value, isWhole: errors.length === 0 };
}

/** What deletes, and what sends elsewhere, is believed as a whole or not at all: half of it may be more than the person wanted. */
const WHOLE_OR_NOT: ReadonlySet<string> = new Set(["retention", "bridges"]);

/**
 * The parts of a settings object that fit; of a part that does not, its own parts.
 * @param isWhole false: the text was damaged, and where is not known
 * @returns null when nothing of the person's is among them
 */
export function whatFits(value: unknown, isWhole: boolean, isValid: (settings: Record<string, unknown>) => boolean): Record<string, unknown> | null {
  if (!isRecord(value)) return null;
  let fitting: Record<string, unknown> = {};
  const take = (more: Record<string, unknown>) => {
    const isFitting = isValid(more);
    if (isFitting) fitting = more;
    return isFitting;
  };
  for (const [key, part] of Object.entries(value)) {
    const isDelicate = WHOLE_OR_NOT.has(key);
    if ((isDelicate && !isWhole) || take({ ...fitting, [key]: part }) || isDelicate || !isRecord(part)) continue;
    for (const [name, inner] of Object.entries(part)) {
      const before = fitting[key];
      take({ ...fitting, [key]: { ...(isRecord(before) ? before : {}), [name]: inner } });
    }
  }
  return Object.keys(fitting).some((key) => key !== "version") ? fitting : null;
}
