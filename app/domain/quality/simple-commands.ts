/**
 * A shell line as the programs that it runs, as far as one needs to know which checks it makes. Not a shell parser: what a line writes is the guard's question
 * (domain/guard), here a wrong guess costs a missed mark. Linear in the length of the line.
 */
export type Operator = "&&" | "||" | "|" | ";" | "&";

export interface SimpleCommand {
  /** Without quotes; the first is the program. */
  words: string[];
  /** What stands between the command before and this one; null for the first. */
  before: Operator | null;
  /** What follows it; null for the last. */
  after: Operator | null;
}

/** Longer lines are scripts, of which the beginning is looked at. */
const LOOKED_AT = 4_000;
const MOST_COMMANDS = 64;

export function simpleCommands(line: string): SimpleCommand[] {
  const scanner = new Scanner(line.slice(0, LOOKED_AT));
  scanner.run();
  return scanner.commands;
}

class Scanner {
  readonly commands: SimpleCommand[] = [];
  private words: string[] = [];
  private word = "";
  private inWord = false;
  private before: Operator | null = null;
  private at = 0;
  /** Ends of here-documents whose text begins at the next line. */
  private documents: string[] = [];

  constructor(private readonly text: string) {}

  run(): void {
    while (this.at < this.text.length && this.commands.length < MOST_COMMANDS) this.step(this.text[this.at] as string);
    this.endCommand(null);
    const last = this.commands.at(-1);
    // A line's own end is no sign that something follows.
    if (last?.after === ";") last.after = null;
  }

  private step(character: string): void {
    const next = this.text[this.at + 1];
    if (character === "'" || character === '"') return this.quoted(character);
    if (character === "\\" && next !== undefined) return this.add(next === "\n" ? "" : next, 2);
    if (character === "\n") return this.newLine();
    if (character === " " || character === "\t" || character === "\r") return this.endWord();
    if (character === "#" && !this.inWord) return this.comment();
    if (character === "<" && next === "<") return this.document();
    if (character === ">" && next === "&") return this.add(">&", 2);
    if (character === "&" && next === ">") return this.add("&>", 2);
    if (character === "&" || character === "|") return this.operator(next === character ? ((character + next) as Operator) : character);
    if (character === ";" || character === "(" || character === ")" || ((character === "{" || character === "}") && !this.inWord && (next === undefined || /\s|;/.test(next)))) return this.separator(character);
    this.add(character, 1);
  }

  private add(text: string, length: number): void {
    this.word += text;
    this.inWord = true;
    this.at += length;
  }

  private quoted(quote: string): void {
    this.at++;
    this.inWord = true;
    while (this.at < this.text.length && this.text[this.at] !== quote) {
      if (quote === '"' && this.text[this.at] === "\\") this.at++;
      this.word += this.text[this.at++] ?? "";
    }
    this.at++;
  }

  private operator(found: Operator): void {
    this.at += found.length;
    // `|&` pipes both streams.
    if (found === "|" && this.text[this.at] === "&") this.at++;
    this.endCommand(found);
  }

  /** A group's brackets part commands, and change nothing of what follows what. */
  private separator(character: string): void {
    this.at++;
    if (character === "(" && this.word.endsWith("$")) return this.add("(", 0);
    if (character === ";") this.endCommand(";");
    else this.endWord(0);
  }

  private endWord(length = 1): void {
    this.at += length;
    if (this.inWord) this.words.push(this.word);
    this.word = "";
    this.inWord = false;
  }

  private endCommand(after: Operator | null): void {
    this.endWord(0);
    if (this.words.length === 0) return;
    this.commands.push({ words: this.words, before: this.before, after });
    this.words = [];
    this.before = after;
  }

  private comment(): void {
    const end = this.text.indexOf("\n", this.at);
    this.at = end < 0 ? this.text.length : end;
  }

  private newLine(): void {
    this.at++;
    this.endCommand(";");
    for (const end of this.documents) this.skipTo(end);
    this.documents = [];
  }

  private document(): void {
    const found = /^<<(-?)[ \t]*(['"]?)([A-Za-z0-9_.-]+)\2/.exec(this.text.slice(this.at, this.at + 80));
    if (found === null || this.text[this.at + 2] === "<") return this.add("<<", this.text[this.at + 2] === "<" ? 3 : 2);
    this.documents.push(found[3] as string);
    this.at += found[0].length;
  }

  private skipTo(end: string): void {
    while (this.at < this.text.length) {
      const newLine = this.text.indexOf("\n", this.at);
      const line = this.text.slice(this.at, newLine < 0 ? this.text.length : newLine);
      this.at = newLine < 0 ? this.text.length : newLine + 1;
      if (line.trim() === end) return;
    }
  }
}
