/**
 * Texts of earlier sessions, made harmless for a block that is given to a model: they stay readable, and nothing in them can end the block, open another one,
 * or hide from the person who looks at the preview.
 */

/** Tabs and line ends stay; what nobody sees goes: controls, invisible format characters, tag characters, variation selectors. */
const UNSEEN = /(?![\t\n])[\p{Cc}\p{Cf}\p{Co}\p{Cs}]|[\u{fe00}-\u{fe0f}]|[\u{e0100}-\u{e01ef}]/gu;
const LINE_ENDS = /\r\n?|[\u2028\u2029\u0085\v\f]/g;

/** Several lines; no tag and no fence is left in them. */
export function plainText(text: string): string {
  return text
    .replace(LINE_ENDS, "\n")
    .replace(UNSEEN, "")
    // Look-alikes of the brackets would only seem to be the harmless ones that stand here for them.
    .replace(/[<＜﹤⟨〈]/g, "‹")
    .replace(/[>＞﹥⟩〉]/g, "›")
    .replace(/`{3,}/g, "'''")
    .replace(/~{3,}/g, "---");
}

/** One line of at most so many characters. */
export function plainLine(text: string, length: number): string {
  return shortened(plainText(text.slice(0, length * LOOKED_AT)).replace(/\s+/g, " ").trim(), length);
}

/** Of a text much longer than the line only the beginning is looked at: a prompt of megabytes must not cost time. */
const LOOKED_AT = 20;

/** Each line quoted, so that none of them can pass for a line of the block's own. */
export function quoted(text: string, length: number): string {
  const kept = shortened(plainText(text.slice(0, length * LOOKED_AT)).replace(/\n{3,}/g, "\n\n").trim(), length);
  return kept.split("\n").map((line) => `> ${line}`.trimEnd()).join("\n");
}

export function shortened(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}
