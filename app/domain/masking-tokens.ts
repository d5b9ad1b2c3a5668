/**
 * Secrets told by their own form that is more than a beginning: JWTs, webhook addresses, passwords in addresses, bot tokens. Each finder looks at one place
 * of a text and is called only where a rare character of its form stands, so a text is read once from left to right however many forms there are (FIELD-FAULTS X7).
 */
import { beginsWord, hasDigit, isBase64, isDigit, isHexDigit, isTokenChar, type Secret, tokenEnd } from "./masking-text.ts";
import { isPlaceholder } from "./masking-placeholders.ts";

/** The secret half of a cloud key: exactly 40 characters of mixed base64 within 200 characters after the public half, with what hangs on them: they may be the beginning of another key. */
export function partnerKey(text: string, from: number): Secret | null {
  const stop = Math.min(text.length, from + 200);
  for (let i = from; i < stop; i++) {
    if (!isBase64(text.charCodeAt(i))) continue;
    let end = i;
    while (end < text.length && end - i <= 200 && isBase64(text.charCodeAt(end))) end++;
    if (end - i === 40 && isMixed(text.slice(i, end))) return { start: i, end: tokenEnd(text, end), keep: 0 };
    i = end;
  }
  return null;
}

function isMixed(run: string): boolean {
  return /[a-z]/.test(run) && /[A-Z]/.test(run) && /[0-9]/.test(run);
}

/** A JWT whose `J` of `eyJ` stands at `at`: a header and at least one more part; encrypted ones have four more. */
export function jsonWebToken(text: string, at: number, floor: number): Secret | null {
  const start = at - 2;
  if (start < floor || text.charCodeAt(at - 1) !== 121 || text.charCodeAt(start) !== 101) return null;
  if (!beginsWord(text, start)) return null;
  const headerEnd = tokenEnd(text, at + 1);
  if (headerEnd - at < 8 || text.charCodeAt(headerEnd) !== 46) return null;
  let end = headerEnd;
  for (let part = 0; part < 4 && text.charCodeAt(end) === 46; part++) end = tokenEnd(text, end + 1);
  return end - headerEnd >= 8 ? { start, end, keep: 3 } : null;
}

/** Path of a webhook after its host: what follows it is the secret. */
const WEBHOOKS: readonly (readonly [host: string, path: RegExp])[] = [
  ["hooks.slack.com", /^\/(?:services|workflows|triggers)\//],
  ["discord.com", /^\/api\/(?:v[0-9]{1,2}\/)?webhooks\//],
  ["discordapp.com", /^\/api\/(?:v[0-9]{1,2}\/)?webhooks\//],
  [".webhook.office.com", /^\/webhookb2\//],
  ["chat.googleapis.com", /^\/v1\/spaces\/[\w-]{1,40}\/messages\?/],
];

/** `hooks.slack.com/services/…` and the like: the address itself is the secret. `at` is the slash after the host. */
export function webhook(text: string, at: number): Secret | null {
  if (text.charCodeAt(at - 1) !== 109) return null;
  const host = text.slice(Math.max(0, at - 20), at);
  const known = WEBHOOKS.find(([end]) => host.endsWith(end));
  const front = known?.[1].exec(text.slice(at, at + 80))?.[0];
  if (front === undefined) return null;
  const start = at + front.length;
  let end = start;
  while (end < text.length && (isTokenChar(text.charCodeAt(end)) || "./@%&=+~".includes(text.charAt(end)))) end++;
  return end > start ? { start, end, keep: 0 } : null;
}

/** Schemes of databases and queues: their passwords may have any character, written by people who did not encode it. */
const LOOSE_SCHEME = /(?:sql|postgres|mongo|redis|rediss|amqp|amqps|maria|oracle|db2)[a-z0-9]{0,8}(?:\+[a-z0-9]{1,16})?$/i;
/** Name of a password where one is to be put in. */
const STAND_IN = /^(?:PASSWORD|PASS|PWD|SECRET|TOKEN)$/;

/** Password of `scheme://user:password@host`; `at` is the colon of `://`. A bare long token as the user counts too. */
export function addressPassword(text: string, at: number): Secret | null {
  if (text.charCodeAt(at + 1) !== 47 || text.charCodeAt(at + 2) !== 47) return null;
  const start = at + 3;
  const { colon, sign } = authority(text, start, LOOSE_SCHEME.test(text.slice(Math.max(0, at - 30), at)));
  if (sign < 0) return null;
  const from = colon >= 0 && colon < sign ? colon + 1 : start;
  const secret = text.slice(from, sign);
  if (secret === "" || isPlaceholder(secret) || STAND_IN.test(secret)) return null;
  return from > start || (secret.length >= 16 && hasDigit(secret, 0, secret.length)) ? { start: from, end: sign, keep: 0 } : null;
}

/** Places of the first colon and the last at sign of `user:password@host`, -1 without one. */
function authority(text: string, start: number, loose: boolean): { colon: number; sign: number } {
  let colon = -1;
  let sign = -1;
  let port = true;
  for (let i = start; i < text.length && i - start < 512; i++) {
    const code = text.charCodeAt(i);
    if (code === 64) sign = i;
    else if (code === 58 && colon < 0) colon = i;
    else if (endsAuthority(code)) {
      // `host:5432/app` has no password before its slash.
      const inPassword = loose && sign < 0 && colon > 0 && !port && i - start < 128 && (code === 47 || code === 35 || code === 63);
      if (!inPassword) break;
    } else if (code === 59 && colon > 0 && sign < 0 && port) break;
    else if (colon > 0 && !isDigit(code)) port = false;
  }
  return { colon, sign };
}

/** Blank, quote, `/`, `?`, `#`, `<`, `>`, `\`: none of them stands in `user:password@host`. */
function endsAuthority(code: number): boolean {
  return code <= 32 || code === 47 || code === 34 || code === 39 || code === 96 || code === 63 || code === 35 || code === 62 || code === 92;
}

/** A chat bot's key, `<8–10 digits>:<35 token characters>`; `at` is the colon. */
export function botKey(text: string, at: number, floor: number): Secret | null {
  if (!isDigit(text.charCodeAt(at - 1))) return null;
  let start = at;
  while (start > floor && at - start < 11 && isDigit(text.charCodeAt(start - 1))) start--;
  if (at - start < 8 || at - start > 10 || !isTokenChar(text.charCodeAt(at + 30))) return null;
  const end = tokenEnd(text, at + 1);
  return end - at - 1 >= 34 && end - at - 1 <= 36 ? { start: at + 1, end, keep: 0 } : null;
}

/** `Bearer <token>` whose B stands at `at`, outside of a header that says so already. */
export function bearer(text: string, at: number): Secret | null {
  const second = text.charCodeAt(at + 1) | 32;
  if (second !== 101 && second !== 97) return null;
  const scheme = /^(?:bearer|basic) {1,4}/i.exec(text.slice(at, at + 12))?.[0];
  if (scheme === undefined || !beginsWord(text, at)) return null;
  const start = at + scheme.length;
  const end = tokenEnd(text, start, true);
  if (end - start >= 8 && isPlaceholder(text.slice(start, end))) return null;
  const looksRandom = second === 101 ? end - start >= 20 || /[0-9._~+/=-]/.test(text.slice(start, end).replace(/[.]$/, "")) : text.charCodeAt(end - 1) === 61;
  return end - start >= 8 && looksRandom ? { start, end, keep: 0 } : null;
}

/** A bot token of Discord, `<id in base64>.<6>.<27 or more>`, whose first dot stands at `at`, or a token `pat….<64 hex>`. */
export function dottedKey(text: string, at: number, floor: number): Secret | null {
  let start = at;
  while (start > floor && at - start <= 30 && isTokenChar(text.charCodeAt(start - 1))) start--;
  const first = text.charCodeAt(start);
  const length = at - start;
  if (text.charCodeAt(at + 7) === 46 && length >= 23 && length <= 28 && first >= 77 && first <= 79) {
    const end = tokenEnd(text, at + 8);
    return tokenEnd(text, at + 1) === at + 7 && end - at - 8 >= 27 ? { start, end, keep: 1 } : null;
  }
  if (length !== 17 || !text.startsWith("pat", start) || hexEnd(text, at + 1, 65) - at - 1 !== 64) return null;
  return { start: at + 1, end: at + 65, keep: 0 };
}

function hexEnd(text: string, from: number, most: number): number {
  let end = from;
  while (end - from < most && isHexDigit(text.charCodeAt(end))) end++;
  return end;
}

/** A key told by its end: `<32 hex>-us12`, whose dash stands at `at`, or `<36 hex>NRAL`, whose N does. */
export function endedKey(text: string, at: number, floor: number): Secret | null {
  const dashed = text.charCodeAt(at) === 45;
  if (dashed && text.charCodeAt(at + 1) !== 117) return null;
  if (dashed ? !/^-us\d{1,2}(?![\w-])/.test(text.slice(at, at + 6)) : !text.startsWith("NRAL", at) || isTokenChar(text.charCodeAt(at + 4))) return null;
  let start = at;
  while (start > floor && at - start < 37 && isHexDigit(text.charCodeAt(start - 1))) start--;
  return at - start === (dashed ? 32 : 36) && (start === floor || beginsWord(text, start)) ? { start, end: at, keep: 0 } : null;
}

/** The secret of a cloud's application, `<3><digit>Q~<31 or more>`; `at` is the tilde. */
export function tildeKey(text: string, at: number, floor: number): Secret | null {
  if (text.charCodeAt(at - 1) !== 81 || !isDigit(text.charCodeAt(at - 2)) || at - 5 < floor) return null;
  const end = tokenEnd(text, at + 1, true);
  return end - at - 1 >= 30 ? { start: at + 1, end, keep: 0 } : null;
}
