/** Characters and runs of them, as the finders of secrets see them. */

/** A secret: `text.slice(start, end)`; `keep` characters at its front name its kind and stay. */
export interface Secret {
  start: number;
  end: number;
  keep: number;
  /** What stands in its place when it is not the usual mask. */
  instead?: string;
}

/** Characters of a token: 1 = letters, digits, `_` and `-`; 2 = the rest of base64 and `.`. */
const TOKEN_CHAR = new Uint8Array(128);
for (const char of "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-") TOKEN_CHAR[char.charCodeAt(0)] = 1;
for (const char of ".+/=~") TOKEN_CHAR[char.charCodeAt(0)] = 2;

export function isTokenChar(code: number): boolean {
  return code < 128 && TOKEN_CHAR[code] === 1;
}

/** End of the run of token characters that begins at `from`. */
export function tokenEnd(text: string, from: number, dots = false): number {
  let end = from;
  for (; end < text.length; end++) {
    const code = text.charCodeAt(end);
    if (code >= 128) break;
    const kind = TOKEN_CHAR[code]!;
    if (kind !== 1 && !(dots && kind === 2)) break;
  }
  return end;
}

export function hasDigit(text: string, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (isDigit(text.charCodeAt(i))) return true;
  return false;
}

export function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

export function isHexDigit(code: number): boolean {
  return isDigit(code) || (code >= 97 && code <= 102);
}

export function isBase64(code: number): boolean {
  return isDigit(code) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || code === 43 || code === 47;
}

export function isHangul(code: number): boolean {
  return code >= 0xac00 && code <= 0xd7a3;
}

export function isQuote(code: number): boolean {
  return code === 34 || code === 39 || code === 96;
}

/** Nothing of a word stands before `start`; the `n` of an escaped line break (`\\n` in JSON) is none. */
export function beginsWord(text: string, start: number): boolean {
  if (start === 0) return true;
  const before = text.charCodeAt(start - 1);
  if (!isTokenChar(before)) return true;
  return start > 1 && text.charCodeAt(start - 2) === 92 && (before === 110 || before === 114 || before === 116);
}

export function skipBlanks(text: string, from: number): number {
  let at = from;
  while (at < text.length && at - from < 8 && (text.charCodeAt(at) === 32 || text.charCodeAt(at) === 9)) at++;
  return at;
}

export function skipBlanksBack(text: string, from: number): number {
  let at = from;
  while (at > 0 && from - at < 8 && (text.charCodeAt(at - 1) === 32 || text.charCodeAt(at - 1) === 9)) at--;
  return at;
}

export function skipBackslashes(text: string, from: number): number {
  let at = from;
  while (at - from < 64 && text.charCodeAt(at) === 92) at++;
  return at;
}

/** The `n` or `r` of an escaped line break. */
export function breaksLine(code: number): boolean {
  return code === 110 || code === 114;
}
