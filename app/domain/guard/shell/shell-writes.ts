/**
 * What a shell command writes to, as far as its text tells (specification 2 §1.3 asks for edits; this is the shell's share of them).
 * Project scripts, builds and tests that it starts are not looked into: what they write is theirs.
 */
import { mayMatch } from "../pattern.ts";
import { mayNameRules, mentionsRules, PERSONS_RULES, PROJECT_FILE } from "../rules-file.ts";
import { asksForOtherRules, codeOptionsOf, interpreterOf, mayChangeFiles } from "./code.ts";
import { folderUnder, readShell, type ShellCommand, type ShellRedirect, SOMEWHERE, under } from "./commands.ts";
import { Effort } from "./effort.ts";
import { argumentsOf, has, valuesOf } from "./options.ts";
import { powershellWrites } from "./powershell.ts";
import type { ShellWord } from "./shell-word.ts";
import type { ShellWrite, ShellWrites, WriteKind } from "./shell-write.ts";
import { wrappedBy } from "./wrappers.ts";
import { writtenBy } from "./writers.ts";
import type { Written } from "./written.ts";

const SHELLS = new Set(["sh", "bash", "dash", "zsh", "ksh", "ash", "rbash", "fish"]);
/** Programs that take a shell command as the value of an option. */
const COMMAND_OPTIONS: Record<string, readonly string[]> = { su: ["-c", "--command"], script: ["-c", "--command"], runuser: ["-c", "--command"], parallel: [] };
const POWERSHELLS = new Set(["pwsh", "powershell"]);
/** `bash -c "bash -c '…'"`: deeper than that is no honest command. */
const DEEPEST = 8;
const LONGEST_CODE = 20_000;
const MOST_NAMES = 100;
const MOST_WRITES = 4_000;
const LONGEST_NAME = 255;
const ADDED: ShellWord = { text: "{}", literal: false };
/** Of what is found and handed on, the rules. */
const RULES_FOUND: ShellWord = { text: PROJECT_FILE, literal: true };
const NOTHING_BELOW: ShellWord = { text: "", literal: true };
const NO_FILE = /^(?:\/dev\/(?:null|stdout|stderr|tty|fd\/\d+|stdin|zero|full)|\/proc\/self\/fd\/\d+|-|&\d+)$/;

/** @param command as the tool was given it; never throws, linear in its length */
export function shellWrites(command: string): ShellWrites {
  const look = new Look(command);
  look.script(command, 0);
  return look.told();
}

class Look {
  private readonly writes: ShellWrite[] = [];
  private complete = true;
  private readonly effort = new Effort();
  private folder: string | null = null;

  constructor(private readonly command: string) {}

  /** What was too much to read may write anything; broken syntax is refused by the shell, too. */
  told(): ShellWrites {
    if (this.effort.exhausted) this.writes.push(mentionsRules(this.command) ? ofRules("sh") : unreadable("sh"));
    return { writes: this.writes, complete: this.complete && !this.effort.exhausted };
  }

  script(text: string, depth: number): void {
    if (depth > DEEPEST) return this.effort.giveUp();
    if (!this.effort.spend("text", text.length)) return;
    const reading = readShell(text, this.effort);
    if (!reading.complete) this.complete = false;
    for (const command of reading.commands) this.look(command, depth);
  }

  private look(command: ShellCommand, depth: number): void {
    const outer = this.folder;
    this.folder = command.folder === null ? outer : folderUnder(outer ?? "", command.folder);
    for (const redirect of command.redirects) this.redirect(redirect);
    if (command.words.length > 0) this.program(command.words, command, depth);
    this.folder = outer;
  }

  private redirect({ operator, target }: ShellRedirect): void {
    if (!/^(?:&?>>?|>\||<>|>&)$/.test(operator)) return;
    if (operator === ">&" && /^\d*-?$/.test(target.text)) return;
    this.write("redirection", operator, [target], true);
  }

  private program(words: readonly ShellWord[], command: ShellCommand, depth: number): void {
    const [first, ...rest] = words as [ShellWord, ...ShellWord[]];
    const program = nameOf(first);
    if (program === null) return this.unreadable(first.text);
    // An unquoted variable that holds a whole command.
    if (first.literal && /\s/.test(first.text)) return this.text(program, joined(words), depth);
    if (this.commandInOption(program, rest, depth)) return;
    const inner = wrappedBy(program, rest);
    if (inner !== null) return this.wrapped(program, inner, command, depth);
    if (SHELLS.has(program)) return this.shell(program, rest, command, depth);
    if (program === "eval") return this.text(program, joined(rest), depth);
    if (program === "source" || program === ".") return this.sourced(program, rest);
    if (program === "trap") return rest[0] && rest[0].text !== "-" ? this.text(program, rest[0], depth) : undefined;
    if (POWERSHELLS.has(program)) return this.powershell(program, rest);
    if (program === "cmd") return rest.some(({ text }) => /^\/[ck]$/i.test(text)) ? this.text(program, joined(rest.slice(rest.findIndex(({ text }) => /^\/[ck]$/i.test(text)) + 1)), depth) : undefined;
    if (program === "find") return this.find(rest, command, depth);
    if (program === "awk" || program === "gawk" || program === "mawk") return this.awk(program, rest);
    const family = interpreterOf(program);
    if (family !== null && this.interpreter(program, family, rest, command)) return;
    const written = writtenBy(program, rest);
    if (written !== null) this.writtenBy(program, written, depth);
  }

  private writtenBy(program: string, { paths, removes, lands, runs, runsOnly }: Written, depth: number): void {
    for (const code of runs ?? []) this.text(program, code, depth);
    if (!runsOnly) this.write("program", program, paths, true, { removes, lands });
  }

  private wrapped(wrapper: string, inner: ShellWord[], command: ShellCommand, depth: number): void {
    if (inner.length === 0) return;
    if (depth >= DEEPEST) return this.effort.giveUp();
    if (wrapper === "parallel" && inner[0]?.text === ":::") return inner.slice(1).forEach((code) => this.text(wrapper, code, depth));
    // These add words of their own, which nobody knows, and what they read is those words.
    if (wrapper === "xargs" || wrapper === "parallel") this.program([...inner, handsOnRules(command) ? RULES_FOUND : ADDED], { ...command, input: null }, depth + 1);
    else this.program(inner, command, depth + 1);
  }

  /** Code in an option, a document, or whatever is piped to it. */
  private shell(program: string, words: readonly ShellWord[], command: ShellCommand, depth: number): void {
    const code = words.findIndex(({ text }) => /^-[a-z]*c$/.test(text));
    if (code >= 0) return this.text(program, words[code + 1] ?? { text: "", literal: true }, depth);
    const { operands, options } = argumentsOf(words, ["-o", "-O", "--rcfile", "--init-file"]);
    if (operands.length > 0 && !options.some(({ name }) => name === "-s")) return this.sourced(program, operands.slice(0, 1));
    const given = inputOf(command);
    if (given !== null) this.text(program, given, depth);
  }

  private text(program: string, code: ShellWord, depth: number): void {
    if (code.literal) this.script(code.text, depth + 1);
    else this.unreadable(program);
  }

  /** A file of the project runs unguarded, like any program; text made on the way does not. */
  private sourced(program: string, [file]: readonly ShellWord[]): void {
    if (file && /^[<(]|^\/dev\/(?:fd|stdin)/.test(file.text)) this.unreadable(program);
  }

  /** `su -c 'rm f'`, `env -S 'rm f'`. @returns whether it was one */
  private commandInOption(program: string, words: readonly ShellWord[], depth: number): boolean {
    const names = program === "env" ? ["-S", "--split-string"] : Object.hasOwn(COMMAND_OPTIONS, program) ? (COMMAND_OPTIONS[program] as readonly string[]) : [];
    const [code] = names.length > 0 ? valuesOf(argumentsOf(words, names), ...names) : [];
    if (code === undefined) return false;
    this.text(program, code, depth);
    return true;
  }

  private powershell(program: string, words: readonly ShellWord[]): void {
    const at = words.findIndex(({ text }) => /^-(?:c|command|e|ec|enc|encodedcommand)$/i.test(text));
    if (at < 0) return;
    const code = joined(words.slice(at + 1));
    if (!code.literal || /^-e/i.test(words[at]?.text ?? "")) this.unreadable(program);
    else for (const write of powershellWrites(code.text).writes) this.add(write);
  }

  private find(words: readonly ShellWord[], command: ShellCommand, depth: number): void {
    const roots = words.slice(0, Math.max(0, words.findIndex(({ text }) => /^[-(!]/.test(text))));
    const names = words.filter((_, at) => /^-i?name$/.test(words[at - 1]?.text ?? ""));
    // Of what it finds only this is worth knowing.
    const rules = names.find(({ text }) => mayMatch(text.toLowerCase(), PROJECT_FILE));
    for (let at = 0; at < words.length; at++) {
      const { text } = words[at] as ShellWord;
      if (text === "-delete") this.write("program", "find", roots, true, { removes: names.length === 0 || rules !== undefined });
      if (/^-fprintf?$|^-fls$/.test(text)) this.write("program", "find", words.slice(at + 1, at + 2), true);
      if (!/^-(?:exec|execdir|ok|okdir)$/.test(text)) continue;
      let end = at + 1;
      while (end < words.length && !/^(?:\\?;|\+)$/.test(words[end]?.text ?? "")) end++;
      const inner = words.slice(at + 1, end);
      // What is within belongs to the inner command alone: looked at from here as well, each `-exec` in it would double the work.
      at = end;
      if (inner.length > 0 && depth >= DEEPEST) return this.effort.giveUp();
      if (inner.length > 0) this.program(rules ? inner.map((word) => (word.text === ADDED.text ? RULES_FOUND : word)) : inner, { ...command, input: null }, depth + 1);
    }
  }

  private awk(program: string, words: readonly ShellWord[]): void {
    const found = argumentsOf(words, ["-F", "-v", "-f", "-i"]);
    if (valuesOf(found, "-i").some(({ text }) => text === "inplace")) return this.write("program", program, found.operands.slice(1), true);
    const code = has(found, "-f") ? undefined : found.operands[0]?.text;
    if (code !== undefined && this.mayChange(code, (text) => /\bprintf?\b[^\n;}]{0,400}>>?\s*["(A-Za-z_]|\bsystem\s*\(|\|\s*"|"\s*\|/.test(text))) this.write("inline_code", program, [], false);
  }

  /** @returns false when it runs a program file, like any program */
  private interpreter(program: string, family: string, words: readonly ShellWord[], command: ShellCommand): boolean {
    const own = ownCommand(words);
    if (own !== null) {
      const written = writtenBy("agent-mascot", own);
      if (written !== null) this.writtenBy("agent-mascot", written, 0);
      return true;
    }
    const module = family === "python" ? words.findIndex(({ text }) => text === "-m") : -1;
    // A module that is a program by itself: `python3 -m black src`.
    if (module >= 0 && module < words.length - 1 && !words.slice(0, module).some(({ text }) => !text.startsWith("-"))) {
      const written = writtenBy(words[module + 1]?.text ?? "", words.slice(module + 2));
      if (written !== null) this.writtenBy(words[module + 1]?.text ?? program, written, 0);
      return true;
    }
    const code = codeOf(family, words, command);
    if (code === null) return family === "perl" || family === "ruby" ? this.inPlace(program, words) : false;
    if (!code.literal) this.unreadable(program);
    else if (asksForOtherRules(code.text)) this.rules(program);
    else if (!this.inPlace(program, words) && this.mayChange(code.text, (text) => mayChangeFiles(family, text))) mentionsRules(code.text) ? this.rules(program) : this.write("inline_code", program, [], false);
    return true;
  }

  /** Code that long is a program, and changes something or may as well. */
  private mayChange(code: string, says: (code: string) => boolean): boolean {
    return code.length > LONGEST_CODE || !this.effort.spend("code", code.length) || says(code);
  }

  /** `perl -pi -e`, `ruby -i`: the files named are written. */
  private inPlace(program: string, words: readonly ShellWord[]): boolean {
    if (!/^(?:perl|ruby)/.test(program) || !words.some(({ text }) => /^-[a-z0-9]*i/.test(text) && !text.startsWith("-I"))) return false;
    this.write("program", program, argumentsOf(words, ["-e", "-E", "-I", "-M"]).operands, true);
    return true;
  }

  /** Of more than anybody reads only those count that may be about the rules. */
  private add(write: ShellWrite): void {
    if (this.writes.length >= MOST_WRITES) this.effort.giveUp();
    if (this.writes.length < MOST_WRITES || [...write.paths, ...(write.lands ?? [])].some(mayNameRules) || write.paths.includes(PERSONS_RULES)) this.writes.push(write);
  }

  private rules(by: string): void {
    this.add(ofRules(by));
  }

  private unreadable(by: string): void {
    this.add(unreadable(by));
  }

  private write(kind: WriteKind, by: string, words: readonly ShellWord[], certain: boolean, { removes, lands = [] }: { removes?: boolean | undefined; lands?: readonly ShellWord[] | undefined } = {}): void {
    const files = words.filter(({ text, literal }) => !(literal && NO_FILE.test(text)) && !/^>\(/.test(text));
    if (words.length > 0 && files.length === 0) return;
    // What says nothing of where writes where it is.
    const paths = files.length === 0 && kind === "program" && this.folder !== null ? this.placed([NOTHING_BELOW]) : this.placed(files);
    this.add({ kind, by, paths, certain: certain && files.every(({ literal }) => literal), ...(removes ? { removes } : {}), ...(lands.length > 0 ? { lands: this.placed(lands) } : {}) });
  }

  private placed(files: readonly ShellWord[]): string[] {
    if (this.folder === null) return files.map(({ text }) => text);
    const folder = this.effort.spend("made", this.folder.length * files.length) ? this.folder : SOMEWHERE;
    return files.map(({ text }) => under(folder, text));
  }
}

function ofRules(by: string): ShellWrite {
  return { kind: "inline_code", by, paths: [PERSONS_RULES], certain: false };
}

function unreadable(by: string): ShellWrite {
  return { kind: "unreadable_code", by, paths: [], certain: false };
}

/** `ls .agent-mascot.yaml | xargs rm` */
function handsOnRules({ input }: ShellCommand): boolean {
  return input !== null && ("from" in input ? input.from.words.some(({ text }) => mayNameRules(text)) : input.text.split(/\s+/, MOST_NAMES).some(mayNameRules));
}

/** @returns null when only running it would tell which program it is */
function nameOf({ text, literal }: ShellWord): string | null {
  const name = text.slice(Math.max(text.lastIndexOf("/"), text.lastIndexOf("\\")) + 1).replace(/\.exe$/i, "");
  if (name === ADDED.text || (name.length <= LONGEST_NAME && /^[^\s]*(?:[*?]|\[[^\]\s]+\])[^\s]*$/.test(name))) return null;
  if (literal) return name;
  return name !== "" && name !== text && !/[$`(){}"]/.test(name) ? name : null;
}

/** `node dist/forwarder/agent-mascot.mjs guard off`: the app's own command, run by hand. */
function ownCommand(words: readonly ShellWord[]): ShellWord[] | null {
  const { operands } = argumentsOf(words, ["-r", "--require", "--import"]);
  return operands[0] && /(?:^|[\\/])agent-mascot\.m?js$/.test(operands[0].text) ? operands.slice(1) : null;
}

function joined(words: readonly ShellWord[]): ShellWord {
  return { text: words.map(({ text }) => text).join(" "), literal: words.every(({ literal }) => literal) };
}

/** What a program reads that is given no file: null where nothing is known to be given. */
function inputOf({ input }: ShellCommand): ShellWord | null {
  if (input === null) return null;
  if (!("from" in input)) return input;
  const [program, ...words] = input.from.words;
  if (program?.literal === true && /^(?:echo|printf)$/.test(program.text)) return joined(words.filter(({ text }) => !/^-[neE]+$/.test(text)));
  return { text: "", literal: false };
}

function codeOf(family: string, words: readonly ShellWord[], command: ShellCommand): ShellWord | null {
  const names = codeOptionsOf(family);
  const glued = words.find(({ text }) => /^--(?:eval|print)=/.test(text));
  if (glued) return { text: glued.text.slice(glued.text.indexOf("=") + 1), literal: glued.literal };
  const at = words.findIndex(({ text }) => names.includes(text) || names.some((name) => /^-\w$/.test(name) && /^-[a-zA-Z0-9]{2,8}$/.test(text) && text.endsWith(name.slice(1))));
  if (at >= 0) return words[at + 1] ?? { text: "", literal: true };
  const { operands } = argumentsOf(words, ["-m", "-W", "-X", "-r", "--require", "--import"]);
  const fromInput = operands.length === 0 || operands[0]?.text === "-" || operands[0]?.text === "/dev/stdin";
  return fromInput && !words.some(({ text }) => /^-m|^--version$|^-[vVh]$|^--help$/.test(text)) ? inputOf(command) : null;
}
