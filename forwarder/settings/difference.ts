/** What an edit changes, by lines: our edits only add or replace, so common head and tail are enough. Pure. */

const CONTEXT_LINES = 2;
/** For a terminal. Our commands are long; one of them is shown whole beside the difference. */
const LINE_MAX = 140;
/** For where lines can be scrolled: whole, but for what nobody wrote by hand. */
export const WHOLE_LINES = 20_000;
/** Of a long line its beginning, so that it is known again. */
const LEAD = 24;

/** @param lineMax of longer lines the part that differs */
export function lineDifference(before: string, after: string, lineMax = LINE_MAX): string {
  const a = before === "" ? [] : before.split(/\r?\n/);
  const b = after.split(/\r?\n/);
  const changes: string[] = [];
  let i = 0;
  for (let j = 0; j < b.length; j++) {
    const again = a.indexOf(b[j] as string, i);
    // A line that is there further down: what lies between was taken out. Only near by, or every closing bracket would match one far away.
    if (again >= 0 && again - i <= CONTEXT_LINES) {
      for (; i < again; i++) changes.push(`- ${a[i]}`);
      changes.push(`  ${b[j]}`);
      i++;
    } else {
      changes.push(`+ ${b[j]}`);
    }
  }
  for (; i < a.length; i++) changes.push(`- ${a[i]}`);
  return folded(removedFirst(changes)).map((line) => shortened(line, changes, lineMax)).join("\n");
}

/** Of lines that go and lines that come at one place those that go, as differences are read. */
function removedFirst(changes: readonly string[]): string[] {
  const sorted: string[] = [];
  let added: string[] = [];
  for (const line of [...changes, "  "]) {
    if (line.startsWith("+ ")) added.push(line);
    else if (line.startsWith("- ")) sorted.push(line);
    else {
      sorted.push(...added, line);
      added = [];
    }
  }
  return sorted.slice(0, -1);
}

/** Leaves out what did not change, but for a few lines around what did. */
function folded(changes: readonly string[]): string[] {
  const near = changes.map((_, at) => changes.slice(Math.max(0, at - CONTEXT_LINES), at + CONTEXT_LINES + 1).some((line) => !line.startsWith("  ")));
  return changes.flatMap((line, at) => {
    if (near[at]) return [line];
    return near[at - 1] || at === 0 ? ["  …"] : [];
  });
}

/** From near the place on where a long line differs from the one that it replaces, or the other way round. */
function shortened(line: string, changes: readonly string[], lineMax: number): string {
  if (line.length <= lineMax) return line;
  const same = Math.max(0, ...changes.filter((other) => isCounterpart(line, other)).map((other) => commonStart(line, other)));
  const from = same > lineMax / 2 ? same - LEAD : 0;
  const part = from === 0 ? line.slice(0, lineMax) : `${line.slice(0, LEAD)} … ${line.slice(from, from + lineMax)}`;
  return from + lineMax < line.length ? `${part}…` : part;
}

function isCounterpart(line: string, other: string): boolean {
  return (line.startsWith("+ ") && other.startsWith("- ")) || (line.startsWith("- ") && other.startsWith("+ "));
}

/** Behind the sign. */
function commonStart(a: string, b: string): number {
  let n = 2;
  while (n < a.length && a[n] === b[n]) n++;
  return n;
}
