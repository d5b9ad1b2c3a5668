/** What is told of a session, in the order and the form in which it is shown. Pure. */

export function byFrequency(tools: Readonly<Record<string, number>>): [tool: string, count: number][] {
  return Object.entries(tools).sort(([a, many], [b, more]) => more - many || (a < b ? -1 : 1));
}

/** A file of the project by its path in it; any other as it is. */
export function relativeTo(folder: string, file: string): string {
  const inside = folder !== "" && file.startsWith(folder) && /^[\\/]/.test(file.slice(folder.length));
  return inside ? file.slice(folder.length + 1) : file;
}

/** What a summary's lines begin with, as app/domain/memory/summary.ts words them for agents, and how the person is told. */
const BEGINNINGS: Readonly<Record<string, string>> = { Completed: "completed", Edited: "edited", Ran: "ran", "Not answered": "not_answered", "Open task": "open_task", "Failed last": "failed_last" };

/** @returns kind: key of the words that stand in front of the text; null: the line says it all */
export function summaryLine(line: string): { kind: string | null; text: string } {
  const [, beginning = "", text = ""] = /^([A-Z][a-z]*(?: [a-z]+)?): (.*)$/s.exec(line) ?? [];
  const kind = Object.hasOwn(BEGINNINGS, beginning) ? (BEGINNINGS[beginning] as string) : null;
  return kind === null ? { kind, text: line } : { kind, text };
}
