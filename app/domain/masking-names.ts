/**
 * Which names announce a secret: `DB_PASSWORD`, `db.password`, `apiKey`, `Authorization`, `비밀번호`. Names that merely speak of one
 * (`token_count`, `password_file`) do not, since their last word is what they hold.
 */

/** How much a name promises. `weak` names mask only values that look random; `header` values run to the end of their line. */
export type NameKind = "none" | "weak" | "strong" | "header";

const STRONG_WORD = /(?:password|passwords|passwd|passphrase|passcode|secret|secrets|credential|credentials|apikey|apitoken|authtoken|accesstoken|refreshtoken|privatekey|secretkey|accesskey|token)$/;
const STRONG_ALONE = new Set(["pass", "pwd", "pw", "pin", "비밀번호", "암호", "패스워드", "토큰", "시크릿", "인증키", "비밀키"]);
const HEADERS = new Set(["authorization", "cookie"]);
const KEY_OWNERS = new Set([
  "api", "access", "secret", "private", "auth", "signing", "signature", "encryption", "service", "account", "master", "ssh", "app", "client", "role", "session",
  "storage", "deploy", "hmac", "crypto", "webhook", "license", "subscription", "admin",
]);
/** Words at the end of a name that say nothing about what it holds: `SECRET_KEY_BASE`, `TOKEN_V2`, `PASSWORD_1`. */
const EMPTY_TAIL = /^(?:[0-9]+|v[0-9]+|base|old|new|prod|production|dev|test|staging|live|value|raw|plain|str|string|text|env)$/;

const known = new Map<string, NameKind>();
const KNOWN_LIMIT = 4_096;

/** @param name a key of an object, a variable, a header or a flag; case and separators do not matter */
export function nameKind(name: string): NameKind {
  let kind = known.get(name);
  if (kind === undefined) {
    kind = name.length > 80 ? "none" : classify(words(name), name);
    // A hostile payload may bring endless new names; starting over keeps the memory bounded.
    if (known.size >= KNOWN_LIMIT) known.clear();
    known.set(name, kind);
  }
  return kind;
}

function words(name: string): string[] {
  const list = name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9가-힣]+/)
    .filter((word) => word.length > 0);
  while (list.length > 1 && EMPTY_TAIL.test(list[list.length - 1]!)) list.pop();
  return list;
}

function classify(list: string[], name: string): NameKind {
  const last = list[list.length - 1];
  if (last === undefined) return "none";
  const before = list[list.length - 2] ?? "";
  if (HEADERS.has(last)) return "header";
  // The shell's own names for folders.
  if (name === "PWD" || name === "OLDPWD") return "none";
  if (STRONG_WORD.test(last) || STRONG_ALONE.has(last)) return "strong";
  if (last === "key") return KEY_OWNERS.has(before) ? "strong" : isEnvironmentName(name) ? "weak" : "none";
  if (last === "auth" || (last === "dsn" && list.length > 1)) return "weak";
  return "none";
}

function isEnvironmentName(name: string): boolean {
  return name.length > 3 && name === name.toUpperCase();
}
