/**
 * Secrets that can be told by their own form, wherever they stand: provider keys, JWTs, private key blocks, webhook addresses,
 * passwords in addresses. Each finder looks at one place of a text and is called only where a rare character of its form stands,
 * so a text is read once from left to right however many forms there are (FIELD-FAULTS X7).
 */

/** A secret: `text.slice(start, end)`; `keep` characters at its front name its kind and stay. */
export interface Secret {
  start: number;
  end: number;
  keep: number;
  /** What stands in its place when it is not the usual mask. */
  instead?: string;
}

interface Prefix {
  text: string;
  /** Characters that must follow. */
  min: number;
  /** The body must have a digit, since ordinary hyphenated words could follow such a prefix. */
  digit?: boolean;
  /** The body may have dots. */
  dots?: boolean;
  /** Part of a longer word it would be no key: `risk-…`. The others are too odd to be part of anything. */
  apart?: boolean;
}

const PREFIXES: Prefix[] = [
  { text: "sk-ant-", min: 16 }, { text: "sk-proj-", min: 16 }, { text: "sk-or-v1-", min: 16 }, { text: "sk-", min: 18, digit: true, apart: true },
  ...["a", "b", "c", "d", "e", "o", "p", "r", "s"].map((kind) => ({ text: `xox${kind}-`, min: 10 })),
  { text: "xapp-", min: 20, digit: true, apart: true }, { text: "glpat-", min: 16 }, { text: "pypi-", min: 40, digit: true }, { text: "pplx-", min: 30, digit: true, apart: true },
  { text: "xai-", min: 40, digit: true, apart: true }, { text: "tskey-", min: 20, digit: true, apart: true },
  ...["p", "o", "u", "s", "r"].map((kind) => ({ text: `gh${kind}_`, min: 20 })),
  { text: "github_pat_", min: 20 }, { text: "npm_", min: 30 }, { text: "sk_live_", min: 10 }, { text: "sk_test_", min: 10 }, { text: "rk_live_", min: 10 },
  { text: "rk_test_", min: 10 }, { text: "whsec_", min: 16 }, { text: "hf_", min: 24, digit: true, apart: true }, { text: "sbp_", min: 30, digit: true },
  { text: "sb_secret_", min: 16 }, { text: "dop_v1_", min: 40 }, { text: "shpat_", min: 24 }, { text: "lin_api_", min: 24 }, { text: "glsa_", min: 24 },
  { text: "ntn_", min: 30, digit: true, apart: true }, { text: "gsk_", min: 30, digit: true, apart: true },
  { text: "SG.", min: 40, dots: true, apart: true }, { text: "ya29.", min: 20, dots: true, apart: true }, { text: "hvs.", min: 20, apart: true },
];

const PREFIXES_BY_LAST_TWO = new Map<number, Prefix[]>();
for (const prefix of PREFIXES) {
  const pair = lastTwo(prefix.text, prefix.text.length - 1);
  PREFIXES_BY_LAST_TWO.set(pair, [...(PREFIXES_BY_LAST_TWO.get(pair) ?? []), prefix]);
}
const BEFORE_SEPARATOR = new Uint8Array(128);
for (const prefix of PREFIXES) BEFORE_SEPARATOR[prefix.text.charCodeAt(prefix.text.length - 2)] = 1;

/** Beginnings of a key or a private key block in base64, by the rare capital that betrays them and its place. */
const ENCODED: { [capital: number]: { text: string; at: number }[] } = {
  87: [{ text: "c2stYW50L", at: 5 }],
  88: [{ text: "Z2hwX", at: 4 }, { text: "Z2l0aHViX3BhdF", at: 8 }],
  74: [{ text: "LS0tLS1CRUdJTi", at: 11 }, { text: "QUtJQ", at: 3 }, { text: "c2stcHJva", at: 6 }],
};

/** Characters of a token: 1 = letters, digits, `_` and `-`; 2 = the rest of base64 and `.`. */
const TOKEN_CHAR = new Uint8Array(128);
for (const char of "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-") TOKEN_CHAR[char.charCodeAt(0)] = 1;
for (const char of ".+/=~") TOKEN_CHAR[char.charCodeAt(0)] = 2;

function lastTwo(text: string, at: number): number {
  return text.charCodeAt(at - 1) * 128 + text.charCodeAt(at);
}

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
  for (let i = from; i < to; i++) {
    const code = text.charCodeAt(i);
    if (code >= 48 && code <= 57) return true;
  }
  return false;
}

/** True when a known prefix has such a character before its last. */
export function mayEndPrefix(code: number): boolean {
  return code < 128 && BEFORE_SEPARATOR[code] === 1;
}

/** A key with a known prefix whose last character (`-`, `_` or `.`) stands at `at`. */
export function prefixedKey(text: string, at: number, floor: number): Secret | null {
  const before = at > floor ? text.charCodeAt(at - 1) : 128;
  if (before >= 128 || BEFORE_SEPARATOR[before] === 0) return null;
  const candidates = PREFIXES_BY_LAST_TWO.get(lastTwo(text, at));
  if (candidates === undefined) return null;
  for (const prefix of candidates) {
    const start = at - prefix.text.length + 1;
    if (start < floor || !text.startsWith(prefix.text, start) || (prefix.apart && !beginsWord(text, start))) continue;
    // The digit is looked for near the front only: a run without one is refused without being read to its end again and again.
    if (prefix.digit && !hasDigit(text, at + 1, Math.min(text.length, at + 64))) continue;
    const end = tokenEnd(text, at + 1, prefix.dots);
    if (end - at - 1 >= prefix.min) return { start, end, keep: prefix.text.length };
  }
  return null;
}

/** Nothing of a word stands before `start`; the `n` of an escaped line break (`\\n` in JSON) is none. */
export function beginsWord(text: string, start: number): boolean {
  if (start === 0) return true;
  const before = text.charCodeAt(start - 1);
  if (!isTokenChar(before)) return true;
  return start > 1 && text.charCodeAt(start - 2) === 92 && (before === 110 || before === 114 || before === 116);
}

/** Cloud keys that begin with a capital A at `at`: `AKIA…`, `ASIA…` (16 more), `AIza…` (35 more). */
export function capitalKey(text: string, at: number): Secret | null {
  const next = text.charCodeAt(at + 1);
  if ((next !== 75 && next !== 83 && next !== 73) || !beginsWord(text, at)) return null;
  const front = text.slice(at, at + 4);
  if (front === "AIza") return fixedKey(text, at, 30);
  if (front === "AKIA" || front === "ASIA") return fixedKey(text, at, 16);
  return null;
}

function fixedKey(text: string, at: number, min: number): Secret | null {
  const end = tokenEnd(text, at + 4);
  return end - at - 4 >= min ? { start: at, end, keep: 4 } : null;
}

/** The secret half of a cloud key: exactly 40 characters of mixed base64 within 200 characters after the public half. */
export function partnerKey(text: string, from: number): Secret | null {
  const stop = Math.min(text.length, from + 200);
  for (let i = from; i < stop; i++) {
    if (!isBase64(text.charCodeAt(i))) continue;
    let end = i;
    while (end < text.length && end - i <= 200 && isBase64(text.charCodeAt(end))) end++;
    if (end - i === 40 && isMixed(text.slice(i, end))) return { start: i, end, keep: 0 };
    i = end;
  }
  return null;
}

function isBase64(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || code === 43 || code === 47;
}

function isMixed(run: string): boolean {
  return /[a-z]/.test(run) && /[A-Z]/.test(run) && /[0-9]/.test(run);
}

/** A JWT whose `J` of `eyJ` stands at `at`: a header and at least one more part. */
export function jsonWebToken(text: string, at: number, floor: number): Secret | null {
  const start = at - 2;
  if (start < floor || text.charCodeAt(at - 1) !== 121 || text.charCodeAt(start) !== 101) return null;
  if (!beginsWord(text, start)) return null;
  const headerEnd = tokenEnd(text, at + 1);
  if (headerEnd - at < 8 || text.charCodeAt(headerEnd) !== 46) return null;
  let end = headerEnd;
  for (let part = 0; part < 2 && text.charCodeAt(end) === 46; part++) end = tokenEnd(text, end + 1);
  return end - headerEnd >= 8 ? { start, end, keep: 3 } : null;
}

/** A known key or key block in base64 whose rare capital (J, W, X) stands at `at`. */
export function encodedKey(text: string, at: number, floor: number): Secret | null {
  for (const front of ENCODED[text.charCodeAt(at)]!) {
    const start = at - front.at;
    if (start < floor || !text.startsWith(front.text, start) || !beginsWord(text, start)) continue;
    const end = tokenEnd(text, start, true);
    if (end - start >= 24) return { start, end, keep: 4 };
  }
  return null;
}

/** A private key block that begins with the dash at `at`; without an end it runs to the end of the text. */
export function privateKeyBlock(text: string, at: number): Secret | null {
  if (text.charCodeAt(at + 1) !== 45 || (at > 0 && text.charCodeAt(at - 1) === 45) || !text.startsWith("-----BEGIN ", at)) return null;
  const head = text.slice(at, at + 80);
  const label = /^-----BEGIN ([A-Z0-9 ]*PRIVATE KEY[A-Z ]*)-----/.exec(head)?.[1];
  if (label === undefined) return null;
  const foot = `-----END ${label}-----`;
  const found = text.indexOf(foot, at);
  return { start: at, end: found < 0 ? text.length : found + foot.length, keep: 0, instead: `-----BEGIN ${label}-----***-----END ${label}-----` };
}

/** `hooks.slack.com/services/…` and `discord.com/api/webhooks/…`: the address itself is the secret. `at` is the slash after the host. */
export function webhook(text: string, at: number): Secret | null {
  if (text.charCodeAt(at - 1) !== 109) return null;
  const next = text.charCodeAt(at + 1);
  if (next !== 97 && next !== 115 && next !== 119 && next !== 116) return null;
  const host = text.slice(Math.max(0, at - 15), at);
  const path = text.slice(at, at + 40);
  const front = host.endsWith("hooks.slack.com")
    ? /^\/(?:services|workflows|triggers)\//.exec(path)
    : host.endsWith("discord.com") || host.endsWith("discordapp.com")
      ? /^\/api\/(?:v[0-9]{1,2}\/)?webhooks\//.exec(path)
      : null;
  if (front === null) return null;
  const start = at + front[0].length;
  const end = tokenEnd(text, start, true);
  return end > start ? { start, end, keep: 0 } : null;
}

/** Password of `scheme://user:password@host`; `at` is the colon of `://`. A bare long token as the user counts too. */
export function addressPassword(text: string, at: number): Secret | null {
  if (text.charCodeAt(at + 1) !== 47 || text.charCodeAt(at + 2) !== 47) return null;
  const start = at + 3;
  let colon = -1;
  let sign = -1;
  for (let i = start; i < text.length && i - start < 512; i++) {
    const code = text.charCodeAt(i);
    if (code === 64) sign = i;
    else if (code === 58 && colon < 0) colon = i;
    else if (endsAuthority(code)) break;
  }
  if (sign < 0) return null;
  if (colon >= 0 && colon < sign) return { start: colon + 1, end: sign, keep: 0 };
  return sign - start >= 16 && hasDigit(text, start, sign) ? { start, end: sign, keep: 0 } : null;
}

/** Blank, quote, `/`, `?`, `#`, `<`, `>`, `\`: none of them stands in `user:password@host`. */
function endsAuthority(code: number): boolean {
  return code <= 32 || code === 47 || code === 34 || code === 39 || code === 96 || code === 63 || code === 35 || code === 60 || code === 62 || code === 92;
}

/** A chat bot's key, `<8–10 digits>:<35 token characters>`; `at` is the colon. */
export function botKey(text: string, at: number, floor: number): Secret | null {
  let start = at;
  while (start > floor && at - start < 11 && isDigit(text.charCodeAt(start - 1))) start--;
  if (at - start < 8 || at - start > 10 || !isTokenChar(text.charCodeAt(at + 30))) return null;
  const end = tokenEnd(text, at + 1);
  return end - at - 1 >= 34 && end - at - 1 <= 36 ? { start: at + 1, end, keep: 0 } : null;
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

/** `Bearer <token>` whose B stands at `at`, outside of a header that says so already. */
export function bearer(text: string, at: number): Secret | null {
  const second = text.charCodeAt(at + 1) | 32;
  if (second !== 101 && second !== 97) return null;
  const scheme = /^(?:bearer|basic) {1,4}/i.exec(text.slice(at, at + 12))?.[0];
  if (scheme === undefined || !beginsWord(text, at)) return null;
  const start = at + scheme.length;
  const end = tokenEnd(text, start, true);
  const looksRandom = second === 101 ? end - start >= 20 || /[0-9._~+/=-]/.test(text.slice(start, end).replace(/[.]$/, "")) : text.charCodeAt(end - 1) === 61;
  return end - start >= 8 && looksRandom ? { start, end, keep: 0 } : null;
}
