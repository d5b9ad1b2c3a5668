/**
 * A shell command line as the plain list of what it would run: every simple command, wherever it stands (pipelines, branches, loops,
 * functions, substitutions), with its words and redirections. Nothing is run or expanded; what only running would tell is marked as open.
 */
import { type AndOr, type Command, forEachChild, parse, type Redirection, type SyntaxNode, type Word, type WordPart } from "unbash";
import { expandBraces, isTemporary, makesTemporary, TEMPORARY_PLACE } from "./words.ts";

export interface ShellWord {
  /** Without quotes; an expansion stands as it was written. */
  text: string;
  /** False where only running it would tell what it is. */
  literal: boolean;
}

export interface ShellRedirect {
  operator: string;
  target: ShellWord;
}

export interface ShellCommand {
  /** Program and arguments; empty for redirections of a block and for bare assignments. */
  words: ShellWord[];
  redirects: ShellRedirect[];
  /** What it reads: a document given with it, the command before it in the pipeline, or nothing that is known. */
  input: { text: string; literal: boolean } | { from: ShellCommand } | null;
  /** Where its relative paths begin, from where the whole begins; null: there. */
  folder: string | null;
}

export interface ShellReading {
  commands: ShellCommand[];
  /** False when something could not be read: broken syntax, or more than is looked at. */
  complete: boolean;
}

/** Far more than any command a person would read; bounds the work on a hostile one. */
const MOST_NODES = 20_000;
const DEEPEST = 200;
/** A substitution is read when it is looked into, and its text holds those inside it: characters read in all. */
const MOST_SUBSTITUTED = 200_000;
const SUBSTITUTIONS: ReadonlySet<SyntaxNode["type"]> = new Set<SyntaxNode["type"]>(["CommandExpansion", "ProcessSubstitution", "ArithmeticExpansion", "ArithmeticCommandExpansion", "ArithmeticCommand"]);

/** @param source any text; never throws */
export function readShell(source: string): ShellReading {
  const walk = new Walk();
  try {
    walk.visit(parse(source), 0);
  } catch {
    walk.complete = false;
  }
  return { commands: walk.commands, complete: walk.complete };
}

class Walk {
  readonly commands: ShellCommand[] = [];
  complete = true;
  private readonly read = new Map<SyntaxNode, ShellCommand>();
  private readonly variables = new Map<string, ShellWord | null>();
  private readonly aliases = new Map<string, ShellWord>();
  private left = MOST_NODES;
  private substituted = MOST_SUBSTITUTED;

  visit(node: SyntaxNode, depth: number): void {
    if (SUBSTITUTIONS.has(node.type)) this.substituted -= node.end - node.pos;
    if (--this.left < 0 || this.substituted < 0 || depth > DEEPEST) {
      this.complete = false;
      return;
    }
    if (node.type === "Script" && "errors" in node && (node.errors?.length ?? 0) > 0) this.complete = false;
    if (node.type === "AndOr") return this.chain(node, depth);
    if (node.type === "Command") this.take(node);
    if (node.type === "Redirected") this.keep(node, { words: [], redirects: node.redirects.flatMap((redirect) => this.redirect(redirect)), input: this.document(node.redirects), folder: null });
    forEachChild(node, (child) => this.visit(child, depth + 1));
    if (node.type === "Pipeline") this.join(node.commands);
  }

  private take(node: Command): void {
    for (const part of node.prefix) if (part.type === "Assignment") this.note(part.name, part.value.type === "Word" ? this.word(part.value) : null);
    const words = this.words([...(node.name ? [node.name] : []), ...node.args]);
    if (words[0]?.text === "alias") for (const part of node.args) if (part.type === "Assignment" && part.value.type === "Word") this.aliases.set(part.name, this.word(part.value));
    const alias = words[0]?.literal ? this.aliases.get(words[0].text) : undefined;
    this.keep(node, {
      words: alias ? [alias, ...words.slice(1)] : words,
      redirects: node.redirects.flatMap((redirect) => this.redirect(redirect)),
      input: this.document(node.redirects),
      folder: null,
    });
  }

  /** `cd there && …`: what follows runs there, or not at all. Any other `cd` may fail, and the rest runs where it was. */
  private chain(node: AndOr, depth: number): void {
    let folder: string | null = null;
    for (const [at, child] of node.commands.entries()) {
      const from = this.commands.length;
      this.visit(child, depth + 1);
      if (folder !== null) for (const command of this.commands.slice(from)) command.folder = under(folder, command.folder ?? "");
      if (node.operators[at] !== "&&") folder = null;
      else if (child.type === "Command") folder = folderOf(this.read.get(child)) === null ? folder : under(folder ?? "", folderOf(this.read.get(child)) as string);
    }
  }

  private keep(node: SyntaxNode, command: ShellCommand): void {
    this.read.set(node, command);
    this.commands.push(command);
  }

  private words(parts: Command["args"]): ShellWord[] {
    return parts.flatMap((part) => (part.type !== "Word" ? { text: part.text, literal: false } : part.parts?.some(({ type }) => type === "BraceExpansion") ? this.expanded(part) : this.word(part)));
  }

  /** `{rm,a}` is two words. */
  private expanded(word: Word): ShellWord[] {
    const texts = open(word.parts) ? null : expandBraces((word.parts ?? []).map((part) => ({ text: "value" in part ? part.value : part.text, braces: part.type === "BraceExpansion" })));
    return texts === null ? [this.word(word)] : texts.map((text) => ({ text, literal: true }));
  }

  /** A name that was given one text only stands for it: `w=rm; $w file`. */
  private note(name: string, value: ShellWord | null): void {
    const known = this.variables.get(name);
    const told = value?.literal === true || isTemporary(value?.text ?? "") ? value : null;
    this.variables.set(name, known === undefined || known?.text === told?.text ? told : null);
  }

  private redirect(redirect: Redirection): ShellRedirect[] {
    if (redirect.type !== "Redirect") return [];
    return [{ operator: redirect.operator, target: redirect.target ? this.word(redirect.target) : { text: "", literal: false } }];
  }

  /** The last one counts, as for the shell. */
  private document(redirects: readonly Redirection[]): ShellCommand["input"] {
    const last = [...redirects].reverse().find(({ type }) => type === "HereDoc" || type === "HereString");
    if (last?.type === "HereDoc") return { text: last.body.text, literal: last.delimiter?.quoted === true || !open(last.body.parts) };
    if (last?.type === "HereString" && last.target) return this.word(last.target);
    return null;
  }

  private join(nodes: readonly SyntaxNode[]): void {
    for (const [at, node] of nodes.entries()) {
      const command = this.read.get(node);
      const before = at > 0 ? this.read.get(nodes[at - 1] as SyntaxNode) : undefined;
      if (at > 0 && command && command.input === null) command.input = before ? { from: before } : { text: "", literal: false };
    }
  }

  private word(word: Word): ShellWord {
    if (!open(word.parts)) return { text: word.value, literal: true };
    const parts = (word.parts ?? []).map((part) => this.partOf(part));
    return joinedParts(parts) ?? { text: word.value, literal: false };
  }

  /** @returns null when only running it would tell */
  private partOf(part: WordPart): ShellWord | null {
    if (part.type === "SimpleExpansion") return this.variables.get(part.text.replace(/^\$\{?|\}$/g, "")) ?? null;
    if (part.type === "ParameterExpansion" && !part.operation && !part.prefix && !part.index) return this.variables.get(part.parameter) ?? null;
    if (part.type === "CommandExpansion") return makesTemporary(part) ? TEMPORARY_PLACE : null;
    if (part.type === "DoubleQuoted") return joinedParts(part.parts.map((inner) => this.partOf(inner)));
    return isOpen(part) || !("value" in part) ? null : { text: part.value, literal: true };
  }
}

function joinedParts(parts: readonly (ShellWord | null)[]): ShellWord | null {
  return parts.every((part) => part !== null) ? { text: parts.map(({ text }) => text).join(""), literal: parts.every(({ literal }) => literal) } : null;
}

function folderOf(command: ShellCommand | undefined): string | null {
  const [program, folder, ...more] = command?.words ?? [];
  return program?.text === "cd" && folder !== undefined && more.length === 0 && !folder.text.startsWith("-") ? folder.text : null;
}

/** One path below another, as a shell would take it; links are for others to follow. */
export function under(folder: string, path: string): string {
  return folder === "" || /^(?:[/~$`]|[A-Za-z]:[\\/])/.test(path) ? path : path === "" ? folder : `${folder}/${path}`;
}

function open(parts: readonly WordPart[] | undefined): boolean {
  return parts?.some(isOpen) ?? false;
}

/** Only running it would tell what it stands for. A pattern or a brace list stands for paths that are there; as written they tell enough. */
function isOpen(part: WordPart): boolean {
  switch (part.type) {
    case "SimpleExpansion":
    case "ParameterExpansion":
    case "CommandExpansion":
    case "ArithmeticExpansion":
    case "ProcessSubstitution":
      return true;
    case "DoubleQuoted":
    case "LocaleString":
      return part.parts.some(isOpen);
    default:
      return false;
  }
}
