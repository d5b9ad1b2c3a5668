/** Arguments of programs as far as it takes to find what they write to. */
import type { ShellWord } from "./shell-word.ts";

export interface Arguments {
  /** In order, without the options' values. */
  operands: ShellWord[];
  options: { name: string; value: ShellWord | null }[];
  /** A `--` stands between the two. */
  separated: boolean;
}

const NOTHING: ShellWord = { text: "", literal: true };

/**
 * @param valued names of options that take a value as the next word, or glued on: `-o`, `--output`
 */
export function argumentsOf(words: readonly ShellWord[], valued: readonly string[] = []): Arguments {
  const found: Arguments = { operands: [], options: [], separated: false };
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as ShellWord;
    if (word.text === "--") {
      found.operands.push(...words.slice(at + 1));
      found.separated = true;
      break;
    }
    if (!word.text.startsWith("-") || word.text === "-") found.operands.push(word);
    else at += take(found, word, words[at + 1] ?? NOTHING, valued);
  }
  return found;
}

/** @returns how many of the next words belong to it */
function take({ options }: Arguments, word: ShellWord, next: ShellWord, valued: readonly string[]): 0 | 1 {
  if (word.text.startsWith("--")) {
    const equals = word.text.indexOf("=");
    const name = equals < 0 ? word.text : word.text.slice(0, equals);
    const takesNext = equals < 0 && valued.includes(name);
    options.push({ name, value: equals >= 0 ? { text: word.text.slice(equals + 1), literal: word.literal } : takesNext ? next : null });
    return takesNext ? 1 : 0;
  }
  if (valued.includes(word.text)) {
    options.push({ name: word.text, value: next });
    return 1;
  }
  return cluster(options, word, next, valued);
}

/** `-xzf file`, `-ofile`, `-i.bak`: letters until one that takes the rest as its value. */
function cluster(options: Arguments["options"], word: ShellWord, next: ShellWord, valued: readonly string[]): 0 | 1 {
  for (let at = 1; at < word.text.length; at++) {
    const name = `-${word.text[at]}`;
    if (!valued.includes(name)) {
      options.push({ name, value: null });
      continue;
    }
    const glued = word.text.slice(at + 1);
    options.push({ name, value: glued === "" ? next : { text: glued, literal: word.literal } });
    return glued === "" ? 1 : 0;
  }
  return 0;
}

export function has({ options }: Arguments, ...names: readonly string[]): boolean {
  return options.some(({ name }) => names.includes(name));
}

export function valuesOf({ options }: Arguments, ...names: readonly string[]): ShellWord[] {
  return options.flatMap(({ name, value }) => (value !== null && names.includes(name) ? [value] : []));
}
