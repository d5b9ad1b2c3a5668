/** Whether a path lies in a folder. By the text alone: links are for whoever asks to follow first. */
import { isAbsolute, posix, relative, sep, win32 } from "node:path";

/** @returns the way from the folder to the path, '' for the folder itself; null for what lies elsewhere */
export function wayInto(folder: string, path: string): string | null {
  const way = relative(folder, path);
  return way === ".." || way.startsWith(`..${sep}`) || isAbsolute(way) ? null : way;
}

/** Whether a text can be a folder, written out; of a client's system, which may be another than ours (WSL). */
export function isFullPath(text: string): boolean {
  return (posix.isAbsolute(text) || win32.isAbsolute(text)) && !text.includes("\0");
}
