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
const FRONTS = new Uint32Array(32 * 32);

function atFront(front: string, finder: Finder): void {
  const known = AT_FRONT.get(frontKey(front, 0));
  AT_FRONT.set(frontKey(front, 0), known === undefined ? finder : anyOf([known, finder]));
  const bits = [...front].reduce((sum, char) => (sum << 5) | (char.charCodeAt(0) & 31), 0);
  FRONTS[bits >> 5]! |= 1 << (bits & 31);
}

function inAnyCase(front: string, finder: Finder): void {
  const cased = (text: string): string[] => (text === "" ? [""] : cased(text.slice(1)).flatMap((rest) => [text[0]!.toLowerCase() + rest, text[0]!.toUpperCase() + rest]));
  for (const written of new Set(cased(front))) atFront(written, finder);
}

/** A secret further ahead than a sign, blanks and a quote waits until what lies before it has been read. */
const AHEAD = 10;

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
  /** Known to come: what lies before it has still to be read. */
  let coming: Secret | null = null;
  let comingAt = -1;
  let front = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    front = ((front << 5) | (code & 31)) & 32_767;
    const isFront = (FRONTS[front >> 5]! & (1 << (front & 31))) !== 0;
    if (ASKS[code] === 0 && !isFront && i !== comingAt) continue;
    let secret: Secret | null = i === comingAt ? coming : null;
    if (secret === null && ASKS[code] !== 0) secret = atCharacter(text, i, code, floor);
    if (secret === null && isFront && i >= floor + 2) secret = AT_FRONT.get(frontKey(text, i - 2))?.(text, i - 2, floor) ?? null;
    if (secret === null || secret.start < floor || isMasked(text, secret)) continue;
    if (secret.start > i + AHEAD) {
      if (comingAt < i || secret.start < comingAt) {
        coming = secret;
        comingAt = secret.start;
      }
      continue;
    }
    // One mask for what lies over another.
    if (coming !== null && secret.start <= comingAt && secret.end > comingAt) secret.end = Math.max(secret.end, coming.end);
    found ??= [];
    found.push(secret);
    floor = secret.end;
    i = Math.max(i, floor - 1);
    // Both halves of a cloud key stand together.
    const partner: Secret | null = text.charCodeAt(secret.start) === 65 && secret !== coming ? partnerKey(text, floor) : null;
    if (partner !== null) coming = partner;
    else if (comingAt < floor) coming = null;
    comingAt = coming?.start ?? -1;
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
