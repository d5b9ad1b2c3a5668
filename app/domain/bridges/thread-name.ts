/** How the thread of a session is called. Pure. */
import { cutMessage } from "./split-message.ts";

/** Discord takes a hundred characters; three are for the dots. */
const LONGEST = 97;
const LONGEST_PROJECT = 40;

/**
 * @param project its folder
 * @param prompt the first one, masked; null before there is one
 * @returns one line, never empty, without what could ping people
 */
export function threadName(project: string, prompt: string | null): string {
  const folder = project.split(/[\\/]/).filter((part) => part !== "").at(-1) ?? "";
  const name = clean(folder).slice(0, LONGEST_PROJECT) || "agent";
  const words = prompt === null ? "" : clean(prompt);
  return cutMessage(words === "" ? name : `${name} · ${words}`, LONGEST);
}

/** Control characters, marks that turn the direction of writing round, and signs of mentions go. */
function clean(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, " ").replaceAll(/@/g, "＠").replaceAll(/\s+/g, " ").trim();
}
