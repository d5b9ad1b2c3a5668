/** A shell line as the programs that it runs one after the other, as far as one needs to know which checks it makes and what its exit code says of them. */
import { parse, type Redirected, type Script, type Statement, type SyntaxNode } from "unbash";

export type Operator = "&&" | "||" | "|" | ";" | "&";

export interface SimpleCommand {
  /** Without quotes; the first is the program. Of a branch, a loop, a test or a negation its kind alone: what its exit code says is not known. */
  words: string[];
  /** What stands between the command before and this one; null for the first. */
  before: Operator | null;
  /** What follows it; null for the last. */
  after: Operator | null;
}

/** Longer lines are scripts, of which the beginning is looked at. */
const LOOKED_AT = 4_000;
const MOST_COMMANDS = 64;

/** @param line any text; never throws */
export function simpleCommands(line: string): SimpleCommand[] {
  return commandsOf(parse(line.slice(0, LOOKED_AT))).slice(0, MOST_COMMANDS);
}

function commandsOf(node: SyntaxNode): SimpleCommand[] {
  switch (node.type) {
    case "Script":
    case "CompoundList":
      return sequence(node.commands);
    case "AndOr":
      return joined(node.commands, node.operators);
    case "Pipeline":
      return node.prefixes.some(({ type }) => type === "Negation") ? kindAlone("Negation") : joined(node.commands, node.operators.map(() => "|"));
    case "Redirected":
      return commandsOf((node as Redirected).command);
    case "Subshell":
    case "BraceGroup":
      return commandsOf(node.body);
    case "Command": {
      const assigned = node.prefix.filter((part) => part.type === "Assignment");
      const words = [...assigned, ...(node.name ? [node.name] : []), ...node.args].map((word) => (word.type === "Word" ? word.value : word.text));
      return words.length === 0 ? [] : [{ words, before: null, after: null }];
    }
    default:
      return kindAlone(node.type);
  }
}

function kindAlone(kind: string): SimpleCommand[] {
  return [{ words: [kind], before: null, after: null }];
}

function sequence(statements: Script["commands"]): SimpleCommand[] {
  const parts = statements.map(({ command }) => command);
  const commands = joined(parts, statements.map(operatorAfter));
  const last = commands.at(-1);
  if (last && statements.at(-1)?.background) last.after = "&";
  return commands;
}

function operatorAfter({ background }: Statement): Operator {
  return background ? "&" : ";";
}

function joined(parts: readonly SyntaxNode[], operators: readonly Operator[]): SimpleCommand[] {
  const all: SimpleCommand[] = [];
  for (const [at, part] of parts.entries()) {
    const commands = commandsOf(part);
    const [first] = commands;
    const last = all.at(-1);
    if (first && last) first.before = last.after = operators[at - 1] ?? ";";
    all.push(...commands);
  }
  return all;
}
