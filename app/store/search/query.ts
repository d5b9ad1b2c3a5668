/** What a person typed, as an expression for the index and as texts that what it finds must really hold. Any text is a query; nothing in it is an operator. */
import { PAIRED, PICTURE, type Run, runsOf, WORD } from "./characters.ts";
import { BEGINNINGS, beginningToken, folded, joinedToken, joinerBetween, pairsOf, shortened, wellFormed } from "./tokens.ts";

export interface Asked {
  /** Each must be in the index; none: the index cannot help (signs alone). */
  tokens: string[];
  /** Folded; each must stand in the text. None: nothing was asked. */
  needles: string[];
}

const MOST_CHARACTERS = 1000;
const MOST_PIECES = 16;

/** Between blanks, or between double quotes with blanks inside. */
const PIECES = /"([^"]+)"|[^\s"]+/g;

export function parseQuery(text: string): Asked {
  const asked: Asked = { tokens: [], needles: [] };
  const sound = wellFormed(text.slice(0, MOST_CHARACTERS)).replaceAll("\0", " ");
  for (const piece of [...sound.matchAll(PIECES)].slice(0, MOST_PIECES)) {
    const needle = piece[1]?.trim() ?? withoutStar(piece[0]);
    if (needle === "") continue;
    asked.needles.push(folded(needle));
    asked.tokens.push(...tokensFor(needle));
  }
  return { tokens: [...new Set(asked.tokens)], needles: [...new Set(asked.needles)] };
}

/** People who know search engines write `conf*`; a beginning is looked for anyway. */
const withoutStar = (piece: string): string => piece.replace(/(?<=[^*])\*+$/, "");

function tokensFor(needle: string): string[] {
  const runs = runsOf(needle);
  return runs.flatMap((run, index) => {
    if (run.kind === PAIRED) return tokensForPairs(needle, run);
    if (run.kind === PICTURE) return [needle.slice(run.from, run.to)];
    return tokensForWord(needle, runs[index - 1], run, index === runs.length - 1 && run.to === needle.length);
  });
}

function tokensForPairs(needle: string, run: Run): string[] {
  const { singles, pairs } = pairsOf(needle, run);
  return pairs.length > 0 ? pairs : singles;
}

/** @param open the needle ends with it: the text's word may go on */
function tokensForWord(needle: string, before: Run | undefined, run: Run, open: boolean): string[] {
  const word = needle.slice(run.from, run.to);
  const joiner = before?.kind === WORD ? joinerBetween(needle, before, run) : null;
  const joined = before === undefined || joiner === null ? [] : [joinedToken(needle.slice(before.from, before.to), joiner, word)];
  const beginning = open ? BEGINNINGS.find((length) => word.length >= length) : undefined;
  if (beginning !== undefined) return [...joined, beginningToken(word, beginning)];
  return joined.length > 0 ? joined : [shortened(word)];
}

/** Tokens hold no quote (they are of letters, digits and joiners), so that quoting them is all there is to do. */
export const allOf = (tokens: readonly string[]): string => tokens.map((token) => `"${token.replaceAll('"', '""')}"`).join(" AND ");
export const anyOf = (tokens: readonly string[]): string => `(${tokens.map((token) => `"${token.replaceAll('"', '""')}"`).join(" OR ")})`;
