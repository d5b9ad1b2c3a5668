/**
 * A long text as several messages: never cut inside what people see as one character, code fences closed at the end of a part and opened again in the next with their
 * language. Pure. Lengths in UTF-16 units: Discord counts code points, which are never more.
 */

/** Below this no part could hold a fence and a character. */
const SHORTEST = 64;
/** No character that people see as one is longer, short of mischief: beyond, it is cut between code points. */
const LONGEST_CHARACTER = 64;
/** An opening line longer than this is opened again without what follows the language. */
const LONGEST_LANGUAGE = 24;

interface Fence {
  marks: string;
  language: string;
}

/**
 * @param limit most units of a part
 * @returns the parts; none for a text without anything to see
 */
export function splitMessage(text: string, limit: number): string[] {
  const room = Math.max(limit, SHORTEST);
  const parts: string[] = [];
  let rest = text.replaceAll("\r\n", "\n").trimEnd();
  let fence: Fence | null = null;
  while (rest.trim() !== "") {
    const opening: string = fence === null ? "" : `${fence.marks}${fence.language}\n`;
    if (opening.length + rest.length <= room && fenceAfter(rest, fence) === null) {
      parts.push(opening + rest);
      break;
    }
    const [piece, left]: [string, string] = cutPiece(rest, room, opening.length, fence);
    const open: Fence | null = fenceAfter(piece, fence);
    const body = opening + piece.trimEnd();
    if (piece.trim() !== "") parts.push(open === null ? body : `${body}\n${open.marks}`);
    rest = left;
    fence = open;
  }
  return parts;
}

/** The beginning of a text, whole characters, and `...` where it is longer (specification 5). */
export function cutMessage(text: string, limit: number): string {
  return text.length <= limit ? text : `${text.slice(0, wholeCharacters(text, limit))}...`;
}

function cutPiece(rest: string, room: number, opening: number, fence: Fence | null): [string, string] {
  // Room for the closing line: of the fence that is open now, or of any that the piece opens.
  const marks = Math.max(3, fence?.marks.length ?? 0, ...[...rest.slice(0, room).matchAll(/^ {0,3}(`{3,}|~{3,})/gm)].map((match) => Math.min(match[1]?.length ?? 3, 16)));
  const most = Math.max(16, room - opening - marks - 1);
  if (rest.length <= most) return [rest, ""];
  const at = goodPlace(rest, most);
  return [rest.slice(0, at), rest.slice(at).replace(/^\n/, "")];
}

/** The end of a paragraph, a line or a word in the last half, else between two characters. */
function goodPlace(text: string, most: number): number {
  const head = text.slice(0, most + 1);
  for (const sign of ["\n\n", "\n", " "]) {
    const at = head.lastIndexOf(sign);
    if (at > most / 2) return sign === " " ? at + 1 : at;
  }
  return wholeCharacters(text, most);
}

function wholeCharacters(text: string, most: number): number {
  const from = Math.max(0, most - LONGEST_CHARACTER);
  let end = 0;
  for (const { index, segment } of new Intl.Segmenter().segment(text.slice(from, most + LONGEST_CHARACTER))) {
    if (from + index + segment.length > most) break;
    end = from + index + segment.length;
  }
  if (end > from) return end;
  return /[\uD800-\uDBFF]/.test(text[most - 1] ?? "") && most > 1 ? most - 1 : most;
}

/** The fence that is open behind a piece. */
function fenceAfter(piece: string, before: Fence | null): Fence | null {
  let open = before;
  for (const line of piece.split("\n")) {
    const match = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line);
    if (match === null) continue;
    const [, marks = "", after = ""] = match;
    if (open === null) {
      if (marks.startsWith("~") || !after.includes("`")) open = { marks: marks.slice(0, 16), language: languageOf(after) };
    } else if (marks[0] === open.marks[0] && marks.length >= open.marks.length && after.trim() === "") open = null;
  }
  return open;
}

function languageOf(after: string): string {
  const word = after.trim().split(/\s/)[0] ?? "";
  return word.length <= LONGEST_LANGUAGE ? word : "";
}
