/** Secrets told in words, without a sign between name and value: `the password is …`, `비밀번호는 …`, `IDENTIFIED BY '…'`, `login x password y`. */
import { hasMask, looksChosen, looksRandom } from "./masking-placeholders.ts";
import { beginsWord, isQuote, type Secret, skipBlanks } from "./masking-text.ts";
import { quotedValue } from "./masking-values.ts";

const NAME = /^(?:password|passwd|passphrase|passcode)/i;
const LINK = /^(?: (?:is|was|to|as|would be|=>|->)(?: now)?:?)? {1,4}/;
const FOR_ACCOUNT = /^ FOR [^\s=;]{1,80} {0,2}= {0,2}(?=['"])/i;
const KOREAN_NAME = /(비밀번호|패스워드|비번|암호|토큰|API ?키|시크릿 ?키|액세스 ?키|비밀 ?키)$/i;
const KOREAN_LINK = /^(?:은|는|이|가|를|을)?(?: {1,2}(?:→|->|=>) ?| {1,3})/;
const LONGEST_VALUE = 200;

/** What follows a word for a password that begins with the p at `at`. */
export function passwordPhrase(text: string, at: number): Secret | null {
  const name = NAME.exec(text.slice(at, at + 10))?.[0];
  if (name === undefined) return text.startsWith("pass ", at) ? requiredPass(text, at) : null;
  if (!beginsWord(text, at)) return null;
  const after = at + name.length;
  const account = FOR_ACCOUNT.exec(text.slice(after, after + 100))?.[0];
  if (account !== undefined) return quotedValue(text, after + account.length, "strong");
  const link = LINK.exec(text.slice(after, after + 24))?.[0];
  if (link === undefined) return null;
  const start = after + link.length;
  if (isQuote(text.charCodeAt(start))) return quotedPhrase(text, start);
  return link.trim() !== "" ? saidValue(text, start) : null;
}

/** `requirepass x` of a settings file. */
function requiredPass(text: string, at: number): Secret | null {
  if (!text.startsWith("require", at - 7)) return null;
  const start = skipBlanks(text, at + 4);
  return wordAt(text, start, /^[^\s"'\\]{4,200}/);
}

/** `PASSWORD 'hunter2'`: not one that is only named, as in an error message. */
function quotedPhrase(text: string, start: number): Secret | null {
  const found = quotedValue(text, start, "strong");
  return found !== null && found.end - found.start >= 4 && found.end - found.start <= LONGEST_VALUE && looksChosen(text.slice(found.start, found.end)) ? found : null;
}

function saidValue(text: string, start: number): Secret | null {
  const found = wordAt(text, start, /^[!-~]{4,200}/);
  // Longer is no password, and half of a run must not be left.
  if (found === null || found.end - found.start >= LONGEST_VALUE) return null;
  const value = text.slice(found.start, found.end).replace(/(?:\\n|\\").*$/, "").replace(/[.,;:)\]}"'`]{1,4}$/, "");
  return looksChosen(value) || (looksRandom(value) && !hasMask(value)) ? { ...found, end: found.start + value.length } : null;
}

function wordAt(text: string, start: number, form: RegExp): Secret | null {
  const found = form.exec(text.slice(start, start + LONGEST_VALUE))?.[0];
  return found === undefined || hasMask(found) ? null : { start, end: start + found.length, keep: 0 };
}

/** Last syllables of the names that {@link koreanPhrase} knows. */
export const KOREAN_ENDS = "호드번큰키";

/** What follows a Korean word for a password whose last syllable stands at `at`: `비밀번호는 hunter2 입니다`. */
export function koreanPhrase(text: string, at: number): Secret | null {
  if (!KOREAN_NAME.test(text.slice(Math.max(0, at - 6), at + 1))) return null;
  const link = KOREAN_LINK.exec(text.slice(at + 1, at + 10))?.[0];
  if (link === undefined) return null;
  const start = at + 1 + link.length;
  if (isQuote(text.charCodeAt(start))) return quotedPhrase(text, start);
  return saidValue(text, start);
}

/** `IDENTIFIED BY 'x'`, whose B stands at `at`. */
export function identifiedBy(text: string, at: number): Secret | null {
  if (!/(?:IDENTIFIED(?: WITH \w{1,40})?|ENCRYPTED) $/i.test(text.slice(Math.max(0, at - 60), at))) return null;
  const start = skipBlanks(text, at + 2);
  return isQuote(text.charCodeAt(start)) ? quotedValue(text, start, "strong") : null;
}

/** The password of a `.netrc` entry whose m stands at `at`. */
export function netrcPassword(text: string, at: number): Secret | null {
  if (!beginsWord(text, at)) return null;
  const head = /^machine\s{1,8}[^\s"]{1,120}\s{1,8}login\s{1,8}[^\s"]{1,120}\s{1,8}(?:account\s{1,8}\S{1,80}\s{1,8})?password\s{1,8}/.exec(text.slice(at, at + 400))?.[0];
  const found = head === undefined ? null : wordAt(text, at + head.length, /^[^\s"\\]{1,200}/);
  // Words of a sentence can stand in this order too.
  return found !== null && (/^machine\s+(?:localhost|\S*[.:\d])/.test(head!) || looksChosen(text.slice(found.start, found.end))) ? found : null;
}

/** The last field of `host:5432:database:user:password`, a line of `.pgpass`; `at` is the first colon. */
export function pgpassPassword(text: string, at: number): Secret | null {
  const port = text.charCodeAt(at + 1);
  if ((port !== 53 && port !== 54) || text.charCodeAt(at + 5) !== 58) return null;
  const head = /^:(?:54\d\d|6432):[^:\s"]{1,64}:[^:\s"]{1,64}:(?=[^\s:"\\/]{1,128}(?:$|[\s"\\]))/.exec(text.slice(at, at + 300))?.[0];
  return head === undefined ? null : wordAt(text, at + head.length, /^[^\s"\\]{1,128}/);
}
