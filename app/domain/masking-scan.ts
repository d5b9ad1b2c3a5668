/** One walk over a text that asks the finders at the characters where something of theirs could stand (FIELD-FAULTS X7). */
import { ENCODED_FRONTS, encodedKey, passwordHash, privateKeyBlock, puttyKey } from "./masking-blocks.ts";
import { flagSecret, SETTER_FRONTS, setterSecret } from "./masking-commands.ts";
import { identifiedBy, KOREAN_ENDS, koreanPhrase, netrcPassword, passwordPhrase, pgpassPassword } from "./masking-phrases.ts";
import { KEY_WORD_FRONTS, keyWord, mayEndPrefix, prefixedKey } from "./masking-prefixes.ts";
import { beginsWord, isQuote, type Secret } from "./masking-text.ts";
import { addressPassword, bearer, botKey, dottedKey, endedKey, jsonWebToken, partnerKey, tildeKey, webhook } from "./masking-tokens.ts";
import { argumentValue, elementValue, namedValue } from "./masking-values.ts";

type Finder = (text: string, at: number, floor: number) => Secret | null;

/** First of the finders that finds something. */
const anyOf = (finders: readonly Finder[]): Finder => finders.reduce((first, second) => (text, at, floor) => first(text, at, floor) ?? second(text, at, floor));

/** Finders by the character at which they are asked. */
const AT_CHARACTER = new Map<number, Finder>();
/** 1: ask at once, 2: ask when what stands beside it allows (see {@link worthAsking}). */
const ASKS = new Uint8Array(0x1_0000);

function at(characters: string, kind: 1 | 2, ...finders: Finder[]): void {
  for (const char of characters) {
    AT_CHARACTER.set(char.charCodeAt(0), anyOf(finders));
    ASKS[char.charCodeAt(0)] = kind;
  }
}

at("=", 1, namedValue);
at(":", 1, addressPassword, namedValue, botKey, pgpassPassword);
at("<", 1, elementValue);
at("-", 2, privateKeyBlock, prefixedKey, endedKey, flagSecret);
at("_", 2, prefixedKey);
at(".", 2, prefixedKey, dottedKey);
at("~", 2, prefixedKey, tildeKey);
at("$", 2, prefixedKey, passwordHash);
at("/", 2, webhook);
at("(", 2, argumentValue);
at(KOREAN_ENDS, 1, koreanPhrase);

/** Finders by the first three characters of a word. */
const AT_FRONT = new Map<number, Finder>();
/** Which fronts there may be, by five bits of each character: one look tells most of a text apart. */
const FRONTS = new Uint8Array(32 * 32 * 32);

function atFront(front: string, finder: Finder): void {
  const known = AT_FRONT.get(frontKey(front, 0));
  AT_FRONT.set(frontKey(front, 0), known === undefined ? finder : anyOf([known, finder]));
  FRONTS[[...front].reduce((bits, char) => (bits << 5) | (char.charCodeAt(0) & 31), 0)] = 1;
}

function inAnyCase(front: string, finder: Finder): void {
  const cased = (text: string): string[] => (text === "" ? [""] : cased(text.slice(1)).flatMap((rest) => [text[0]!.toLowerCase() + rest, text[0]!.toUpperCase() + rest]));
  for (const written of new Set(cased(front))) atFront(written, finder);
}

const frontKey = (text: string, i: number) => (text.charCodeAt(i) * 128 + text.charCodeAt(i + 1)) * 128 + text.charCodeAt(i + 2);

for (const front of KEY_WORD_FRONTS) atFront(front, keyWord);
for (const front of SETTER_FRONTS) inAnyCase(front, (text, i) => (beginsWord(text, i) ? setterSecret(text, i) : null));
for (const front of ENCODED_FRONTS) atFront(front, encodedKey);
atFront("eyJ", (text, i, floor) => jsonWebToken(text, i + 2, floor));
atFront("NRA", endedKey);
atFront("Pri", puttyKey);
inAnyCase("bea", bearer);
inAnyCase("bas", bearer);
inAnyCase("pas", passwordPhrase);
inAnyCase("mac", netrcPassword);
inAnyCase("by ", identifiedBy);

/** Secrets of a text in their order, none over another; null when it has none. */
export function findSecrets(text: string): Secret[] | null {
  let found: Secret[] | null = null;
  let floor = 0;
  let partner: Secret | null = null;
  let partnerAt = -1;
  let front = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    front = ((front << 5) | (code & 31)) & 32_767;
    if ((ASKS[code]! | FRONTS[front]!) === 0 && i !== partnerAt) continue;
    let secret: Secret | null = i === partnerAt ? partner : null;
    if (secret === null && ASKS[code] !== 0) secret = atCharacter(text, i, code, floor);
    if (secret === null && FRONTS[front] !== 0) secret = i >= floor + 2 ? (AT_FRONT.get(frontKey(text, i - 2))?.(text, i - 2, floor) ?? null) : null;
    if (secret === null || secret.start < floor || isMasked(text, secret)) continue;
    found ??= [];
    found.push(secret);
    floor = secret.end;
    // Both halves of a cloud key stand together.
    partner = text.charCodeAt(secret.start) === 65 && i !== partnerAt ? partnerKey(text, secret.end) : null;
    partnerAt = partner?.start ?? -1;
    i = Math.max(i, floor - 1);
  }
  return found;
}

function atCharacter(text: string, i: number, code: number, floor: number): Secret | null {
  return ASKS[code] === 1 || worthAsking(text, i, code) ? AT_CHARACTER.get(code)!(text, i, floor) : null;
}

/** The cheap half of the question, so that the dashes, dots and slashes of ids and paths cost next to nothing. */
function worthAsking(text: string, i: number, code: number): boolean {
  const before = i > 0 ? text.charCodeAt(i - 1) : 32;
  const after = text.charCodeAt(i + 1);
  switch (code) {
    case 47: // / after the m of .com
      return before === 109;
    case 40: // (
      return isQuote(after) || after === 92;
    case 46: // . between the parts of a bot's token, or after a front
      return mayEndPrefix(before) || text.charCodeAt(i + 7) === 46 || text.charCodeAt(i - 17) === 112;
    case 126: // ~
      return before === 81 || before === 54;
    case 36: // $ before a kind of hash, or after `production`
      return (after >= 49 && after <= 55) || after === 97 || after === 121 || after === 112 || after === 115 || before === 110;
    case 45: // -
      return mayEndPrefix(before) || before <= 32 || isQuote(before) || after === 45 || after === 117 || before === 40 || before === 91 || before === 110;
    default:
      return mayEndPrefix(before);
  }
}

function isMasked(text: string, { start, end, keep, instead }: Secret): boolean {
  return instead === undefined ? text.startsWith("***", start + keep) : text.slice(start, end) === instead;
}
