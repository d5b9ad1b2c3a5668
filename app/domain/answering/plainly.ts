/** Text of an agent as it really is: what would be invisible, or would show the rest in another order, is spelled out. */

/**
 * Controls but tab and line feed, soft hyphens, marks of direction, spaces and signs without width, separators, tags. The joiner of emoji
 * (U+200D) stays: without it families fall apart.
 */
const UNSEEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200c\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/gu;

export function plainly(text: string): string {
  return text.replace(/\r\n/g, "\n").replace(UNSEEN, (sign) => `⟨U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}⟩`);
}
