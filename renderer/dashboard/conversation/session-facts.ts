/** What is told of a session, in the order and the form in which it is shown. Pure. */

export function byFrequency(tools: Readonly<Record<string, number>>): [tool: string, count: number][] {
  return Object.entries(tools).sort(([a, many], [b, more]) => more - many || (a < b ? -1 : 1));
}

/** A file of the project by its path in it; any other as it is. */
export function relativeTo(folder: string, file: string): string {
  const inside = folder !== "" && file.startsWith(folder) && /^[\\/]/.test(file.slice(folder.length));
  return inside ? file.slice(folder.length + 1) : file;
}
