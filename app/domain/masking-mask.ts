/** What a mask shows of a secret: `***` and its end, so that two masks of one secret can be matched; nothing of short ones: four characters of 16, three of 12. */
export function mask(secret: string): string {
  const length = secret.length >= 16 ? 4 : secret.length >= 12 ? 3 : 0;
  const tail = length === 0 ? "" : secret.slice(-length);
  // Half of an escape sequence at the end would break the text around it.
  return /^[\w=+/.-]*$/.test(tail) ? `***${tail}` : "***";
}
