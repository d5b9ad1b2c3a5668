/**
 * How a reader knows that a file of the spool is whole, and what it takes of it. Pure but for what is passed in.
 *
 * Node writes under a hidden name and renames. A shell would need a process for that at every event, so it writes in place. Where the shell stays to
 * the end, the file begins with `v=2` and is whole once its last line is the end mark, which no JSON contains. Where it has become the program that copies
 * the payload, so that a hook is one process alone, the file begins with `v=3` and is whole once the payload is: no beginning of a JSON object is one itself.
 * A writer that was killed leaves a file that is neither.
 */

/** The first field of a file that is written in place, and ended by the mark. */
export const IN_PLACE = "v=2";
/** The first field of one that ends with its payload. */
export const UNMARKED = "v=3";
/** The last line of such a file, as the shell's `printf` writes it behind the payload, whether that ended its line or not. */
export const END_MARK = "# end";

const END = `\n${END_MARK}\n`;
/** Bytes that tell whether a file is whole: so many of each end. */
export const ENDS_BYTES = Buffer.byteLength(END);

/** A client that lives closes a hook's input at once; whoever wrote last so long ago is gone. */
const WRITER_GONE_MS = 5 * 60_000;
const STILL_MS = 10_000;

/**
 * @param beginning the file's first bytes as text, or more
 * @param ending its last ones, or more
 * @param ageMs since it was last written to; of either sign, for clocks are set back
 */
export function isUnderWay(beginning: string, ending: string, ageMs: number): boolean {
  const begun = beginning === "" || (beginning.startsWith(IN_PLACE) && !ending.endsWith(END)) || (beginning.startsWith(UNMARKED) && !CLOSED.test(ending));
  return begun && !isWriterGone(ageMs);
}

/** How an object or a list ends. */
const CLOSED = /[}\]]\s*$/;

const isWriterGone = (ageMs: number) => Math.abs(ageMs) >= WRITER_GONE_MS;

/** One too large to be parsed grows without a pause: a client writes at once what it has. */
const isStill = (ageMs: number) => Math.abs(ageMs) >= STILL_MS;

/** @param text of a file that ends with its payload */
function endsWithin(text: string): boolean {
  try {
    JSON.parse(text.slice(text.indexOf("\n") + 1).replace(/^\uFEFF/, ""));
    return false;
  } catch {
    return true;
  }
}

/** What was written in place, without its end mark; any other text as it is. @param ending the file's text or its last part */
export function withoutEnd(beginning: string, ending: string): string {
  return beginning.startsWith(IN_PLACE) && ending.endsWith(END) ? ending.slice(0, -END.length) : ending;
}

/** The text of a file; of one that is too large its label alone, and of its payload both ends and how long it is. */
export interface SpoolText {
  text: string;
  cut?: { head: string; tail: string; bytes: number };
}

export interface SpoolLimits {
  /** A file up to this is taken whole. */
  wholeBytes: number;
  /** Of a larger one's payload this much of each end. */
  cutBytes: number;
}

/**
 * By its ends first: one that grows is looked at with every part that is written.
 * @param ageMs since it was last written to
 * @param read fewer bytes where the file ends earlier
 * @returns null while it is being written
 */
export function textOfFile(size: number, ageMs: number, { wholeBytes, cutBytes }: SpoolLimits, read: (from: number, length: number) => Buffer): SpoolText | null {
  const end = Math.min(size, ENDS_BYTES);
  const beginning = read(0, end).toString("utf8");
  if (isUnderWay(beginning, read(size - end, end).toString("utf8"), ageMs)) return null;
  const unmarked = beginning.startsWith(UNMARKED);
  if (size > wholeBytes) return unmarked && !isStill(ageMs) ? null : cutText(size, cutBytes, read);
  const text = read(0, size).toString("utf8");
  if (unmarked && !isWriterGone(ageMs) && endsWithin(text)) return null;
  return { text: withoutEnd(text, text) };
}

/** Label and end mark are none of the payload. */
function cutText(size: number, cutBytes: number, read: (from: number, length: number) => Buffer): SpoolText {
  const beginning = read(0, Math.min(size, 2 * cutBytes));
  const start = beginning.indexOf("\n") + 1;
  const label = beginning.toString("utf8", 0, start);
  const ending = read(Math.max(start, size - cutBytes), Math.min(size - start, cutBytes)).toString("utf8");
  const tail = withoutEnd(label, ending);
  return { text: label, cut: { head: beginning.toString("utf8", start, start + cutBytes), tail, bytes: size - start - (tail === ending ? 0 : ENDS_BYTES) } };
}
