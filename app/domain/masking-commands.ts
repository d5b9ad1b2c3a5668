/** Secrets on command lines: `--password x`, `-u user:password`, `mysql -pX`, `ENV NAME value`. */
import { nameKind } from "./masking-names.ts";
import { isPlaceholder } from "./masking-placeholders.ts";
import { isQuote, isTokenChar, type Secret, skipBackslashes, skipBlanks } from "./masking-text.ts";
import { plainValue, quotedValue } from "./masking-values.ts";

const LONGEST_NAME = 64;
/** How far before a flag its command is looked for. */
const COMMAND_REACH = 160;

/** What a single-letter flag holds, by command. `attached`: only right behind the letter, since with a blank it means another thing. `login`: only in that subcommand. */
interface PasswordFlag {
  letter: string;
  how?: "attached" | "login" | "percent" | "colon";
}
const flagsOf = (commands: string, ...flags: PasswordFlag[]): [string, PasswordFlag[]][] => commands.split(" ").map((command) => [command, flags]);
const COMMANDS = new Map<string, PasswordFlag[]>([
  ...flagsOf("mysql mysqldump mysqladmin mysqlimport mysqlcheck mariadb mariadb-dump mariadb-admin 7z 7za 7zr rar unrar", { letter: "p", how: "attached" }),
  ...flagsOf("sshpass mongo mongosh mongodump mongorestore mongoexport mongoimport twine", { letter: "p" }),
  ...flagsOf("docker podman nerdctl helm skopeo buildah oras crane az oc cf ibmcloud argocd", { letter: "p", how: "login" }),
  ...flagsOf("sqlcmd bcp zip unzip mosquitto_pub mosquitto_sub ipmitool tsql isql", { letter: "P" }),
  ...flagsOf("redis-cli valkey-cli", { letter: "a" }),
  ...flagsOf("ldapsearch ldapmodify ldapadd ldapdelete ldappasswd ldapwhoami", { letter: "w" }),
  ...flagsOf("smbclient rpcclient", { letter: "U", how: "percent" }),
  ...flagsOf("http https xh", { letter: "a", how: "colon" }),
]);
const LONGEST_COMMAND = Math.max(...[...COMMANDS.keys()].map((name) => name.length));

/** The value of a flag whose first dash stands at `at`. */
export function flagSecret(text: string, at: number): Secret | null {
  if (!beginsFlag(text, at)) return null;
  const nameStart = text.charCodeAt(at + 1) === 45 ? at + 2 : at + 1;
  let end = nameStart;
  while (end < text.length && end - nameStart < LONGEST_NAME && isTokenChar(text.charCodeAt(end))) end++;
  const name = text.slice(nameStart, end);
  if (name.length >= 2 && text.charCodeAt(end) === 32 && /^pass(?:in|out)?$/.test(name)) return passArgument(text, skipBlanks(text, end)) ?? longFlag(text, end, name);
  const userSecret = userPassword(text, at, nameStart, name, end);
  if (userSecret !== null) return userSecret;
  if (name.length >= 2) {
    const long = longFlag(text, end, name);
    if (long !== null) return long;
  }
  return nameStart === at + 1 ? letterFlag(text, at) : null;
}

/** After a blank, a quote or a bracket; not the dash of `a-b`. */
function beginsFlag(text: string, at: number): boolean {
  if (at === 0) return true;
  const before = text.charCodeAt(at - 1);
  return before <= 32 || isQuote(before) || before === 91 || before === 40 || (before === 110 && text.charCodeAt(at - 2) === 92);
}

/** `--password x`, `--password", "x"`; `--password=x` is a named value already. */
function longFlag(text: string, end: number, name: string): Secret | null {
  if (nameKind(name) !== "strong") return null;
  const listed = /^\\{0,7}["'],?\s{0,8}(?=\\{0,7}["'])/.exec(text.slice(end, end + 32))?.[0];
  if (listed?.includes(",")) return quotedValue(text, end + listed.length, "strong");
  if (text.charCodeAt(end) !== 32) return null;
  const start = skipBlanks(text, end);
  const opener = skipBackslashes(text, start);
  if (text.charCodeAt(start) === 45 || start >= text.length) return null;
  return isQuote(text.charCodeAt(opener)) ? quotedValue(text, start, "strong") : plainValue(text, start, { wholeWord: false, code: false, name }, "strong");
}

/** `pass:hunter2` of `-passin`. */
function passArgument(text: string, start: number): Secret | null {
  if (!text.startsWith("pass:", start)) return null;
  return plainValue(text, start + 5, { wholeWord: false, code: false, name: "" }, "strong");
}

/** `-u user:password`, `-uuser:password`, `--user 'user:password'`. */
function userPassword(text: string, at: number, nameStart: number, name: string, end: number): Secret | null {
  const long = nameStart === at + 2 && (name === "user" || name === "proxy-user");
  const letter = nameStart === at + 1 && (name.startsWith("u") || name === "U");
  if (!long && !letter) return null;
  const from = long || name.length === 1 ? skipBlanks(text, end) + (long && text.charCodeAt(end) === 61 ? 1 : 0) : nameStart + 1;
  if (from > end && text.charCodeAt(end) !== 32 && text.charCodeAt(end) !== 61) return null;
  return pairPassword(text, from);
}

/** The second half of `user:password`, quoted or not; two numbers are ids of a user and a group. */
function pairPassword(text: string, from: number): Secret | null {
  const found = /^(?:\\{0,7}(["']))?[A-Za-z0-9_.@+-]{1,64}:(?!\/\/)/.exec(text.slice(from, from + 90));
  if (found === null) return null;
  const start = from + found[0].length;
  const secret = (found[1] === undefined ? /^[^\s"'`\\]{1,256}/ : found[1] === '"' ? /^[^"\n\\]{1,256}/ : /^[^'\n\\]{1,256}/).exec(text.slice(start, start + 256))?.[0];
  if (secret === undefined || isPlaceholder(secret) || /^\d{1,6}$/.test(secret)) return null;
  return { start, end: start + secret.length, keep: 0 };
}

function letterFlag(text: string, at: number): Secret | null {
  const letter = text.charAt(at + 1);
  if (!"pPawU".includes(letter)) return null;
  const flag = commandFlag(text, at, letter);
  if (flag === null) return null;
  const blank = text.charCodeAt(at + 2) === 32;
  if (flag.how === "attached" && blank) return null;
  const start = blank ? skipBlanks(text, at + 2) : at + 2;
  if (flag.how === "colon") return pairPassword(text, start);
  if (flag.how === "percent") return percentPassword(text, start);
  const opener = skipBackslashes(text, start);
  if (isQuote(text.charCodeAt(opener))) return quotedValue(text, start, "strong");
  return text.charCodeAt(start) === 45 ? null : plainValue(text, start, { wholeWord: false, code: false, name: "" }, "strong");
}

function percentPassword(text: string, from: number): Secret | null {
  const found = /^["']?[\w.@\\-]{1,64}%([^\s"'\\]{1,128})/.exec(text.slice(from, from + 200));
  if (found === null) return null;
  const end = from + found[0].length;
  return { start: end - found[1]!.length, end, keep: 0 };
}

/** What the letter means to the command of this line. */
function commandFlag(text: string, at: number, letter: string): PasswordFlag | null {
  let end = at;
  let login = false;
  for (let i = at - 1; i >= -1 && i >= at - COMMAND_REACH; i--) {
    const code = i < 0 ? 32 : text.charCodeAt(i);
    if (isTokenChar(code)) continue;
    // A blank must follow a command's name; `.exe` may stand between.
    const word = end - i > 2 && end - i <= LONGEST_COMMAND + 1 ? text.slice(i + 1, end) : "";
    const known = word === "" ? undefined : COMMANDS.get(word);
    if (known !== undefined && /^(?:\.exe)?\s/.test(text.slice(end, end + 5))) return known.find((one) => one.letter === letter && (one.how !== "login" || login)) ?? null;
    if (word === "login") login = true;
    if (code === 10 || code === 59 || code === 124 || code === 38) return null;
    end = i;
  }
  return null;
}

/** Commands that take a name and its value, or a user and a password, one after the other: found by their first three letters. */
const SETTERS: readonly (readonly [front: string, form: RegExp])[] = [
  ["env", /^ENV\s{1,4}([A-Za-z_]\w{1,60}) {1,4}(?=[^\s=])/],
  ["set", /^(?:setx|set -g?x|set)\s{1,4}([A-Za-z_][\w.-]{1,60}) {1,4}(?=[^\s=:/])(?!(?:for|to|on|off|as|up) )/i],
  ["htp", /^()htpasswd -[a-zA-Z]{0,6}b[a-zA-Z]{0,6} (?:\S{1,100} ){1,2}(?=\S{1,100}(?:$|["'\s|;]))/],
  ["vau", /^()vault login (?=[^\s=-]{8,}(?:$|["'\s]))/],
  ["net", /^()net use [^\n"]{1,120}?\/user:\S{1,64} (?=[^\s/])/i],
  ["car", /^()cargo login (?=[^\s-]{8,})/],
];
/** First three letters of commands that {@link setterSecret} knows. */
export const SETTER_FRONTS: readonly string[] = SETTERS.map(([front]) => front);

/** The value after a name that a command sets; the command begins at `at`. */
export function setterSecret(text: string, at: number): Secret | null {
  const front = text.slice(at, at + 3).toLowerCase();
  const found = SETTERS.find(([begin]) => begin === front)?.[1].exec(text.slice(at, at + 240));
  if (!found) return null;
  if (found[1] !== "" && (nameKind(found[1]!) !== "strong" || !/^[A-Z]|_/.test(found[1]!))) return null;
  const start = at + found[0].length;
  const opener = skipBackslashes(text, start);
  return isQuote(text.charCodeAt(opener)) ? quotedValue(text, start, "strong") : plainValue(text, start, { wholeWord: true, code: false, name: found[1]! }, "strong");
}
