import type { ShellWord } from "./shell-word.ts";

/** What a program would change. */
export interface Written {
  /** Empty where the program alone knows. */
  paths: ShellWord[];
  /** They go away, folders with all that is in them. */
  removes?: boolean;
  /** Where what is copied or moved comes to lie, of files that may be the rules of the guard. */
  lands?: ShellWord[];
  /** Shell commands that it runs. */
  runs?: ShellWord[];
  /** It changes nothing but by those. */
  runsOnly?: boolean;
}

export type Writer = (words: readonly ShellWord[]) => Written | null;

export const NOWHERE: Written = { paths: [] };
