/**
 * A shell command line as the plain list of what it would run: every simple command, wherever it stands (pipelines, branches, loops,
 * functions, substitutions), with its words and redirections. Nothing is run or expanded; what only running would tell is marked as open.
 */
import { type AndOr, type Command, forEachChild, parse, type Redirection, type SyntaxNode, type Word, type WordPart } from "unbash";
import type { Effort } from "./effort.ts";
import { hasTooManyDocuments, Tangles } from "./tangles.ts";
import type { ShellWord } from "./shell-word.ts";
import { expandBraces, isTemporary, makesTemporary, TEMPORARY_PLACE } from "./words.ts";

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

const DEEPEST = 200;
/** Of one command. */
const MOST_REDIRECTS = 1_000;
/** Read when they are looked into; their text holds those inside them. */
const SUBSTITUTIONS: ReadonlySet<SyntaxNode["type"]> = new Set<SyntaxNode["type"]>(["CommandExpansion", "ParameterExpansion", "ProcessSubstitution", "ArithmeticExpansion", "ArithmeticCommandExpansion", "ArithmeticCommand"]);
/** What the parser takes apart when somebody asks for it. */
const TAKEN_APART: ReadonlySet<SyntaxNode["type"]> = new Set<SyntaxNode["type"]>(["Word", "Assignment", "HereDocBody", "ArithmeticExpansion", "ArithmeticCommand", "ArithmeticFor"]);
/** No folder's path is longer; one that is stands for somewhere unknown. */
const LONGEST_FOLDER = 4_096;
/** As an expansion that only running would tell. */
export const SOMEWHERE = "$(cd)";

/** @param source any text; never throws */
export function readShell(source: string, effort: Effort): ShellReading {
  const walk = new Walk(effort, new Tangles(source));
  if (hasTooManyDocuments(source)) effort.giveUp();
  else try {
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

  private readonly weighed = new WeakMap<object, boolean>();

  constructor(private readonly effort: Effort, private readonly tangles: Tangles) {}

  visit(node: SyntaxNode, depth: number): void {
    if (depth > DEEPEST) return this.effort.giveUp();
    if (!this.effort.spend("nodes", 1) || (SUBSTITUTIONS.has(node.type) && !this.effort.spend("substituted", node.end - node.pos))) return;
    if (node.type === "HereDoc" && node.delimiter?.quoted) return;
    if (TAKEN_APART.has(node.type) && !this.mayTakeApart(node)) return;
    if (node.type === "Script" && "errors" in node && (node.errors?.length ?? 0) > 0) this.complete = false;
    if (node.type === "AndOr") return this.chain(node, depth);
    if (node.type === "Command") this.take(node);
    if (node.type === "Redirected") this.keep(node, { words: [], redirects: this.redirects(node.redirects), input: this.document(node.redirects), folder: null });
    forEachChild(node, (child) => this.visit(child, depth + 1));
    if (node.type === "Pipeline") this.join(node.commands);
  }

  private take(node: Command): void {
    for (const part of node.prefix) if (part.type === "Assignment") this.note(part.name, part.value.type === "Word" ? this.word(part.value) : null);
    const words = this.words([...(node.name ? [node.name] : []), ...node.args]);
    if (words[0]?.text === "alias") for (const part of node.args) if (part.type === "Assignment" && part.value.type === "Word") this.aliases.set(part.name, this.word(part.value));
    this.keep(node, {
      words: this.unaliased(words),
      redirects: this.redirects(node.redirects),
      input: this.document(node.redirects),
      folder: null,
    });
  }

  /** A loop that is not closed has no end. */
  private mayTakeApart(node: { pos: number; end: number }): boolean {
    const cost = this.tangles.within(node.pos, node.end || Number.POSITIVE_INFINITY);
    if (cost === 0) return true;
    const known = this.weighed.get(node);
    const may = known ?? this.effort.spend("tangled", cost);
    this.weighed.set(node, may);
    return may;
  }

  private unaliased(words: ShellWord[]): ShellWord[] {
    const [first, ...rest] = words;
    const alias = first?.literal ? this.aliases.get(first.text) : undefined;
    return first && alias ? [this.made(alias) ?? { text: first.text, literal: false }, ...rest] : words;
  }

  /** What stands for another text, put in its place. @returns null when that was done too often */
  private made(word: ShellWord): ShellWord | null {
    return this.effort.spend("made", word.text.length) ? word : null;
  }

  /** `cd there && …`: what follows runs there, or not at all. Any other `cd` may fail, and the rest runs where it was. */
  private chain(node: AndOr, depth: number): void {
    let folder: string | null = null;
    for (const [at, child] of node.commands.entries()) {
      const from = this.commands.length;
      this.visit(child, depth + 1);
      if (folder !== null) for (const command of this.commands.slice(from)) command.folder = folderUnder(folder, command.folder ?? "");
      if (node.operators[at] !== "&&") folder = null;
      else if (child.type === "Command") folder = folderOf(this.read.get(child)) === null ? folder : folderUnder(folder ?? "", folderOf(this.read.get(child)) as string);
    }
  }

  private keep(node: SyntaxNode, command: ShellCommand): void {
    this.read.set(node, command);
    this.commands.push(command);
  }

  private words(parts: Command["args"]): ShellWord[] {
    return parts.flatMap((part) => (part.type !== "Word" || !this.mayTakeApart(part) ? { text: part.text, literal: false } : part.parts?.some(({ type }) => type === "BraceExpansion") ? this.expanded(part) : this.word(part)));
  }

  /** `{rm,a}` is two words. */
  private expanded(word: Word): ShellWord[] {
    if (open(word.parts) || this.effort.exhausted) return [this.word(word)];
    const texts = expandBraces((word.parts ?? []).map((part) => ({ text: "value" in part ? part.value : part.text, braces: part.type === "BraceExpansion" })));
    const words = texts?.map((text) => this.made({ text, literal: true })) ?? [null];
    return words.every((each) => each !== null) ? words : [{ text: word.value, literal: false }];
  }

  /** A name that was given one text only stands for it: `w=rm; $w file`. */
  private note(name: string, value: ShellWord | null): void {
    const known = this.variables.get(name);
    const told = value?.literal === true || isTemporary(value?.text ?? "") ? value : null;
    this.variables.set(name, known === undefined || known?.text === told?.text ? told : null);
  }

  private redirects(all: readonly Redirection[]): ShellRedirect[] {
    if (all.length > MOST_REDIRECTS) this.effort.giveUp();
    return all.slice(0, MOST_REDIRECTS).flatMap((redirect) => this.redirect(redirect));
  }

  private redirect(redirect: Redirection): ShellRedirect[] {
    if (redirect.type !== "Redirect") return [];
    return [{ operator: redirect.operator, target: redirect.target ? this.word(redirect.target) : { text: "", literal: false } }];
  }

  /** The last one counts, as for the shell. */
  private document(redirects: readonly Redirection[]): ShellCommand["input"] {
    const last = [...redirects].reverse().find(({ type }) => type === "HereDoc" || type === "HereString");
    if (last?.type === "HereDoc") return { text: last.body.text, literal: last.delimiter?.quoted === true || (this.mayTakeApart(last.body) && !open(last.body.parts)) };
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
    if (!this.mayTakeApart(word)) return { text: word.text, literal: false };
    if (!open(word.parts)) return { text: word.value, literal: true };
    const parts = (word.parts ?? []).map((part) => this.partOf(part));
    return joinedParts(parts) ?? { text: word.value, literal: false };
  }

  /** @returns null when only running it would tell */
  private partOf(part: WordPart): ShellWord | null {
    if (part.type === "SimpleExpansion") return this.valueOf(part.text.replace(/^\$\{?|\}$/g, ""));
    if (part.type === "ParameterExpansion" && !part.operation && !part.prefix && !part.index) return this.valueOf(part.parameter);
    if (part.type === "CommandExpansion") return makesTemporary(part) ? TEMPORARY_PLACE : null;
    if (part.type === "DoubleQuoted") return joinedParts(part.parts.map((inner) => this.partOf(inner)));
    return isOpen(part) || !("value" in part) ? null : { text: part.value, literal: true };
  }

  private valueOf(name: string): ShellWord | null {
    const value = this.variables.get(name);
    return value ? this.made(value) : null;
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

/** The same of folders, one below the other. */
export function folderUnder(folder: string, below: string): string {
  const path = under(folder, below);
  return path.length > LONGEST_FOLDER ? SOMEWHERE : path;
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
