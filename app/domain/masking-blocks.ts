/** Private keys that stand as blocks: PEM in all its spellings, PuTTY's files, crypted passwords. */
import { beginsWord, isBase64, isTokenChar, type Secret, skipBackslashes, tokenEnd } from "./masking-text.ts";

const LABEL = /^-{4,5} ?BEGIN ([A-Z0-9 ]{0,40}PRIVATE KEY[A-Z ]{0,10}) ?-{4,5}/;
/** Lines in a block that are no base64: `Proc-Type: 4,ENCRYPTED`, `Version: GnuPG v2`. */
const BLOCK_HEADER = /^(?:[A-Z][A-Za-z-]{2,20}: [^\n\\"]{0,200})/;
/** Less of base64 is no key: code that only speaks of key blocks. */
const SHORTEST_KEY = 16;
const PASSWORD_HASH = /^\$(?:2[abxy]\$\d\d\$[./A-Za-z0-9]{40,60}|(?:apr1|1|5|6|7|y|gy|md5)\$(?:rounds=\d{1,9}\$)?[./A-Za-z0-9]{1,64}\$(?:[./A-Za-z0-9]{1,64}\$)?[./A-Za-z0-9]{8,90}|argon2(?:id|i|d)\$[^\s"'`:\\]{20,300}|pbkdf2[\w-]{0,16}\$[^\s"'`:\\]{20,300}|s(?:crypt|0)\$[^\s"'`:\\]{20,300})/;

/**
 * A private key block that begins with the dash at `at`: its lines may be broken by line breaks, by escaped ones (`\n`, `\\n`), by blanks, by quotes and
 * `+` of a program's text, or not at all. Without an end it runs as far as base64 does.
 */
export function privateKeyBlock(text: string, at: number): Secret | null {
  if (text.charCodeAt(at + 1) !== 45 || (at > 0 && text.charCodeAt(at - 1) === 45)) return null;
  const head = LABEL.exec(text.slice(at, at + 80));
  if (head === null) return null;
  const from = at + head[0].length;
  const { end, base64 } = bodyEnd(text, from);
  if (base64 < SHORTEST_KEY) return null;
  return { start: from, end, keep: 0, instead: text.startsWith("-----END", end) ? "***" : `***-----END ${head[1]}-----` };
}

/** How far a block's body reaches, and how much of it is base64. */
function bodyEnd(text: string, from: number): { end: number; base64: number } {
  let at = from;
  let end = from;
  let base64 = 0;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (isBase64(code) || code === 61) {
      const header = code >= 65 && code <= 90 && isLineFront(text, at) ? BLOCK_HEADER.exec(text.slice(at, at + 240)) : null;
      if (header !== null) at += header[0].length;
      else {
        const run = base64End(text, at);
        // The first line of a key is long; of words it is not.
        if (base64 === 0 && run - at < SHORTEST_KEY) break;
        // After the key, words: they come after a blank and are short.
        if (base64 >= SHORTEST_KEY && run - at < SHORTEST_KEY && /^[ \t]$/.test(text[at - 1]!) && !text.startsWith("-----END", skipBetween(text, run))) break;
        base64 += run - at;
        at = run;
      }
      end = at;
    } else {
      const next = betweenEnd(text, at);
      if (next === at) break;
      at = next;
    }
  }
  return { end: text.startsWith("-----END", at) ? at : end, base64 };
}

function base64End(text: string, from: number): number {
  let at = from;
  while (at < text.length && (isBase64(text.charCodeAt(at)) || text.charCodeAt(at) === 61)) at++;
  return at;
}

/** Behind one blank, line break, escape of them at any depth (`\\n`, `\\\\n`), or quote and comma of a program; the same place when there is none. */
function betweenEnd(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code === 92) {
    const end = skipBackslashes(text, at);
    return /[nrt"']/.test(text.charAt(end)) ? end + 1 : at;
  }
  return code === 32 || (code >= 9 && code <= 13) || code === 34 || code === 39 || code === 44 ? at + 1 : at;
}

function skipBetween(text: string, from: number): number {
  let at = from;
  for (let next = betweenEnd(text, at); next > at && next - from < 64; next = betweenEnd(text, at)) at = next;
  return at;
}

function isLineFront(text: string, at: number): boolean {
  const before = text.charCodeAt(at - 1);
  return before === 10 || (before === 110 && text.charCodeAt(at - 2) === 92);
}

/** The lines of a PuTTY key file after `Private-Lines: 8`, whose P stands at `at`. */
export function puttyKey(text: string, at: number): Secret | null {
  const head = /^Private-Lines: \d{1,3}(?:[\r\n]|\\{1,32}[rn])/.exec(text.slice(at, at + 56))?.[0];
  if (head === undefined) return null;
  const start = skipBetween(text, at + head.length);
  let end = base64End(text, start);
  for (let line = skipBetween(text, end); base64End(text, line) - line >= SHORTEST_KEY; line = skipBetween(text, end)) end = base64End(text, line);
  return end - start >= SHORTEST_KEY ? { start, end, keep: 0 } : null;
}

/** A crypted password whose dollar stands at `at`: `$2y$10$…`, `$6$salt$…`, `$argon2id$…`. */
export function passwordHash(text: string, at: number): Secret | null {
  const found = PASSWORD_HASH.exec(text.slice(at, at + 320))?.[0];
  if (found === undefined || !/[A-Za-z0-9./]{12}/.test(found) || isTokenChar(text.charCodeAt(at - 1))) return null;
  return { start: at, end: at + found.length, keep: found.indexOf("$", 1) + 1 };
}

/** Beginnings of a key or a private key block in base64. */
const ENCODED = ["c2stYW50L", "c2stcHJva", "Z2hwX", "Z2l0aHViX3BhdF", "LS0tLS1CRUdJTi", "QUtJQ", "eyJrIjoi", "b3BlbnNzaC1rZXktdjE", "cmVmdGtu"];
/** Blocks that anybody may see: certificates, public keys. */
const PUBLIC_BLOCK = /^LS0tLS1CRUdJTi(?:BDRVJUSUZJQ0FUR|BQVUJMSUMgS0VZ|BDRVJU|BTU0gyIFBVQkxJ)/;

/** First three characters of what {@link encodedKey} knows. */
export const ENCODED_FRONTS: readonly string[] = [...new Set(ENCODED.map((front) => front.slice(0, 3)))];

/** A known key or key block in base64 that begins at `at`. */
export function encodedKey(text: string, at: number): Secret | null {
  if (!beginsWord(text, at) || !ENCODED.some((front) => text.startsWith(front, at)) || PUBLIC_BLOCK.test(text.slice(at, at + 40))) return null;
  const end = tokenEnd(text, at, true);
  return end - at >= 24 ? { start: at, end, keep: 4 } : null;
}
