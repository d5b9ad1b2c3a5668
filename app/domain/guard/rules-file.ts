/** Names that lead to the rules of the guard: the project's own file, and whatever else only the person changes. By text alone. */
import { mayMatch } from "./pattern.ts";

export const PROJECT_FILE = ".agent-mascot.yaml";

/** Stands for the rules of the guard themselves, wherever they are kept. */
export const PERSONS_RULES = "the rules of agent-mascot guard";

/** Where code is read by its words only: what mentions one of these is about the rules. */
const MENTIONED = /\.agent-mascot\b|\bagent-mascot(?:\.m?js)?["',\s]+(?:["']?guard\b)/i;

/**
 * Whether a path, or a shell's pattern for paths, may name the project's file; the folder before it is not looked at.
 * Some file systems know no capitals. What only running would tell (`$X`) counts when the rest of the name is plainly that of the file.
 */
export function mayNameRules(path: string): boolean {
  const name = path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1).toLowerCase();
  if (name === PROJECT_FILE) return true;
  if (/[$`]/.test(path)) return /\.agent-mascot\b/i.test(path) || path.toLowerCase().endsWith(PROJECT_FILE);
  // A pattern takes no hidden file by its first letter.
  return name.startsWith(".") && mayMatch(name, PROJECT_FILE);
}

/** Code or a text that speaks of the rules. */
export function mentionsRules(text: string): boolean {
  return MENTIONED.test(text);
}
