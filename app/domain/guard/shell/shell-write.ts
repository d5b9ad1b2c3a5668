/** What a shell command writes, in the guard's words. */

/** How something is written; the words people read are made of it. */
export type WriteKind = "redirection" | "program" | "inline_code" | "unreadable_code";

export interface ShellWrite {
  kind: WriteKind;
  /** `sed`, `python`, `>` */
  by: string;
  /** Empty where only running it would tell. */
  paths: string[];
  /** False where running it may turn out to write nothing, or elsewhere. */
  certain: boolean;
  /** The paths go away, folders with all that is in them. */
  removes?: boolean;
  /** Where files come to lie that may be the rules of the guard. */
  lands?: string[];
}

export interface ShellWrites {
  writes: ShellWrite[];
  /** False when parts of the text could not be read. */
  complete: boolean;
}
