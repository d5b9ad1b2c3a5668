/** Which documents an attachment of a transcript put into the context. Their text is not looked at beyond what names them. */
import { record } from "../../domain/unknown.ts";

interface Document {
  path: string;
  kind: string;
}

const LONGEST_PATH = 4_096;
const MOST = 50;
/** Headings between the instructions that are given with the first request. */
const HEADINGS = /^Contents of ((?:[/~]|[A-Za-z]:[\\/])[^\n]{1,2000}?)(?: \(([^()\n]{1,200})\))?:$/gm;
const KINDS: readonly [RegExp, string][] = [[/auto-?memory/i, "AutoMemory"], [/managed|enterprise|policy/i, "Managed"], [/global/i, "User"], [/private|local/i, "Local"], [/project/i, "Project"]];

export function documentsOf(attachment: unknown): Document[] {
  const { type, path, filename, content, context, files } = record(attachment);
  switch (type) {
    case "instructions": return Array.isArray(files) ? files.slice(0, MOST).flatMap((file) => one(record(file).path, textOf(record(file).type) ?? "Project")) : [];
    case "nested_memory": return one(path ?? record(content).path, textOf(record(content).type) ?? "Project");
    case "file":
    case "compact_file_reference": return one(filename ?? path, "file");
    case "session_context": return headings(record(context).claudeMd);
    default: return [];
  }
}

function one(path: unknown, kind: string): Document[] {
  const name = textOf(path);
  return name === undefined || name.length > LONGEST_PATH ? [] : [{ path: name, kind: kind.slice(0, 40) }];
}

function headings(instructions: unknown): Document[] {
  if (typeof instructions !== "string") return [];
  const found = [...instructions.matchAll(HEADINGS)].slice(0, MOST);
  return found.map(([, path = "", note = ""]) => ({ path, kind: KINDS.find(([words]) => words.test(note))?.[1] ?? "Project" }));
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
