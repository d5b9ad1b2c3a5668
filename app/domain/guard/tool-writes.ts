/** Which files a tool call would write: by the client's editing tools, by MCP tools, by the shell (specification 2 §1.3). Pure, and for unmasked input held in memory only. */
import type { WriteKind } from "./shell/shell-write.ts";
import { shellWrites } from "./shell/shell-writes.ts";
import { powershellWrites } from "./shell/powershell.ts";

export interface ToolWrite {
  kind: WriteKind | "editing_tool" | "mcp_tool";
  /** `Edit`, `sed`, `python3`, `>` */
  by: string;
  /** As the call names them; empty where only running it would tell. */
  paths: string[];
  /** False where it may turn out to write nothing, or elsewhere. */
  certain: boolean;
  /** The paths go away, folders with all that is in them. */
  removes?: boolean;
  /** Where files come to lie that may be the rules of the guard. */
  lands?: string[];
}

export interface ToolWrites {
  writes: ToolWrite[];
  /** False when parts of a shell command could not be read. */
  complete: boolean;
}

const NOTHING: ToolWrites = { writes: [], complete: true };
const EDITORS: Record<string, string> = { Edit: "file_path", Write: "file_path", MultiEdit: "file_path", NotebookEdit: "notebook_path" };

/** Words of an MCP tool's name that say it changes files. */
const CHANGING = /(?:^|_)(?:write|edit|create|update|delete|insert|append|patch|apply|move|rename|copy|put|save|remove|replace|upload|modify|overwrite|touch|mkdir)(?:_|$)/;
const READING = /(?:^|_)(?:read|get|list|search|find|view|show|query|fetch|describe|stat|preview|diff|check)(?:_|$)/;
const RUNNING = /(?:^|_)(?:run|exec|execute|shell|bash|terminal|command|cmd)(?:_|$)/;
/** Keys under which MCP tools name files. */
const PATH_KEYS = /^(?:(?:file|target|dest|destination|output|relative|absolute|abs|source|src|new|old|notebook)_?)?(?:path|paths|file|files|filename|file_name|uri)$|^(?:destination|target|source)$/i;
const COMMAND_KEYS = ["command", "cmd", "script", "code"] as const;

export function toolWrites(tool: string, input: unknown): ToolWrites {
  const fields = typeof input === "object" && input !== null ? (input as Record<string, unknown>) : {};
  if (Object.hasOwn(EDITORS, tool)) return editing(tool, fields[EDITORS[tool] as string], fields["file_paths"]);
  if (tool === "Bash") return shell(fields["command"]);
  if (tool === "PowerShell") return typeof fields["command"] === "string" ? powershellWrites(fields["command"]) : NOTHING;
  return tool.startsWith("mcp__") ? mcp(tool, fields) : NOTHING;
}

/** A payload without a path still says that a file is edited. */
function editing(tool: string, path: unknown, more: unknown): ToolWrites {
  const paths = [path, ...(Array.isArray(more) ? more : [])].filter((each): each is string => typeof each === "string" && each !== "");
  return { writes: [{ kind: "editing_tool", by: tool, paths: [...new Set(paths)], certain: true }], complete: true };
}

function shell(command: unknown): ToolWrites {
  return typeof command === "string" ? shellWrites(command) : NOTHING;
}

function mcp(tool: string, fields: Record<string, unknown>): ToolWrites {
  const name = tool.split("__").slice(2).join("_").replace(/([a-z0-9])([A-Z])/g, "$1_$2").replace(/[-. ]+/g, "_").toLowerCase();
  const command = RUNNING.test(name) ? COMMAND_KEYS.map((key) => fields[key]).find((value) => typeof value === "string") : undefined;
  if (command !== undefined) return shell(command);
  if (!CHANGING.test(name) || (READING.test(name) && !CHANGING.test(name.replace(READING, "_")))) return NOTHING;
  const paths = pathsOf(fields);
  return paths.length === 0 ? NOTHING : { writes: [{ kind: "mcp_tool", by: tool, paths, certain: true }], complete: true };
}

/** Also one level down: `edits: [{ path }]`. Addresses of the web are no files. */
function pathsOf(fields: Record<string, unknown>): string[] {
  const paths: string[] = [];
  const take = (key: string, value: unknown) => {
    if (typeof value === "string" && PATH_KEYS.test(key) && value !== "" && !/^(?!file:)[a-z][a-z0-9+.-]+:\/\//i.test(value)) paths.push(value.replace(/^file:\/\//i, ""));
  };
  for (const [key, value] of Object.entries(fields)) {
    take(key, value);
    if (!Array.isArray(value)) continue;
    for (const item of value.slice(0, 100)) {
      take(key, item);
      if (typeof item === "object" && item !== null) for (const [inner, text] of Object.entries(item)) take(inner, text);
    }
  }
  return paths;
}
