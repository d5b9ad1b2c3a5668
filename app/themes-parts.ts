/** What the shell needs of the themes. */
import type { ThemeList, ThemeView } from "../schemas/generated/types.ts";

export interface Themes {
  /** What is drawn: the usual theme until another one is read, and when it is broken. */
  view(): ThemeView;
  /** Changes whenever `view()` does. */
  version(): string;
  /** Looks at all folders anew, and at the chosen one's files. */
  list(): Promise<ThemeList>;
  /** @param path of an `app://theme` address, decoded. @returns null for what the shown theme does not have */
  picture(path: string): Buffer | null;
  onChange(listener: () => void): () => void;
  close(): void;
}
