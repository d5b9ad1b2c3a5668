/** Texts can be megabytes long and a page draws them at once: what is beyond a bound is shown when it is asked for, step by step. Pure. */

export interface Steps {
  /** Characters shown at first. */
  first: number;
  /** Lines shown at first. */
  lines: number;
  /** More of them each time. */
  step: number;
}

export const PLAIN_STEPS: Steps = { first: 4_000, lines: 60, step: 100_000 };
/** A document is parsed as a whole, so less of it. */
export const MARKDOWN_STEPS: Steps = { first: 8_000, lines: 400, step: 30_000 };

export interface Cut {
  shown: string;
  /** Characters that are not shown. */
  left: number;
}

/** How far from the bound a line may end for the cut to be there. */
const LINE_WITHIN = 400;

/** @param taken how often more was asked for */
export function cutText(text: string, { first, lines, step }: Steps, taken: number): Cut {
  const begins = Math.min(first, endOfLine(text, lines, first + LINE_WITHIN));
  const bound = begins + taken * step;
  // A button for a few characters would be a joke.
  if (text.length <= bound + LINE_WITHIN) return { shown: text, left: 0 };
  const end = wholeCharacters(text, lineEnd(text, bound));
  return { shown: text.slice(0, end), left: text.length - end };
}

/** Where the line of this number ends, or what is beyond the limit. */
function endOfLine(text: string, number: number, limit: number): number {
  let end = -1;
  for (let line = 0; line < number; line++) {
    end = text.indexOf("\n", end + 1);
    if (end === -1 || end > limit) return limit + 1;
  }
  return end;
}

function lineEnd(text: string, bound: number): number {
  const end = text.lastIndexOf("\n", bound);
  return end > bound - LINE_WITHIN && end > 0 ? end : bound;
}

/** Never between the halves of a character. */
function wholeCharacters(text: string, end: number): number {
  const last = text.charCodeAt(end - 1);
  return last >= 0xd800 && last <= 0xdbff ? end - 1 : end;
}

/** Of a text that is folded away: its first line that says something. @param length in UTF-16 units */
export function firstLine(text: string, length: number): string {
  const line = /\S[^\n]*/.exec(text.slice(0, 2_000))?.[0].trimEnd() ?? "";
  return line.length > length ? `${line.slice(0, wholeCharacters(line, length - 1))}…` : line;
}
