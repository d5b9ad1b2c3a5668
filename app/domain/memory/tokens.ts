/** Tokens of a text, estimated: about four Latin characters each, and most Korean syllables are one of their own. */
export function estimateTokens(text: string): number {
  let latin = 0;
  let other = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    // The second half of a pair belongs to the first.
    if (code >= 0xdc00 && code <= 0xdfff) continue;
    if (code < 0x250) latin++;
    else other++;
  }
  return Math.ceil(latin / 4 + other / 1.2);
}
