/** What goes into a tool, and what comes out of it, as pieces that a person can read. Pure. */

export interface InputPart {
  name: string;
  text: string;
  /** Short ones stand beside their name, others below it. */
  form: "line" | "block" | "removed" | "added" | "document";
}

/** Most keys shown; the rest as JSON. */
const KEYS = 24;
const LINE_LENGTH = 160;

/** In the order in which the tool has them; what replaces something right behind it. @param tool whose input it is, where that says how to read it */
export function inputParts(args: Record<string, unknown> | null, tool?: string): InputPart[] {
  return args === null ? [] : partsOf(Object.entries(args).filter(([, value]) => value !== undefined && value !== null && value !== ""), tool);
}

function partsOf(entries: [string, unknown][], tool?: string): InputPart[] {
  const parts = entries.slice(0, KEYS).map(([name, value]) => (typeof value === "string" && isPlan(tool, name) ? { name, text: value, form: "document" as const } : partOf(name, value)));
  const rest = entries.slice(KEYS);
  return rest.length === 0 ? parts : [...parts, { name: "…", text: json(Object.fromEntries(rest)), form: "block" }];
}

/** What they give is a text of somebody else's, also where it happens to be JSON. */
const GIVES_TEXT = /^(?:Bash|BashOutput|PowerShell|Read|WebFetch|Agent|Task|mcp__.*)$/;

/** @param result as it is kept: an answer of several fields is JSON then, as written by us @returns null: it is one text */
export function resultParts(result: string, tool: string): InputPart[] | null {
  if (!result.startsWith("{") || GIVES_TEXT.test(tool)) return null;
  try {
    const fields = JSON.parse(result) as Record<string, unknown>;
    // Of a text in pieces nothing may be lost: no digit of a long number, no key that is there twice.
    return JSON.stringify(fields) === result ? partsOf(Object.entries(fields), tool) : null;
  } catch {
    // It was longer than what is kept, or only begins like one.
    return null;
  }
}

/** Written for a person to read, as Markdown. */
function isPlan(tool: string | undefined, name: string): boolean {
  return tool === "ExitPlanMode" && name === "plan";
}

function partOf(name: string, value: unknown): InputPart {
  if (typeof value !== "string") {
    const text = json(value);
    return { name, text, form: isShort(text) ? "line" : "block" };
  }
  if (/^old_(?:string|str|text)$/.test(name)) return { name, text: value, form: "removed" };
  if (/^new_(?:string|str|text)$/.test(name)) return { name, text: value, form: "added" };
  return { name, text: value, form: isShort(value) ? "line" : "block" };
}

function isShort(text: string): boolean {
  return text.length <= LINE_LENGTH && !text.includes("\n");
}

/** Short ones on one line. */
function json(value: unknown): string {
  const line = JSON.stringify(value) ?? "";
  return line.length <= LINE_LENGTH ? line : JSON.stringify(value, null, 2);
}
