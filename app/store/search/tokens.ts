/**
 * Text to the words of the search index, and nothing of SQL:
 * - of scripts without spaces, and of Korean, each character and each two neighbours, so that they are found wherever they stand (버그 in 로그인버그를);
 * - of all else words, parts of camelCase words, their first three, four and six characters (to find by a beginning), and two words with the sign between them
 *   (`pol-358`, `main.ts`, `20.04`, `don't`), whose parts alone would be everywhere; of the second its beginning, since it may go on.
 *
 * Whatever is found by these is looked at again as text (search.ts), so they may promise too much, never too little.
 * Deleting a document from the index takes the very tokens that went in: whatever changes what this gives for a stored text must raise TOKENS_VERSION.
 */
import { PAIRED, PICTURE, type Run, runsOf, WORD, widthAt } from "./characters.ts";

export const TOKENS_VERSION = 1;

/** Private characters begin and end what no text can hold as a word. */
const TAG = "\uE000";
const BEGINNING = "\uE001";
export const BEGINNINGS = [6, 4, 3] as const;
export const SHORTEST_BEGINNING = 3;

const LONGEST_WORD = 64;
/** Of one document. */
const MOST_TOKENS = 10_000;

const PART = /\p{Lu}?[\p{Ll}\p{M}]+|\p{Lu}+(?!\p{Ll})|\p{N}+/gu;
const CAMEL = /\p{Ll}\p{Lu}|\p{Lu}\p{Lu}\p{Ll}/u;
/** Also the list of characters that SQLite's tokenizer takes for part of a token; letters, digits and all beyond ASCII are anyway. */
export const JOINERS = "-._'/\\@:#+&=";

const BEYOND_ASCII = /[^\0-\x7f]/;

/** Lone halves of a character become what SQLite would make of them, composed forms are one: a text is the same before and after it was stored. */
export function wellFormed(text: string): string {
  if (!BEYOND_ASCII.test(text)) return text;
  return text.replace(/\p{Cs}/gu, "\uFFFD").normalize("NFC").replaceAll("\u2019", "'");
}

/** Lower case, place by place: what is found here stands at the same place of the text. */
export function folded(text: string): string {
  const lower = text.toLowerCase();
  if (lower.length === text.length) return lower;
  return Array.from({ length: text.length }, (_, at) => {
    const small = (text[at] as string).toLowerCase();
    return small.length === 1 ? small : text[at];
  }).join("");
}

export const shortened = (word: string): string => folded(word.slice(0, LONGEST_WORD));
export const beginningToken = (word: string, length: number): string => shortened(word).slice(0, length) + BEGINNING;
export function joinedToken(left: string, joiner: string, right: string): string {
  return shortened(left) + joiner + (right.length < SHORTEST_BEGINNING ? shortened(right) : beginningToken(right, SHORTEST_BEGINNING));
}
export const tagToken = (kind: string, value: string | number): string => `${TAG}${kind}${value}`;

/** The one sign between two words, null when there is another number of signs or one that joins nothing. */
export function joinerBetween(text: string, left: Run, right: Run): string | null {
  if (right.from !== left.to + 1) return null;
  const sign = text[left.to] as string;
  return JOINERS.includes(sign) ? sign : null;
}

export function pairsOf(text: string, run: Run): { singles: string[]; pairs: string[] } {
  const singles: string[] = [];
  for (let at = run.from; at < run.to; at += widthAt(text, at)) singles.push(text.slice(at, at + widthAt(text, at)));
  return { singles, pairs: singles.slice(1).map((character, index) => (singles[index] as string) + character) };
}

/** Each token once. @param text from `wellFormed` */
export function tokensOf(text: string): string[] {
  const tokens = new Set<string>();
  const words = new Set<string>();
  let before: Run | null = null;
  for (const run of runsOf(text)) {
    if (run.kind === PAIRED) addPairs(tokens, text, run);
    else addWord(tokens, words, text, run, before);
    before = run.kind === WORD ? run : null;
    if (tokens.size >= MOST_TOKENS) break;
  }
  return [...tokens];
}

function addPairs(tokens: Set<string>, text: string, run: Run): void {
  const { singles, pairs } = pairsOf(text, run);
  for (const single of singles) tokens.add(single);
  for (const pair of pairs) tokens.add(pair);
}

function addWord(tokens: Set<string>, words: Set<string>, text: string, run: Run, before: Run | null): void {
  const word = text.slice(run.from, run.to);
  if (!words.has(word)) {
    words.add(word);
    for (const part of run.kind === PICTURE ? [word] : wordAndParts(word)) addBeginnings(tokens, shortened(part));
  }
  const joiner = before === null ? null : joinerBetween(text, before, run);
  if (before === null || joiner === null) return;
  const left = text.slice(before.from, before.to);
  tokens.add(joinedToken(left, joiner, word));
  if (isCamel(left)) tokens.add(joinedToken(left.match(PART)?.at(-1) ?? left, joiner, word));
}

function addBeginnings(tokens: Set<string>, word: string): void {
  tokens.add(word);
  for (const length of BEGINNINGS) if (word.length >= length) tokens.add(word.slice(0, length) + BEGINNING);
}

const isCamel = (word: string): boolean => word.length <= LONGEST_WORD && CAMEL.test(word);

function wordAndParts(word: string): string[] {
  return isCamel(word) ? [word, ...(word.match(PART) ?? [])] : [word];
}
