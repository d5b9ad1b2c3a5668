/** The lines of a difference as main tells it. Pure. */
export interface DifferenceLine {
  kind: "added" | "removed" | "same";
  text: string;
}

/** What is shown at most: a file of a hundred thousand lines is not read in a dialog. */
const LINES_MAX = 2_000;

export function linesOf(difference: string): DifferenceLine[] {
  const lines = difference === "" ? [] : difference.split("\n");
  const shown = lines.slice(0, LINES_MAX).map(lineOf);
  return lines.length > LINES_MAX ? [...shown, { kind: "same", text: "…" }] : shown;
}

function lineOf(line: string): DifferenceLine {
  const text = line.slice(2);
  if (line.startsWith("+ ")) return { kind: "added", text };
  return line.startsWith("- ") ? { kind: "removed", text } : { kind: "same", text };
}
