/** Tools of other products under the union's names, so that kinds of work, guard, checks and file edits know them. A tool that is not in a table keeps its own name. */
import type { Fields } from "./adapter.ts";
import { recordOf, textIn } from "./dialect.ts";

export interface ToolNames {
  /** Theirs → ours. */
  names: Readonly<Record<string, string>>;
  /** Fields of inputs, theirs → ours; a field that is there under our name already stays. */
  inputs?: Readonly<Record<string, string>>;
}

export interface ToolCall {
  tool_name: unknown;
  tool_input: unknown;
}

const FILE_TOOLS = new Set(["Read", "Edit", "Write", "MultiEdit"]);

export function toolCall(name: unknown, input: unknown, { names, inputs = {} }: ToolNames): ToolCall {
  const known = typeof name === "string" && Object.hasOwn(names, name) ? (names[name] as string) : name;
  if (known === "Edit" && patchIn(input) !== null) return patched(patchIn(input) as string);
  // Many call the file `path`; for a search that is the folder it looks in.
  const renames = typeof known === "string" && FILE_TOOLS.has(known) ? { path: "file_path", ...inputs } : inputs;
  return { tool_name: known, tool_input: renamed(input, renames) };
}

function renamed(input: unknown, names: Readonly<Record<string, string>>): unknown {
  const fields = recordOf(input);
  if (!Object.keys(names).some((name) => name in fields)) return input;
  const result: Fields = { ...fields };
  for (const [theirs, ours] of Object.entries(names)) {
    if (!(theirs in fields) || ours in fields) continue;
    result[ours] = fields[theirs];
    delete result[theirs];
  }
  return result;
}

const PATCH_BEGIN = /^\s*\*\*\* Begin Patch/;
const PATCH_FILE = /^\*\*\* (?:(?:Add|Update|Delete) File|Move to): (.+)$/gm;

/** A patch of several files in one text, whichever field it comes in. */
function patchIn(input: unknown): string | null {
  const texts = typeof input === "string" ? [input] : Object.values(recordOf(input)).flat();
  return (texts.find((text) => typeof text === "string" && PATCH_BEGIN.test(text)) as string | undefined) ?? null;
}

function patched(patch: string): ToolCall {
  const files = [...new Set([...patch.matchAll(PATCH_FILE)].map((match) => textIn(match[1]?.trim())).filter((file) => file !== undefined))];
  const [first, ...others] = files;
  if (others.length === 0) return { tool_name: "Edit", tool_input: { file_path: first, patch } };
  return { tool_name: "MultiEdit", tool_input: { file_path: first, file_paths: files, patch } };
}
