/**
 * Secrets told by the name before them: `.env` lines, headers, JSON (also inside strings, with any depth of escaping), YAML,
 * flags of commands and XML elements.
 */
import { type NameKind, nameKind } from "./masking-names.ts";
import { hasDigit, isTokenChar, type Secret } from "./masking-tokens.ts";

const LONGEST_NAME = 64;
/** Switches and emptiness, never a secret. */
const NO_VALUE = new Set(["true", "false", "null", "none", "nil", "undefined", "yes", "no", "on", "off"]);
/** In code and prose, types and names of things. */
const HARMLESS_WORD = new Set([
  "required", "optional", "string", "number", "boolean", "bool", "int", "integer", "str",
  "any", "unknown", "object", "bytes", "text", "void", "never", "password", "secret", "token", "hidden", "redacted",
]);
const ORDINARY_WORD = /^(?:pass|pin|pw|auth)$/i;
const CODE_EXPRESSION = /^(?:await |new |typeof )?[A-Za-z_$][\w$]*(?:(?:\?\.|\.|::|->)[A-Za-z_$][\w$]*)*(?:[([?!]|$)/;
const ENVIRONMENT_LOOKUP = /^(?:process\.env|os\.environ|os\.getenv|import\.meta\.env|Deno\.env|ENV\[|getenv|env[.(])/;

/** Value after the name that ends before the separator (`:` or `=`) at `at`. */
export function namedValue(text: string, at: number, floor: number): Secret | null {
  const nameEnd = skipBack(text, at, floor);
  const nameStart = nameBegin(text, nameEnd, floor);
  if (nameStart === nameEnd) return null;
  const name = text.slice(nameStart, nameEnd);
  const kind = nameKind(name);
  if (kind === "none") return null;
  const quotedName = nameEnd < at && isQuote(text.charCodeAt(skipBlanksBack(text, at) - 1));
  const prose = !quotedName && text.charCodeAt(at) === 58 && ORDINARY_WORD.test(name);
  return valueAfter(text, at, kind, { quotedName, prose, lineStart: isLineStart(text, nameStart) });
}

/** Value of the flag whose second dash stands at `at`: `--password x`; `--password=x` is a named value already. */
export function flagValue(text: string, at: number): Secret | null {
  if (at === 0 || text.charCodeAt(at - 1) !== 45) return null;
  let end = at + 1;
  while (end < text.length && end - at < LONGEST_NAME && isTokenChar(text.charCodeAt(end))) end++;
  if (end - at < 3 || text.charCodeAt(end) !== 32) return null;
  if (nameKind(text.slice(at + 1, end)) !== "strong") return null;
  const start = skipBlanks(text, end);
  const first = text.charCodeAt(start);
  if (first === 45 || start >= text.length) return null;
  return isQuote(first) ? quotedValue(text, start, "strong") : plainValue(text, start, { wholeWord: false, code: false }, "strong");
}

/** Password of `-u user:password`; `at` is the dash. */
export function userFlag(text: string, at: number): Secret | null {
  if (text.charCodeAt(at + 1) !== 117 || text.charCodeAt(at + 2) !== 32 || (at > 0 && text.charCodeAt(at - 1) > 32)) return null;
  const found = /^["']?[A-Za-z0-9_.@-]{1,64}:(?!\/\/)([^\s"']{1,256})/.exec(text.slice(at + 3, at + 330));
  if (found === null || isPlaceholder(found[1]!)) return null;
  const end = at + 3 + found[0].length;
  return { start: end - found[1]!.length, end, keep: 0 };
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
  return kind !== "weak" || looksRandom(value);
}

interface Place {
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
  const opener = skipBackslashes(text, start);
  if (isQuote(text.charCodeAt(opener))) {
    return !place.quotedName && closesAround(text, opener) ? null : quotedValue(text, start, kind);
  }
  if (place.prose) return null;
  if (kind === "header") return headerValue(text, start);
  const environment = equals && start === blanksFrom;
  return plainValue(text, start, { wholeWord: environment && place.lineStart, code: !environment }, kind);
}

/** In `input("Password: ")` the quote after the colon ends the text around it. */
function closesAround(text: string, quote: number): boolean {
  const after = text.charCodeAt(quote + 1);
  return Number.isNaN(after) || after === 41 || after === 44 || after === 59 || after === 10 || after === 93 || after === 125;
}

/** A quoted value; inside JSON inside a string its quotes carry 1, 3, 7… backslashes, and only the same count closes it. */
function quotedValue(text: string, from: number, kind: NameKind): Secret | null {
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
  if (isPlaceholder(value) || (kind === "weak" && !looksRandom(value))) return null;
  return { start, end, keep: kind === "header" ? schemeLength(value) : 0 };
}

function headerValue(text: string, start: number): Secret | null {
  let end = start;
  for (; end < text.length; end++) {
    const code = text.charCodeAt(end);
    if (code === 10 || code === 13 || code === 34 || code === 39 || code === 96 || (code === 92 && breaksLine(text.charCodeAt(end + 1)))) break;
  }
  const value = text.slice(start, end);
  return end - start < 6 || isPlaceholder(value) || HARMLESS_WORD.has(value.toLowerCase()) ? null : { start, end, keep: schemeLength(value) };
}

/** `Bearer ` of `Bearer abc` stays: it names the kind. */
function schemeLength(value: string): number {
  return /^(?:Bearer|Basic|Digest|Token|Negotiate|ApiKey|AWS4-HMAC-SHA256)\s+/i.exec(value.slice(0, 40))?.[0].length ?? 0;
}

function plainValue(text: string, start: number, place: { wholeWord: boolean; code: boolean }, kind: NameKind): Secret | null {
  let end = start;
  while (end < text.length && !endsPlainValue(text, end, place.wholeWord)) end++;
  if (end === start) return null;
  const value = text.slice(start, end);
  if (isPlaceholder(value) || ENVIRONMENT_LOOKUP.test(value) || (kind === "weak" && !looksRandom(value))) return null;
  if (place.code && (value.length < 4 || HARMLESS_WORD.has(value.toLowerCase()) || isCode(text, value, end))) return null;
  return { start, end, keep: 0 };
}

/** `password: hunter2` is a value; `token = readToken()`, `token: Token` and `password: props.password` are code. */
function isCode(text: string, value: string, end: number): boolean {
  if (hasDigit(value, 0, value.length) && !/[.([]/.test(value)) return false;
  if (text.charCodeAt(end) === 40 || /[.([]/.test(value)) return CODE_EXPRESSION.test(value) && !looksRandom(value);
  const after = text.charCodeAt(end);
  return after === 59 || after === 44 || after === 41 || after === 62 || after === 125 || after === 124 || /^[A-Z][a-z]+$/.test(value);
}

function endsPlainValue(text: string, at: number, wholeWord: boolean): boolean {
  const code = text.charCodeAt(at);
  if (code <= 32 || code === 34 || code === 39 || code === 96) return true;
  if (code === 92) return breaksLine(text.charCodeAt(at + 1)) || text.charCodeAt(at + 1) === 34;
  if (wholeWord) return false;
  return code === 38 || code === 44 || code === 59 || code === 41 || code === 93 || code === 125 || code === 60 || code === 62 || code === 124;
}

function breaksLine(code: number): boolean {
  return code === 110 || code === 114;
}

function isPlaceholder(value: string): boolean {
  if (value.length <= 12 && NO_VALUE.has(value.toLowerCase())) return true;
  const first = value.charCodeAt(0);
  if (first === 36) return /^\$(?:[A-Za-z_({]|\d)/.test(value);
  if (first === 37) return /^%[A-Za-z_]+%$/.test(value);
  if (first === 60 || first === 123) return /^(?:<[^>]*>|\{\{)/.test(value);
  if (first === 42 || first === 8226 || first === 46) return /^(?:\*{3}|•{3}|\.{3})/.test(value);
  if (first >= 48 && first <= 57) return value.length < 8 && /^[0-9.,]+%?$/.test(value) && value.length < 5;
  return /^\s*$/.test(value);
}

function looksRandom(value: string): boolean {
  return value.length >= 16 && hasDigit(value, 0, value.length) && /[A-Za-z]/.test(value) && !/\s/.test(value);
}

function isQuote(code: number): boolean {
  return code === 34 || code === 39 || code === 96;
}

function skipBlanks(text: string, from: number): number {
  let at = from;
  while (at < text.length && at - from < 8 && (text.charCodeAt(at) === 32 || text.charCodeAt(at) === 9)) at++;
  return at;
}

function skipBackslashes(text: string, from: number): number {
  let at = from;
  while (at - from < 64 && text.charCodeAt(at) === 92) at++;
  return at;
}

function skipBlanksBack(text: string, from: number): number {
  let at = from;
  while (at > 0 && from - at < 8 && (text.charCodeAt(at - 1) === 32 || text.charCodeAt(at - 1) === 9)) at--;
  return at;
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
  return isTokenChar(code) || code === 46 || (code >= 0xac00 && code <= 0xd7a3);
}

function isLineStart(text: string, nameStart: number): boolean {
  if (nameStart === 0) return true;
  const before = text.charCodeAt(nameStart - 1);
  if (before === 10) return true;
  return before === 32 && /(?:^|\n)\s*(?:export|set|ENV|ARG)? $/.test(text.slice(Math.max(0, nameStart - 12), nameStart));
}
