/** What a sed script does beside editing its stream: files it writes and commands it runs (GNU `w`, `W`, `e`, and the flags of `s`). One pass over its text. */

export interface SedDoings {
  writes: string[];
  /** Shell commands; null for one that only running tells: what stands in the stream. */
  runs: (string | null)[];
}

/** Where commands that take text up to the end of the line stand, with what they mean. */
const TAKES_LINE = /[aicrR:#]/;
const TAKES_WORD = /[btTqQlLv]/;
const PLAIN = /[={}dDgGhHnNpPxzF]/;

/** @param script all of it, one line a command given by its own option; what is no sed ends the reading */
export function sedDoings(script: string): SedDoings {
  const reader = new Reader(script);
  const found: SedDoings = { writes: [], runs: [] };
  while (reader.toCommand()) {
    if (!take(reader.next(), reader, found)) break;
  }
  return found;
}

/** @returns false for what is no command */
function take(letter: string, reader: Reader, found: SedDoings): boolean {
  if (letter === "w" || letter === "W") found.writes.push(reader.line());
  else if (letter === "e") found.runs.push(reader.line() || null);
  else if (letter === "s") return substitution(reader, found);
  else if (letter === "y") return reader.delimited() && reader.delimited(true);
  else if (TAKES_LINE.test(letter)) reader.line();
  else if (TAKES_WORD.test(letter)) reader.word();
  else return PLAIN.test(letter);
  return true;
}

function substitution(reader: Reader, found: SedDoings): boolean {
  if (!reader.delimited() || !reader.delimited(true)) return false;
  const flags = reader.flags();
  if (flags.includes("e")) found.runs.push(null);
  if (flags.endsWith("w")) found.writes.push(reader.line());
  return true;
}

class Reader {
  private at = 0;
  private delimiter = "";

  constructor(private readonly text: string) {}

  next(): string {
    return this.text[this.at++] ?? "";
  }

  /** Past blanks and addresses. @returns false at the end */
  toCommand(): boolean {
    for (;;) {
      this.past(/[\s;\d$,!~+]*/y);
      const letter = this.text[this.at];
      if (letter !== "/" && letter !== "\\") return letter !== undefined;
      if (letter === "\\") this.at++;
      this.delimited();
      this.past(/[IM]*/y);
    }
  }

  /** What stands between two of the same letters, the first one being next. @param again the letter was read already, as the end of the part before */
  delimited(again = false): boolean {
    if (!again) this.delimiter = this.next();
    if (this.delimiter === "" || this.delimiter === "\n") return false;
    let inBrackets = false;
    for (; this.at < this.text.length; this.at++) {
      const letter = this.text[this.at];
      if (letter === "\\") this.at++;
      else if (!again && letter === "[" && !inBrackets) inBrackets = this.closes();
      else if (letter === "]") inBrackets = false;
      else if (letter === this.delimiter && !inBrackets) {
        this.at++;
        return true;
      }
    }
    return false;
  }

  flags(): string {
    return this.past(/[gpimIMe\d]*w?/y);
  }

  word(): string {
    return this.past(/[^;}\n]*/y).trim();
  }

  line(): string {
    const from = this.at;
    const end = this.text.indexOf("\n", from);
    this.at = end < 0 ? this.text.length : end + 1;
    return this.text.slice(from, end < 0 ? undefined : end).trim();
  }

  /** A bracket that is never closed is a letter like any. */
  private closes(): boolean {
    const [line = ""] = this.text.slice(this.at + 2, this.at + LONGEST_SET).split("\n", 1);
    return line.includes("]");
  }

  private past(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0] ?? "";
    this.at += found.length;
    return found;
  }
}

const LONGEST_SET = 400;
