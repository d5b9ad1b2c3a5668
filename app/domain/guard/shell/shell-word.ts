/** A word of a shell command, as it would reach the program. */
export interface ShellWord {
  /** Without quotes; an expansion stands as it was written. */
  text: string;
  /** False where only running it would tell what it is. */
  literal: boolean;
}
