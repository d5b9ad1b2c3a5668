/** From text to a payload of any shape, with a reason a person can use when it is not JSON. Pure. */
import { parse as parseTolerantly, type ParseError, printParseErrorCode } from "jsonc-parser";

export type Parsed = { ok: true; value: unknown } | { ok: false; message: string };

/**
 * Nothing real nests this deep, and everything behind the collector walks payloads recursively.
 * What nests deeper is passed on as text: recorded as a schema_error, never walked.
 */
export const MAX_DEPTH = 1000;
const TEXT_KEPT = 64 * 1024;
/** Where in a larger text the fault is, is not worth the time of a second parser. */
const LOCATED_UP_TO = 1024 * 1024;

/** Half of a character, as only an escape can name it. A backslash that is escaped itself is taken for one too, which costs time and nothing else. */
const HALF_ESCAPED = /\\u[dD][89abAB][0-9a-fA-F]{2}(?!\\u[dD][c-fC-F])|(?<!\\u[dD][89abAB][0-9a-fA-F]{2})\\u[dD][c-fC-F]/;

/** SQLite keeps no halves: a session whose id had one would be another in the database than in memory. */
const wholeCharacters = (_key: string, value: unknown): unknown => (typeof value === "string" ? value.replace(/\p{Surrogate}/gu, "\uFFFD") : value);

export function parsePayload(given: string): Parsed {
  const text = given.charCodeAt(0) === 0xfeff ? given.slice(1) : given;
  if (text.trim() === "") return { ok: false, message: "the body is empty" };
  const tooDeep = text.length > MAX_DEPTH && nestsDeeperThan(text, MAX_DEPTH);
  try {
    const value: unknown = JSON.parse(text);
    if (tooDeep) return { ok: true, value: text.slice(0, TEXT_KEPT) };
    return { ok: true, value: HALF_ESCAPED.test(text) ? JSON.parse(text, wholeCharacters) : value };
  } catch {
    return { ok: false, message: tooDeep ? "nested too deep, and not JSON" : locate(text) };
  }
}

/** Never quotes the text: it may hold secrets, and the message goes into the log. */
function locate(text: string): string {
  if (text.length > LOCATED_UP_TO) return "not JSON";
  const errors: ParseError[] = [];
  parseTolerantly(text, errors, { allowTrailingComma: false, disallowComments: true, allowEmptyContent: false });
  const [first] = errors;
  if (first === undefined) return "not JSON";
  const before = text.slice(0, first.offset);
  const line = before.split("\n").length;
  const column = first.offset - before.lastIndexOf("\n");
  return `${words(printParseErrorCode(first.error))} at line ${line}, column ${column}`;
}

/** `CommaExpected` → `comma expected` */
function words(code: string): string {
  return code.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();
}

function nestsDeeperThan(text: string, limit: number): boolean {
  let depth = 0;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (inString) {
      if (code === 0x5c) i++;
      else if (code === 0x22) inString = false;
    } else if (code === 0x22) inString = true;
    else if (code === 0x7b || code === 0x5b) {
      if (++depth > limit) return true;
    } else if (code === 0x7d || code === 0x5d) depth--;
  }
  return false;
}
