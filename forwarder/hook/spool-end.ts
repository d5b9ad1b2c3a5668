/**
 * How a reader knows that a file of the spool is whole, and what it takes of it. Pure but for what is passed in.
 *
 * Node writes under a hidden name and renames. A shell would need a process for that at every event, so it writes in place: such a file begins with
 * `v=2` and is whole once its last line is the end mark, which no JSON contains. A writer that was killed leaves one without it.
 */

/** The first field of a file that is written in place. */
export const IN_PLACE = "v=2";
/** The last line of such a file, as the shell's `printf` writes it behind the payload, whether that ended its line or not. */
export const END_MARK = "# end";

const END = `\n${END_MARK}\n`;
/** Bytes that tell whether a file is whole: so many of each end. */
export const ENDS_BYTES = Buffer.byteLength(END);

/** A client that lives closes a hook's input at once; whoever wrote last so long ago is gone. */
const WRITER_GONE_MS = 5 * 60_000;

/**
 * @param beginning the file's first bytes as text, or more
 * @param ending its last ones, or more
 * @param ageMs since it was last written to; of either sign, for clocks are set back
 */
export function isUnderWay(beginning: string, ending: string, ageMs: number): boolean {
  const begun = beginning === "" || beginning.startsWith(IN_PLACE);
  return begun && !ending.endsWith(END) && Math.abs(ageMs) < WRITER_GONE_MS;
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
  if (isUnderWay(read(0, end).toString("utf8"), read(size - end, end).toString("utf8"), ageMs)) return null;
  if (size > wholeBytes) return cutText(size, cutBytes, read);
  const text = read(0, size).toString("utf8");
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
