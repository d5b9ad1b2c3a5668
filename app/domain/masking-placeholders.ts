/** What stands where a secret could stand and is none: variables, types, code, words of a sentence. */
import { hasDigit } from "./masking-text.ts";

/** Switches and emptiness, never a secret. */
const NO_VALUE = new Set(["true", "false", "null", "none", "nil", "undefined", "yes", "no", "on", "off"]);
const words = (text: string) => text.split(" ");
/** In code, types and names of things. */
const HARMLESS_WORD = new Set(words(
  "required optional string number boolean bool int integer str any unknown object bytes text void never buffer char varchar float double password passwords secret secrets token tokens " +
  "hidden redacted masked default identifier keyword punctuation expired invalid missing revoked valid empty unset set " +
  "var let const function return await async new typeof yield not lambda def class import export throw delete",
));
/** Begin a sentence about a secret, not the secret: `Password: must have …`. */
const SENTENCE_WORD = new Set(words(
  "must should shall may might can cannot could would will is isn't are was were be been has have had does do did the this that these those a an and or but if when then it its your you my our their his her we i " +
  "enter type use please choose create confirm change reset forgot forgotten at least minimum maximum only never always with without for from of in to by as on see not no unexpected required wrong incorrect too " +
  "invalid expired same both each every any all some what which who how why where here there do",
));
/** Without spaces around `=` programs pass things on: `token=self.token`. */
const PASSED_ON = /^(?:self|this|cls|settings|config|cfg|conf|args|opts|options|params|props|process|os|env|environ|request|req|ctx|context|state|session|app|current_app|data|creds|credentials|user|account|client|secrets|vars?|local|inputs|parsed|kwargs)(?:\.|\[|\?\.|->)/;
const CODE_EXPRESSION = /^(?:await |new |typeof )?[A-Za-z_$][\w$]{0,80}(?:(?:\?\.|\.|::|->)[A-Za-z_$][\w$]{0,80}){0,12}(?:[([?!]|$)/;
const ENVIRONMENT_LOOKUP = /^(?:process\.env|os\.environ|os\.getenv|import\.meta\.env|Deno\.env|ENV\[|ENV\.|getenv|env[.(])/;
const STAND_IN = /^(?:["']?(?:your|the|insert|enter|put|replace)[-_ ](?:[\w ]{0,20}[-_ ])?(?:api|key|token|secret|password|pass|own|access|client|value|credentials?)[\w -]{0,24}|x{4,}|X{4,}|\.{3}.{0,20}|…|\[(?:REDACTED|redacted|hidden|masked|PAD|MASK|CLS|SEP|UNK|INST)\]|(?:REDACTED|PLACEHOLDER|CHANGE_?ME_?PLEASE))$/i;
const BINDING = /^[:@][A-Za-z_]\w{0,60}$/;
/** `필수`, `만료됨`, `입력하세요`: said of a secret. */
const KOREAN_STATE = /^(?:필수|없음|있음|값|미설정|설정|변경|확인|오류|입력|불일치|일치|틀림|만료|초기화|재설정|선택|공개|비공개)|(?:요|다|됨|함|음|중|기|수|시|후|전)$/;
const LOOKED_AT = 256;

/** True for text in the place of a value that only stands for one. Looks at its first characters alone. */
export function isPlaceholder(value: string): boolean {
  if (value.length <= 12 && NO_VALUE.has(value.toLowerCase())) return true;
  switch (value.charCodeAt(0)) {
    case 36: // $
      return /^\$(?:[A-Za-z_({]|\d$)/.test(value);
    case 37: // %
      return /^%(?:[A-Za-z_]{1,60}%|[-+# 0]?[sdvqrf]$|\()/.test(value);
    case 60: // <
      return /^<[^>]{0,80}>/.test(value) || value.startsWith("<|");
    case 123: // {
      return /^\{(?:\{|[A-Za-z_$][\w$.[\]()?! ]{0,80}\}?$|\}?$)/.test(value);
    case 42: // *
      return value.startsWith("***");
    case 8226: // •
      return value.startsWith("•••");
    default:
      break;
  }
  const front = value.slice(0, 80);
  if (hasDigit(front, 0, 1)) return value.length < 5 && /^[0-9.,]+%?$/.test(value);
  return /^\s*$/.test(front) || (value.length < 80 && STAND_IN.test(value));
}

/** True when something in the value was masked already: what is left of it is no secret, however odd a mask makes it look. */
export function hasMask(value: string): boolean {
  return value.includes("***");
}

export interface ValuePlace {
  /** May be code or prose: not a line of settings. */
  code: boolean;
  /** Name before it. */
  name: string;
}

/**
 * True for an unquoted value that is part of a program or of a sentence.
 * @param after what follows the value in its text, some characters
 */
export function isNoValue(value: string, after: string, { code, name }: ValuePlace): boolean {
  if (isPlaceholder(value) || ENVIRONMENT_LOOKUP.test(value) || PASSED_ON.test(value) || isNamedAlike(value, name)) return true;
  if (!code) return false;
  const front = value.slice(0, LOOKED_AT);
  const bare = front.replace(/[?!.;:)|]{1,3}$/, "").toLowerCase();
  if (value.length < 4 || HARMLESS_WORD.has(bare) || BINDING.test(front) || /^[|>&*!][A-Za-z+-]{0,40}$/.test(front)) return true;
  return isProse(front, bare, after) || isCode(front, after);
}

function isNamedAlike(text: string, name: string): boolean {
  const value = text.length <= name.length + 2 ? text.replace(/[,;)]{1,2}$/, "") : text;
  return value.length === name.length && value.toLowerCase().replaceAll("-", "_") === name.toLowerCase().replaceAll("-", "_");
}

function isProse(front: string, bare: string, after: string): boolean {
  if (/^[가-힣]/.test(front)) return KOREAN_STATE.test(front) || /^ ?[가-힣]/.test(after);
  // A label follows in `password: swordfish host: db`; a sentence goes on in `password: must have`.
  return SENTENCE_WORD.has(bare) && (/^ /.test(after) || /[.;:,]$/.test(front));
}

/** `password: hunter2` is a value; `token = readToken()`, `token: Token` and `password: props.password` are code. */
function isCode(front: string, after: string): boolean {
  if (hasDigit(front, 0, front.length) && !/[.([]/.test(front)) return false;
  const next = after.charAt(0);
  if (next === "(" || /[.([]/.test(front)) return (CODE_EXPRESSION.test(front) || /^[\w.]{1,80}\(/.test(front)) && !looksRandom(front);
  return /^[;,)>}|]/.test(next) || /^[A-Z][a-z]+[?!]?$/.test(front);
}

/** Long, of letters and digits, without a gap: what a machine made. */
export function looksRandom(value: string): boolean {
  const front = value.slice(0, LOOKED_AT);
  return value.length >= 16 && hasDigit(front, 0, front.length) && /[A-Za-z]/.test(front) && !/\s/.test(front);
}

/** Something that a person would type as a password: letters with a digit or a sign among them, no path, no file, no address. */
export function looksChosen(value: string): boolean {
  if (value.length < 4 || value.length > 128 || hasMask(value) || isPlaceholder(value)) return false;
  if (!/[A-Za-z]/.test(value) || !/[0-9!@#$%^&*+~?]/.test(value.slice(0, -1) + value.slice(-1).replace(/[?!]/, ""))) return false;
  return !/^(?:base64|sha-?\d|md5|utf-?\d|https?|ftp|\d+[a-z]{1,3}$)/i.test(value) && !/[/\\()]|\.[a-z]{1,4}$|^\w+=/.test(value);
}
