/** What a character is for the search index. Asked for every character of everything that is said, so each answer is remembered. */

export const OTHER = 1;
/** Letter, digit or mark of a script that puts spaces between words. */
export const WORD = 2;
/** Of a script without spaces, or Korean, whose words carry their particles. */
export const PAIRED = 3;
/** Emoji: each a word by itself. */
export const PICTURE = 4;

const PAIRED_SCRIPT = /[\p{sc=Hangul}\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
const IN_WORDS = /[\p{L}\p{N}\p{M}]/u;
const EMOJI = /\p{Extended_Pictographic}/u;

const known = new Uint8Array(0x10000);

function look(character: string): number {
  if (IN_WORDS.test(character)) return PAIRED_SCRIPT.test(character) ? PAIRED : WORD;
  return EMOJI.test(character) && character.charCodeAt(0) > 0x7f ? PICTURE : OTHER;
}

/** Of the character that begins at a place of the text. */
export function classAt(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  if (unit >= 0xd800 && unit <= 0xdbff) return look(String.fromCodePoint(text.codePointAt(at) as number));
  const answer = known[unit] || look(text[at] as string);
  known[unit] = answer;
  return answer;
}

/** Code units of the character that begins there. */
export function widthAt(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return unit >= 0xd800 && unit <= 0xdbff && at + 1 < text.length ? 2 : 1;
}

export interface Run {
  kind: typeof WORD | typeof PAIRED | typeof PICTURE;
  from: number;
  to: number;
}

/** Words, runs of paired characters, single pictures; in order. */
export function runsOf(text: string): Run[] {
  const runs: Run[] = [];
  let open: Run | null = null;
  for (let at = 0; at < text.length; ) {
    const kind = classAt(text, at);
    const to = at + widthAt(text, at);
    if (kind === OTHER) open = null;
    else if (open !== null && open.kind === kind && kind !== PICTURE) open.to = to;
    else {
      open = { kind: kind as Run["kind"], from: at, to };
      runs.push(open);
    }
    at = to;
  }
  return runs;
}
