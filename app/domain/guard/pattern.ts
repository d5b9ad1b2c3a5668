/** A shell's patterns for names of files, as far as it matters whether one may be meant. */

/** No name of a file is longer; a longer pattern is taken to mean anything. */
const LONGEST_PATTERN = 255;

export function isPattern(text: string): boolean {
  return /[*?[]/.test(text);
}

/** @param name without folders. Sets are taken to hold every letter: what they leave out does not matter here. */
export function mayMatch(pattern: string, name: string): boolean {
  if (pattern.length > LONGEST_PATTERN) return true;
  // Where the last star stands, and how much of the name it was given; before an earlier one nothing has to be tried again.
  let star = -1;
  let given = 0;
  let [at, to] = [0, 0];
  while (to < name.length) {
    if (pattern[at] === "*") {
      star = at++;
      given = to;
      continue;
    }
    const past = pastOne(pattern, at, name[to] as string);
    if (past > 0) at = past;
    else if (star < 0) return false;
    else {
      at = star + 1;
      to = given++;
    }
    to++;
  }
  return /^\**$/.test(pattern.slice(at));
}

/** @returns where the pattern goes on after what stands for this letter; 0 for what does not */
function pastOne(pattern: string, at: number, letter: string): number {
  const piece = pattern[at];
  const close = piece === "[" ? endOfSet(pattern, at) : -1;
  if (close >= 0) return close + 1;
  return piece === "?" || piece === letter ? at + 1 : 0;
}

/** `[]x]` and `[!]x]` hold the bracket that closes others. @returns -1 for a bracket that is a letter */
function endOfSet(pattern: string, at: number): number {
  const from = at + (/[!^]/.test(pattern[at + 1] ?? "") ? 2 : 1);
  return pattern.indexOf("]", pattern[from] === "]" ? from + 1 : from);
}
