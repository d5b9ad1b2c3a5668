/**
 * Secrets leave a text before anything stores, shows or sends it (DESIGN §4 step 4, SECURITY E1, FIELD-FAULTS X). Pure and linear:
 * a text is read once; only at rare characters (`-`, `=`, `:` …) the finders of masking-tokens and masking-values are asked.
 * A mask keeps the kind and the last characters of what it hides, so that two masks of one secret can be matched.
 * Masking twice changes nothing more.
 */
import { nameKind } from "./masking-names.ts";
import {
  addressPassword, bearer, botKey, capitalKey, encodedKey, jsonWebToken, mayEndPrefix, partnerKey, prefixedKey, privateKeyBlock, type Secret, webhook,
} from "./masking-tokens.ts";
import { elementValue, flagValue, namedValue, userFlag, valueIsSecret } from "./masking-values.ts";

/** Deeper values are replaced: nothing real nests so far, and recursion must end before the stack does. */
const DEEPEST = 200;
const SHORTEST = 6;
const PRIVATE_TAG = /<private>/i;
const PRIVATE_CLOSE = "</private>";
const PRIVATE_PASSES = 4;

/** What to look for at a character: 0 nothing, 1 ask at once, 2 ask when the character before could end a known prefix, 3 and 4 by the one after. */
const ASKS = new Uint8Array(256);
for (const char of "AJWX:=<") ASKS[char.charCodeAt(0)] = 1;
for (const char of "-_.") ASKS[char.charCodeAt(0)] = 2;
ASKS["/".charCodeAt(0)] = 3;
for (const char of "bB") ASKS[char.charCodeAt(0)] = 4;

/** Strings found clean a moment ago: ids, paths and folders come with every payload of a session. */
const clean = new Set<string>();
const CLEAN_LIMIT = 2_000;
const CLEAN_LONGEST = 256;

/** What a mask shows of a secret: `***` and its end, nothing of short ones. */
export function mask(secret: string): string {
  const length = secret.length >= 16 ? 4 : secret.length >= 12 ? 3 : 0;
  const tail = length === 0 ? "" : secret.slice(-length);
  // Half of an escape sequence at the end would break the text around it.
  return /^[\w=+/.-]*$/.test(tail) ? `***${tail}` : "***";
}

/** The text without its secrets; the same string when it has none. */
export function maskText(text: string): string {
  if (text.length < SHORTEST) return text;
  const remembered = text.length <= CLEAN_LONGEST;
  if (remembered && clean.has(text)) return text;
  // First, so that no name or value is looked for across what will be gone.
  if (PRIVATE_TAG.test(text)) return maskText(withoutPrivateParts(text));
  const secrets = findSecrets(text);
  if (secrets === null) {
    if (remembered) remember(text);
    return text;
  }
  let result = "";
  let from = 0;
  for (const secret of secrets) {
    result += text.slice(from, secret.start) + (secret.instead ?? text.slice(secret.start, secret.start + secret.keep) + mask(text.slice(secret.start + secret.keep, secret.end)));
    from = secret.end;
  }
  return result + text.slice(from);
}

/** The value with every string in it masked, keys too; parts without secrets are returned as they are, not copied. */
export function maskDeep<T>(value: T): T {
  return maskValue(value, 0) as T;
}

function remember(text: string): void {
  if (clean.size >= CLEAN_LIMIT) clean.clear();
  clean.add(text);
}

function findSecrets(text: string): Secret[] | null {
  let found: Secret[] | null = null;
  let floor = 0;
  let partner: Secret | null = null;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    const isPartner: boolean = partner !== null && i === partner.start;
    if (!isPartner && (code > 255 || !asks(text, i, code))) continue;
    const secret = isPartner ? partner : secretAt(text, i, code, floor);
    if (secret === null || secret.start < floor || isMasked(text, secret)) continue;
    found ??= [];
    found.push(secret);
    floor = secret.end;
    if (code === 65 && !isPartner) partner = partnerKey(text, secret.end);
    i = Math.max(i, floor - 1);
  }
  return found;
}

function asks(text: string, at: number, code: number): boolean {
  const kind = ASKS[code]!;
  return kind !== 0 && (kind === 1 || worthAsking(text, at, kind));
}

/** The cheap half of the question, so that the dashes and slashes of ids and paths cost next to nothing. */
function worthAsking(text: string, at: number, kind: number): boolean {
  if (kind === 4) return (text.charCodeAt(at + 2) | 32) === (text.charCodeAt(at + 1) === 101 ? 97 : 115);
  const before = at > 0 ? text.charCodeAt(at - 1) : 0;
  if (kind === 3) return before === 109;
  if (mayEndPrefix(before)) return true;
  const after = text.charCodeAt(at + 1);
  return text.charCodeAt(at) === 45 && (before === 45 || after === 45 || (after === 117 && text.charCodeAt(at + 2) === 32));
}

function isMasked(text: string, secret: Secret): boolean {
  return secret.instead === undefined ? text.startsWith("***", secret.start + secret.keep) : text.slice(secret.start, secret.end) === secret.instead;
}

function secretAt(text: string, at: number, code: number, floor: number): Secret | null {
  switch (code) {
    case 45: // -
      return privateKeyBlock(text, at) ?? prefixedKey(text, at, floor) ?? flagValue(text, at) ?? userFlag(text, at);
    case 95: // _
    case 46: // .
      return prefixedKey(text, at, floor);
    case 65: // A
      return capitalKey(text, at);
    case 74: // J
      return jsonWebToken(text, at, floor) ?? encodedKey(text, at, floor);
    case 87: // W
    case 88: // X
      return encodedKey(text, at, floor);
    case 47: // /
      return webhook(text, at);
    case 58: // :
      return addressPassword(text, at) ?? namedValue(text, at, floor) ?? botKey(text, at, floor);
    case 61: // =
      return namedValue(text, at, floor);
    case 60: // <
      return elementValue(text, at);
    default: // b, B
      return bearer(text, at);
  }
}

/** Taking parts away can put a new tag together; somebody who does that on purpose loses the rest of the text. */
function withoutPrivateParts(text: string): string {
  let rest = text;
  for (let pass = 0; pass < PRIVATE_PASSES && PRIVATE_TAG.test(rest); pass++) rest = withoutPrivateOnce(rest);
  const opened = rest.search(PRIVATE_TAG);
  return opened === -1 ? rest : rest.slice(0, opened);
}

/** `<private>…</private>`, with what is nested in it; without an end it runs to the end of the text. */
function withoutPrivateOnce(text: string): string {
  let kept = "";
  let from = 0;
  let open = 0;
  for (const tag of text.matchAll(/<\/?private>/gi)) {
    const closes = tag[0].length === PRIVATE_CLOSE.length;
    if (closes && open === 0) continue;
    if (!closes && open === 0) kept += text.slice(from, tag.index);
    open += closes ? -1 : 1;
    from = tag.index + tag[0].length;
  }
  return open === 0 ? kept + text.slice(from) : kept;
}

function maskValue(value: unknown, depth: number): unknown {
  if (typeof value === "string") return maskText(value);
  if (typeof value !== "object" || value === null) return value;
  if (depth >= DEEPEST) return "[nested too deeply]";
  return Array.isArray(value) ? maskList(value, depth) : maskObject(value as Record<string, unknown>, depth);
}

function maskList(list: unknown[], depth: number): unknown[] {
  let copy: unknown[] | null = null;
  for (let i = 0; i < list.length; i++) {
    const masked = maskValue(list[i], depth + 1);
    if (masked === list[i]) continue;
    copy ??= list.slice();
    copy[i] = masked;
  }
  return copy ?? list;
}

function maskObject(object: Record<string, unknown>, depth: number): Record<string, unknown> {
  let copy: Record<string, unknown> | null = null;
  let keysChanged = false;
  for (const key in object) {
    const value = object[key];
    const masked = maskNamed(key, value, depth);
    if (key.length >= 16 && maskText(key) !== key) keysChanged = true;
    if (masked === value) continue;
    copy ??= { ...object };
    copy[key] = masked;
  }
  const paired = maskPair(copy ?? object, copy !== null);
  return keysChanged ? withMaskedKeys(paired) : paired;
}

function maskNamed(key: string, value: unknown, depth: number): unknown {
  const kind = nameKind(key);
  if (kind === "none") return maskValue(value, depth + 1);
  if (typeof value === "string") return valueIsSecret(kind, value) && !value.startsWith("***") ? mask(value) : maskText(value);
  if (typeof value === "number" && kind === "strong" && Math.abs(value) >= 10_000) return mask(String(value));
  if (Array.isArray(value) && value.every((item) => typeof item === "string")) {
    const list = value.map((item) => maskNamed(key, item, depth + 1));
    return list.every((item, i) => item === value[i]) ? value : list;
  }
  return maskValue(value, depth + 1);
}

/** `{ name: "DB_PASSWORD", value: "…" }`, the way lists of variables and headers are written. */
function maskPair(object: Record<string, unknown>, isCopy: boolean): Record<string, unknown> {
  const value = object.value;
  if (typeof value !== "string") return object;
  const name = typeof object.name === "string" ? object.name : object.key;
  if (typeof name !== "string" || value.startsWith("***") || !valueIsSecret(nameKind(name), value)) return object;
  const copy = isCopy ? object : { ...object };
  copy.value = mask(value);
  return copy;
}

function withMaskedKeys(object: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [maskText(key), value]));
}
