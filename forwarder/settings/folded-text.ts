/** A JSON object's text with its large values left out, and back: what is edited is small then, whatever else the file holds. Pure. */
import { rootOf } from "./json-text.ts";

export interface Folded {
  text: string;
  /** Puts the values back into what became of the text. */
  unfold(text: string): string;
}

/** Shorter ones are not worth it, and a line's length then says what it did. */
const LARGE = 400;

/**
 * @param text that parseStrict has accepted: an object
 * @param kept keys whose values stay as they are
 */
export function folded(text: string, kept: readonly string[]): Folded {
  const large = (rootOf(text).children ?? []).flatMap(({ children: [key, value] = [] }) => (key && value && !kept.includes(key.value as string) && value.length > LARGE ? [value] : []));
  if (large.length === 0) return { text, unfold: (same) => same };
  const mark = freeMark(text);
  let small = "";
  let at = 0;
  large.forEach(({ offset, length }, n) => {
    small += `${text.slice(at, offset)}"${mark}${n}"`;
    at = offset + length;
  });
  const places = new RegExp(`"${mark}(\\d+)"`, "g");
  const original = (n: number) => (large[n] ? text.slice(large[n].offset, large[n].offset + large[n].length) : "");
  return { text: small + text.slice(at), unfold: (edited) => edited.replace(places, (_, n: string) => original(Number(n))) };
}

/** A word that the text does not have. */
function freeMark(text: string): string {
  for (let n = 0; ; n++) if (!text.includes(`folded-${n}-`)) return `folded-${n}-`;
}
