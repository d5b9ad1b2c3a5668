/** A shell's patterns for names of files, as far as it matters whether one may be meant. */

/** No name of a file is longer; a longer pattern is taken to mean anything. */
const LONGEST_PATTERN = 255;

export function isPattern(text: string): boolean {
  return /[*?[]/.test(text);
}

/** @param name without folders. Sets are taken to hold every letter: what they leave out does not matter here. */
export function mayMatch(pattern: string, name: string): boolean {
  if (pattern.length > LONGEST_PATTERN) return true;
  let reached = new Set([0]);
  for (const piece of pattern.match(/\*+|\?|\[[!^]?\]?[^\]]*\]|[\s\S]/g) ?? []) {
    const next = new Set<number>();
    for (const at of reached) {
      if (piece.startsWith("*")) for (let to = at; to <= name.length; to++) next.add(to);
      else if (at < name.length && (piece === "?" || piece.length > 1 || piece === name[at])) next.add(at + 1);
    }
    reached = next;
  }
  return reached.has(name.length);
}
