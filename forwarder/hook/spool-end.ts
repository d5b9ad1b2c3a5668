/**
 * How a reader knows that a file of the spool is whole. Pure.
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
