/** What a shell makes of words before it runs anything, as far as it can be told. */
import type { CommandExpansionPart } from "unbash";
import type { ShellWord } from "./shell-word.ts";

/** A file or folder that `mktemp` makes where temporary files are: no project's. */
export const TEMPORARY_PLACE: ShellWord = { text: "$(mktemp)", literal: false };

export function isTemporary(text: string): boolean {
  return text.startsWith(TEMPORARY_PLACE.text);
}

/** A plain `mktemp`; one that is told where (`-p .`, `./XXXX`) makes it there. */
export function makesTemporary({ script }: CommandExpansionPart): boolean {
  const [statement, ...more] = script?.commands ?? [];
  const command = statement?.command;
  if (command?.type !== "Command" || more.length > 0 || command.prefix.length > 0 || command.name?.text !== "mktemp") return false;
  return command.args.every((word) => /^-[dqut]+$|^--(?:directory|quiet|suffix=[\w.-]+)$|^[\w.-]*X{3,}[\w.-]*$/.test(word.text)) && (command.args.every(({ text }) => text.startsWith("-")) || command.args.some(({ text }) => /^-\w*t/.test(text)));
}

/** Most words that one word is made into. */
const MOST_WORDS = 64;

/** @param parts in order; of `braces` each is a list `{a,b}` as it was written. @returns null for what is no plain list, or too many */
export function expandBraces(parts: readonly { text: string; braces: boolean }[]): string[] | null {
  let words = [""];
  for (const { text, braces } of parts) {
    const choices = braces ? choicesOf(text) : [text];
    if (choices === null || words.length * choices.length > MOST_WORDS) return null;
    words = words.flatMap((word) => choices.map((choice) => word + choice));
  }
  return words;
}

/** Of a list within a list the outer one alone is not enough, and what is quoted in it may hold commas. */
function choicesOf(list: string): string[] | null {
  const inner = list.slice(1, -1);
  return list.startsWith("{") && list.endsWith("}") && inner.includes(",") && !/[{}"'\\]/.test(inner) ? inner.split(",") : null;
}
