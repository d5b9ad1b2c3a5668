/**
 * Secrets told by the name before them: `.env` lines, headers, JSON (also inside strings, with any depth of escaping), YAML, calls, lists and XML elements.
 */
import { isHalfName, mayEndName, type NameKind, nameKind } from "./masking-names.ts";
import { hasMask, isNoValue, isPlaceholder, looksChosen, looksRandom } from "./masking-placeholders.ts";
import { breaksLine, hasDigit, isDigit, isHangul, isQuote, isTokenChar, type Secret, skipBackslashes, skipBlanks, skipBlanksBack } from "./masking-text.ts";

const LONGEST_NAME = 64;
const LONGEST_LIST = 1_000;
const ORDINARY_WORD = /^(?:pass|pin|pw|auth|otp|암호)$/i;
/** The first words of `Bearer abc`, which stay: they name the kind. */
const SCHEME = /^(?:Bearer|Basic|Digest|Token|Negotiate|ApiKey|Bot|Splunk|SSWS|GenieKey|OAuth|Key|AWS4-HMAC-SHA256)\s+/i;

/** Value after the name that ends before the separator (`:` or `=`) at `at`. */
export function namedValue(text: string, at: number, floor: number): Secret | null {
  const colon = text.charCodeAt(at) === 58;
  if (colon && (text.charCodeAt(at + 1) === 58 || text.charCodeAt(at - 1) === 58)) return null;
  const nameEnd = skipBack(text, at, floor);
  // A dash before the sign ends no name: it is the last line of a key block.
  if (!mayEndName(text, nameEnd) || text.charCodeAt(nameEnd - 1) === 45) return null;
  const nameStart = nameBegin(text, nameEnd, floor);
  if (nameStart === nameEnd) return null;
  const name = text.slice(nameStart, nameEnd);
  const kind = kindHere(text, name, nameStart, floor);
  if (kind === "none" || (name === "sig" && colon)) return null;
  const quotedName = nameEnd < at && isQuote(text.charCodeAt(skipBlanksBack(text, at) - 1));
  const prose = !quotedName && colon && ORDINARY_WORD.test(name);
  return valueAfter(text, at, kind, { name, quotedName, prose, lineStart: isLineStart(text, nameStart) });
}

function kindHere(text: string, name: string, nameStart: number, floor: number): NameKind {
  if (name === "value" || name === "Value") return valueOfPair(text, nameStart, floor);
  const kind = nameKind(name);
  if (kind !== "none" && kind !== "strong") return kind;
  // What a parser stumbled over.
  if (name === "token" && /unexpected $/i.test(text.slice(Math.max(floor, nameStart - 11), nameStart))) return "none";
  // `;PWD=` is a connection's, `PWD=` the shell's.
  if (name === "PWD" && text.charCodeAt(nameStart - 1) === 59) return "strong";
  if (text.charCodeAt(nameStart - 1) !== 32 || !isHalfName(name)) return kind;
  const before = text.slice(nameBegin(text, nameStart - 1, floor), nameStart - 1);
  const both = before === "" ? kind : nameKind(`${before} ${name}`);
  return both === "none" ? kind : both;
}

const PAIR_NAME = /(?:name|key|Name|Key|id)\\{0,15}["']?\s{0,4}[:=]\s{0,4}\\{0,15}["']?([\w.-]{1,64})\\{0,15}["']?(?:[\s,]|\\{1,15}n){0,40}(?:- )?\\{0,15}["']?$/;

/** Kind of `X` in `name: X` right before `value`, as lists of variables, headers and settings are written. */
function valueOfPair(text: string, nameStart: number, floor: number): NameKind {
  const name = PAIR_NAME.exec(text.slice(Math.max(floor, nameStart - 160), nameStart))?.[1];
  return name === undefined ? "none" : nameKind(name);
}

/** Value in `set("X-Api-Key", "…")`; `at` is the parenthesis. */
export function argumentValue(text: string, at: number): Secret | null {
  const head = /^\(\s{0,4}\\{0,7}["'`]([\w.-]{3,64})\\{0,7}["'`]\s{0,4},\s{0,4}(?=\\{0,7}["'`])/.exec(text.slice(at, at + 100));
  if (head === null) return null;
  const kind = nameKind(head[1]!);
  if (kind === "none") return null;
  const found = quotedValue(text, at + head[0].length, kind);
  const value = found === null ? "" : text.slice(found.start + found.keep, found.end);
  return looksChosen(value) || looksRandom(value) ? found : null;
}

/** Text of `<password>…</password>`; `at` is the opening bracket. */
export function elementValue(text: string, at: number): Secret | null {
  let end = at + 1;
  while (end < text.length && end - at < LONGEST_NAME && (isTokenChar(text.charCodeAt(end)) || text.charCodeAt(end) === 46)) end++;
  if (end === at + 1 || text.charCodeAt(end) !== 62 || nameKind(text.slice(at + 1, end)) !== "strong") return null;
  const close = text.indexOf("<", end);
  const start = end + 1;
  if (close <= start || text.charCodeAt(close + 1) !== 47 || isPlaceholder(text.slice(start, Math.min(close, start + 40)))) return null;
  return { start, end: close, keep: 0 };
}

/** True when the value of a key with such a name has to be masked as a whole. */
export function valueIsSecret(kind: NameKind, value: string): boolean {
  if (kind === "none" || isPlaceholder(value)) return false;
  if (kind === "phrase") return isSeedPhrase(value);
  return kind !== "weak" || looksRandom(value) || isEncodedPair(value);
}

/** `auth` of a container client: a user and a password in base64. */
function isEncodedPair(value: string): boolean {
  return value.length >= 8 && value.length < 256 && /^[A-Za-z0-9+/]+={1,2}$/.test(value);
}

function isSeedPhrase(value: string): boolean {
  return /^[a-z]{3,8}(?: [a-z]{3,8}){11,23}$/.test(value.slice(0, 240));
}

interface Place {
  name: string;
  quotedName: boolean;
  /** The name may be an ordinary word of a sentence: only a quoted value counts. */
  prose: boolean;
  lineStart: boolean;
}

function valueAfter(text: string, at: number, kind: NameKind, place: Place): Secret | null {
  const equals = text.charCodeAt(at) === 61;
  let start = at + 1;
  const next = text.charCodeAt(start);
  if (equals && next === 61) return null;
  if (next === 62 || (!equals && next === 61)) start++;
  const blanksFrom = start;
  start = skipBlanks(text, start);
  if (start >= text.length) return null;
  const environment = equals && start === blanksFrom;
  const opener = skipBackslashes(text, start);
  if (isQuote(text.charCodeAt(opener))) {
    if (!place.quotedName && closesAround(text, opener)) return null;
    const found = quotedValue(text, start, kind);
    // The shell runs what is in such quotes.
    return found !== null && environment && text.charCodeAt(opener) === 96 && /\s/.test(text.slice(found.start, Math.min(found.end, found.start + 80))) ? null : found;
  }
  if (text.charCodeAt(start) === 91) return listValue(text, start, kind);
  if (kind === "phrase") return phraseValue(text, start);
  if (kind === "header") return headerValue(text, start, place.name);
  if (place.prose && !(place.name === "otp" && isDigit(text.charCodeAt(start)))) return null;
  return plainValue(text, start, { wholeWord: environment && place.lineStart, code: !environment, name: place.name }, kind);
}

/** In `input("Password: ")` the quote after the colon ends the text around it. */
function closesAround(text: string, quote: number): boolean {
  const after = text.charCodeAt(quote + 1);
  return Number.isNaN(after) || after === 41 || after === 44 || after === 59 || after === 10 || after === 93 || after === 125;
}

/** A quoted value; inside JSON inside a string its quotes carry 1, 3, 7… backslashes, and only the same count closes it. */
export function quotedValue(text: string, from: number, kind: NameKind): Secret | null {
  const opener = skipBackslashes(text, from);
  const depth = opener - from;
  const quote = text.charCodeAt(opener);
  const start = opener + 1;
  let end = start;
  let backslashes = 0;
  for (; end < text.length; end++) {
    const code = text.charCodeAt(end);
    if (code === 92) {
      backslashes++;
      continue;
    }
    if (code === 10 || (code === quote && backslashes % (2 * (depth + 1)) === depth)) break;
    backslashes = 0;
  }
  if (text.charCodeAt(end) === quote) end -= depth;
  if (end <= start) return null;
  const value = text.slice(start, end);
  if (hasMask(value)) return null;
  const keep = kind === "header" ? schemeLength(value) : 0;
  const secret = keep > 0 ? value.slice(keep) : value;
  return secret !== "" && valueIsSecret(kind, secret) ? { start, end, keep } : null;
}

/** Quoted items and short bare ones (numbers, null) from the bracket on; where another thing stands the list ends for us, so that it is read as what it is. */
const LIST = /^\[(?:\s{0,8}(?:(\\{0,15})(?:"[^"\\\n]{1,400}\1"|'[^'\\\n]{1,400}\1')|[\w.-]{1,12}(?=[\s,\]]))\s{0,8},?)+/;
const LIST_ITEM = /(\\{0,15}["'])((?:(?!\1)[^\\\n]){1,400})\1/g;

/** Every quoted item of `["…", "…"]` whose bracket stands at `at`. */
function listValue(text: string, at: number, kind: NameKind): Secret | null {
  if (kind === "header" || !/^\[\s{0,8}\\{0,15}["']/.test(text.slice(at, at + 26))) return null;
  const list = LIST.exec(text.slice(at, at + LONGEST_LIST))?.[0];
  if (list === undefined) return null;
  const instead = list.replace(LIST_ITEM, (quoted, mark: string, value: string) => (valueIsSecret(kind, value) ? `${mark}***${mark}` : quoted));
  return instead === list ? null : { start: at, end: at + list.length, keep: 0, instead };
}

/** The words of a wallet to the end of their line. */
function phraseValue(text: string, start: number): Secret | null {
  const words = /^[a-z]{3,8}(?: [a-z]{3,8}){11,23}/.exec(text.slice(start, start + 240))?.[0];
  return words === undefined ? null : { start, end: start + words.length, keep: 0 };
}

function headerValue(text: string, start: number, name: string): Secret | null {
  const judged = headerEnd(text, start, start + JUDGED_LINE);
  const keep = schemeLength(text.slice(start, judged));
  if (judged - start - keep < (keep > 0 ? 1 : 6)) return null;
  const front = text.slice(start + keep, Math.min(judged, start + keep + 200));
  if (hasMask(front) || (keep > 0 ? isPlaceholder(front) : !isCredential(front, name))) return null;
  return { start, end: judged - start < JUDGED_LINE ? judged : headerEnd(text, judged, text.length), keep };
}

function headerEnd(text: string, from: number, most: number): number {
  let end = from;
  for (; end < text.length && end < most; end++) {
    const code = text.charCodeAt(end);
    if (code === 10 || code === 13 || code === 34 || code === 39 || code === 96 || (code === 92 && breaksLine(text.charCodeAt(end + 1)))) break;
  }
  return end;
}

/** Without a known scheme: one token, a scheme of its own with one, or `name=value`; no sentence and no code. */
function isCredential(front: string, name: string): boolean {
  const [first = "", second = "", third] = front.split(/\s+/);
  if (isNoValue(first, front.slice(first.length), { code: true, name }) || /^[\w.]{1,80}\(/.test(front)) return false;
  if (/^[^\s=]{1,80}=[^=\s]/.test(front)) return true;
  if (second === "") return !/cookie$/i.test(name) || hasDigit(front, 0, front.length);
  return third === undefined && !/cookie$/i.test(name) && (second.length >= 20 || hasDigit(second, 0, second.length));
}

function schemeLength(value: string): number {
  return SCHEME.exec(value.slice(0, 40))?.[0].length ?? 0;
}

interface PlainPlace {
  /** The value ends at a blank only, as in a line of settings. */
  wholeWord: boolean;
  code: boolean;
  name: string;
}

/** Longer values are masked when their beginning is a secret; what is refused must not be read again and again. */
const JUDGED = 512;
const JUDGED_LINE = 200;

export function plainValue(text: string, start: number, place: PlainPlace, kind: NameKind): Secret | null {
  const judged = plainEnd(text, start, place.wholeWord, start + JUDGED);
  if (judged === start) return null;
  const value = text.slice(start, judged);
  if (hasMask(value) || isNoValue(value, text.slice(judged, judged + 8), place) || !valueIsSecret(kind, value)) return null;
  return { start, end: judged - start < JUDGED ? judged : plainEnd(text, judged, place.wholeWord, text.length), keep: 0 };
}

function plainEnd(text: string, from: number, wholeWord: boolean, most: number): number {
  let end = from;
  while (end < text.length && end < most && !endsPlainValue(text, end, wholeWord)) end++;
  return end;
}

function endsPlainValue(text: string, at: number, wholeWord: boolean): boolean {
  const code = text.charCodeAt(at);
  if (code <= 32 || code === 34 || code === 39 || code === 96) return true;
  if (code === 92) return breaksLine(text.charCodeAt(at + 1)) || text.charCodeAt(at + 1) === 34;
  if (wholeWord) return false;
  return code === 38 || code === 44 || code === 59 || code === 41 || code === 93 || code === 125 || code === 60 || code === 62 || code === 124;
}

/** From the separator back over blanks, a closing quote with its backslashes, `]` and `:=`. */
function skipBack(text: string, at: number, floor: number): number {
  let end = skipBlanksBack(text, at);
  for (let step = 0; step < 70 && end > floor; step++) {
    const code = text.charCodeAt(end - 1);
    if (!isQuote(code) && code !== 92 && code !== 93) break;
    end--;
  }
  return Math.max(end, floor);
}

function nameBegin(text: string, end: number, floor: number): number {
  let start = end;
  while (start > floor && end - start < LONGEST_NAME && isNameChar(text.charCodeAt(start - 1))) start--;
  return start;
}

function isNameChar(code: number): boolean {
  return isTokenChar(code) || code === 46 || isHangul(code);
}

function isLineStart(text: string, nameStart: number): boolean {
  if (nameStart === 0) return true;
  const before = text.charCodeAt(nameStart - 1);
  if (before === 10) return true;
  return before === 32 && /(?:^|\n)[ \t]{0,8}(?:export|set|ENV|ARG)? $/.test(text.slice(Math.max(0, nameStart - 12), nameStart));
}
