/** Whether a picture of a theme is a plain drawing. Pure. */
import type { ThemeProblem } from "../../schemas/generated/types.ts";

/**
 * What could act, load or move. Windows show these files only as `<img>`, where nothing of it runs or loads anyway; a file that has it all the
 * same is no drawing, and what moves by itself would cost a processor (movement is ours: docs/characters.md).
 */
const ACTIVE: readonly RegExp[] = [
  /<\s*(?:[\w-]+:)?(?:script|foreignObject|iframe|object|embed|audio|video|image|feImage|use|a|animate\w*|set|mpath|handler|listener)\b/i,
  /<!(?:DOCTYPE|ENTITY|\[CDATA\[)/i,
  /<\?(?!xml\s)/i,
  /[\s"'/]on[a-z]+\s*=/i,
  /\b(?:href|src)\s*=\s*["']?\s*(?!["'#])[^\s"'#]/i,
  /url\(\s*["']?\s*(?!["'#\s])[^#)]/i,
  /@(?:import|keyframes|font-face)|\banimation\b|\btransition\b|\\[0-9a-f]/i,
];

/** Leads somewhere, wherever it stands. */
const ADDRESS = /\b(?:javascript|vbscript|data|https?|file|app|ftp):(?!\/\/www\.w3\.org\/)/i;

/** A namespace is only a name, also where it is written as an address. Its value ends at the first letter that addresses do not have, so that nothing can hide in it. */
const NAMESPACE = /\sxmlns:[\w-]+\s*=\s*(?:"[\w:/.#-]*"|'[\w:/.#-]*')/g;

/** An encoded letter could spell any of the above past a look at the text. */
const ENCODED = /&(?!(?:amp|lt|gt|quot|apos);)/;

/** @returns null for a plain drawing */
export function svgProblem(text: string): ThemeProblem["key"] | null {
  if (text.includes("\0") || text.includes("\ufffd") || !/^\ufeff?\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)*<svg[\s>]/.test(text)) return "not_svg";
  if (!/\bxmlns\s*=\s*["']http:\/\/www\.w3\.org\/2000\/svg["']/.test(text)) return "not_svg";
  return ENCODED.test(text) || ACTIVE.some((pattern) => pattern.test(text)) || ADDRESS.test(drawnPart(text)) ? "active" : null;
}

/** Without what programs for drawing sign their files with: comments, licence and namespaces name their makers by address. */
function drawnPart(text: string): string {
  return without(without(text, "<!--", "-->"), "<metadata", "</metadata>").replace(NAMESPACE, "");
}

/** By parts: an expression would look to the end of the file from each beginning that has none. */
function without(text: string, opening: string, closing: string): string {
  const [first = "", ...rest] = text.split(opening);
  return first + rest.map((part) => {
    const end = part.indexOf(closing);
    return end < 0 ? part : part.slice(end + closing.length);
  }).join("");
}
