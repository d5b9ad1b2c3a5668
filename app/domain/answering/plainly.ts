/** Text of an agent as it really is: what would be invisible, or would show the rest in another order, is spelled out. */

/**
 * Controls but tab and line feed, soft hyphens, marks of direction, spaces and signs without width or shape, separators, tags. The joiner of emoji
 * (U+200D) stays: without it families fall apart.
 */
const UNSEEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u180e\u200b\u200c\u200e\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff9-\ufffb]|\u034f|\u17b4|\u17b5|[\u{e0000}-\u{e007f}]/gu;

/** So much emptiness only pushes the rest out of sight. */
const EMPTY_LINES = /(?:\n[ \t]*){5,}(?=\n)/g;
const BLANKS = /[ \t\u00a0\u2000-\u200a\u202f\u205f\u3000]{40,}/g;

export function plainly(text: string): string {
  return text
    .replace(/\r\n/g, "\n")
    .replace(UNSEEN, (sign) => `⟨U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}⟩`)
    .replace(BLANKS, (blanks) => ` ⟨${blanks.length} × ␣⟩ `)
    .replace(EMPTY_LINES, (lines) => `\n⟨${lines.split("\n").length - 1} × ⏎⟩`);
}
