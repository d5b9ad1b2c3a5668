/**
 * Which names announce a secret: `DB_PASSWORD`, `db.password`, `apiKey`, `Authorization`, `비밀번호`. Names that merely speak of one
 * (`token_count`, `password_file`) do not, since their last word is what they hold.
 */

/** How much a name promises. `weak` names mask only values that look random; `header` values run to the end of their line; `phrase` is many words. */
export type NameKind = "none" | "weak" | "strong" | "header" | "phrase";

const STRONG_WORDS = "password passwords passwd passphrase passcode secret secrets credential credentials apikey apitoken authtoken accesstoken refreshtoken privatekey secretkey accesskey token storepass keypass requirepass rootpass dbpass userpass adminpass phpsessid jsessionid".split(" ");
const STRONG_WORD = new RegExp(`(?:${STRONG_WORDS.join("|")})$`);
const STRONG_ALONE = new Set(["pass", "pwd", "pw", "pin", "otp", "masterauth", "암호", "비번", "토큰", "시크릿", "인증번호"]);
const STRONG_KOREAN = /(?:비밀번호|패스워드|인증키|비밀키|시크릿키|액세스토큰|인증토큰|접근토큰|보안토큰)$/;
const HEADERS = new Set(["authorization", "cookie"]);
const KEY_OWNERS = new Set((
  "api access secret private auth signing signature encryption service account master ssh app client role session storage deploy hmac crypto webhook license subscription admin " +
  "시크릿 비밀 액세스 인증 암호화 서비스 접근 보안 개인"
).split(" "));
/** Whose keys are secrets, if they look so. */
const PROVIDERS = new Set("openai anthropic openrouter stripe google gemini gcp aws azure github gitlab slack datadog dd sendgrid mailgun twilio algolia supabase firebase groq mistral cohere deepl kakao naver toss portone iamport nvidia".split(" "));
/** Tokens of another meaning: places in a list, signs of a tokenizer, what costs money. */
const OTHER_TOKENS = new Set("page next prev previous continuation eos bos pad unk sep cls mask stop special start end per num count sync input output max min total cancellation cancel".split(" "));
/** Words at the end of a name that say nothing about what it holds: `SECRET_KEY_BASE`, `TOKEN_V2`, `PASSWORD_1`. */
const EMPTY_TAILS = "base old new prod production dev test staging live value raw plain str string text env data b64 base64 hex pem".split(" ");
const EMPTY_TAIL = new RegExp(`^(?:[0-9]+|v[0-9]+|${EMPTY_TAILS.join("|")})$`);
const PUBLIC = new Set(["public", "publishable", "anon"]);

/** Which two letters such names end in: tells most other names without looking them up. */
const ENDS = new Uint8Array(32 * 32);
const OTHER_NAMES = ["key", "keys", "auth", "dsn", "pat", "jwt", "sig", "signature", "sid", "mnemonic", "phrase"];
for (const word of [...STRONG_WORDS, ...STRONG_ALONE, ...HEADERS, ...EMPTY_TAILS, ...OTHER_NAMES]) ENDS[endOf(word, word.length)] = 1;

function endOf(text: string, end: number): number {
  return ((text.charCodeAt(end - 2) & 31) << 5) | (text.charCodeAt(end - 1) & 31);
}

/** False when the name that ends before `end` cannot announce a secret. */
export function mayEndName(text: string, end: number): boolean {
  const last = text.charCodeAt(end - 1) | 32;
  return last < 97 || last > 122 || ENDS[endOf(text, end)] === 1;
}

const known = new Map<string, NameKind>();
const KNOWN_LIMIT = 4_096;

/** @param name a key of an object, a variable, a header or a flag; case and separators do not matter */
export function nameKind(name: string): NameKind {
  if (!mayEndName(name, name.length)) return "none";
  let kind = known.get(name);
  if (kind === undefined) {
    kind = name.length > 80 ? "none" : classify(words(name), name);
    // A hostile payload may bring endless new names; starting over keeps the memory bounded.
    if (known.size >= KNOWN_LIMIT) known.clear();
    known.set(name, kind);
  }
  return kind;
}

/** True for a word that is a secret's name only together with the one before it: `API key`, `API 키`, `seed phrase`. */
export function isHalfName(name: string): boolean {
  return name.length <= 6 && /^(?:keys?|키|phrase|토큰|구문)$/i.test(name);
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
  if (last === "mnemonic" || last === "니모닉" || (/^(?:phrase|구문)$/.test(last) && /^(?:seed|recovery|backup|mnemonic|복구|시드)$/.test(before))) return "phrase";
  if (/tokens?$/.test(last) && OTHER_TOKENS.has(before)) return "none";
  if (STRONG_WORD.test(last) || STRONG_ALONE.has(last) || STRONG_KOREAN.test(last)) return "strong";
  if (last === "key" || last === "키") return keyKind(list, before, name);
  if (last === "auth" || (last === "dsn" && list.length > 1) || (last === "pat" && list.length > 1) || last === "jwt") return "weak";
  if (last === "sig" || (last === "signature" && list.includes("amz")) || name.toLowerCase() === "connect.sid") return "weak";
  return "none";
}

function keyKind(list: string[], before: string, name: string): NameKind {
  if (list.some((word) => PUBLIC.has(word))) return "none";
  if (KEY_OWNERS.has(before)) return "strong";
  return isEnvironmentName(name) || PROVIDERS.has(before) ? "weak" : "none";
}

function isEnvironmentName(name: string): boolean {
  return name.length > 3 && name === name.toUpperCase() && /[A-Z]/.test(name);
}
