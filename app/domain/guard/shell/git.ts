/** Of git only what changes files by hand; moving between commits (switch, merge, pull, rebase) brings what was recorded already. */
import { under } from "./commands.ts";
import type { ShellWord } from "./shell-word.ts";
import { type Arguments, argumentsOf, has, valuesOf } from "./options.ts";
import { NOWHERE, type Written } from "./written.ts";

const some = (paths: ShellWord[]): Written | null => (paths.length > 0 ? { paths } : null);

const COMMANDS: Record<string, (found: Arguments) => Written | null> = {
  apply: (found) => (has(found, "--check", "--stat", "--numstat", "--summary") && !has(found, "--apply") ? null : NOWHERE),
  am: () => NOWHERE,
  // Without the files themselves only what is staged changes.
  restore: (found) => (has(found, "-S", "--staged") && !has(found, "-W", "--worktree") ? null : { paths: found.operands }),
  rm: (found) => (has(found, "--cached", "-n", "--dry-run") ? null : { paths: found.operands, removes: true }),
  mv: (found) => (has(found, "-n", "--dry-run") ? null : { paths: found.operands, removes: true }),
  clean: (found) => (has(found, "-f", "--force") && !has(found, "-n", "--dry-run") ? { paths: found.operands } : null),
  reset: (found) => (has(found, "--hard", "--merge", "--keep") ? NOWHERE : null),
  stash: (found) => (found.operands.length === 0 || /^(?:push|save|pop|apply)$/.test(found.operands[0]?.text ?? "") ? NOWHERE : null),
  checkout,
  // What was not recorded yet is thrown away.
  switch: (found) => (has(found, "-f", "--force", "--discard-changes") ? NOWHERE : null),
  "checkout-index": () => NOWHERE,
  "read-tree": (found) => (has(found, "-u", "--reset") ? NOWHERE : null),
  "merge-file": (found) => (has(found, "-p", "--stdout") ? null : { paths: found.operands.slice(0, 1) }),
  diff: (found) => some(valuesOf(found, "--output")),
  archive: (found) => some(valuesOf(found, "-o", "--output")),
};

const VALUED: Record<string, readonly string[]> = { archive: ["-o", "--output"], diff: ["--output"], checkout: ["-b", "-B", "--orphan"], stash: ["-m", "--message"] };

/** A branch and a file look alike; a commit with what to take of it, `--`, or the folder itself plainly mean files. */
function checkout(found: Arguments): Written | null {
  if (has(found, "-b", "-B", "--orphan", "-t", "--track")) return has(found, "-f", "--force") ? NOWHERE : null;
  if (found.separated || has(found, "-p", "--patch", "--ours", "--theirs") || found.operands[0]?.text === ".") return { paths: found.operands };
  if (found.operands.length > 1) return { paths: found.operands.slice(1) };
  return has(found, "-f", "--force") ? NOWHERE : null;
}

const GLOBAL_VALUES = new Set(["-C", "-c", "--git-dir", "--work-tree", "--namespace"]);

export function gitWrites(words: readonly ShellWord[]): Written | null {
  let at = 0;
  let folder: string | null = null;
  while (words[at]?.text.startsWith("-")) {
    if (words[at]?.text === "-C") folder = under(folder ?? "", words[at + 1]?.text ?? "");
    at += GLOBAL_VALUES.has(words[at]?.text ?? "") ? 2 : 1;
  }
  const command = words[at]?.text ?? "";
  if (!Object.hasOwn(COMMANDS, command)) return null;
  const found = COMMANDS[command]?.(argumentsOf(words.slice(at + 1), ["-s", "--source", ...(command === "stash" ? [] : ["-m"]), ...(VALUED[command] ?? [])])) ?? null;
  return found === null || folder === null ? found : { ...found, paths: found.paths.length === 0 ? [{ text: folder, literal: true }] : found.paths.map(({ text, literal }) => ({ text: under(folder as string, text), literal })) };
}
