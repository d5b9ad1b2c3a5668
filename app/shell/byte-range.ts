/** Which part of a file a player asks for (RFC 9110 §14). Pure. */

/** Both ends belong to it. */
export interface ByteRange {
  first: number;
  last: number;
}

/** One range; of several, as of what is no range of bytes, the whole is sent, which is always allowed. */
const ONE_RANGE = /^bytes=(\d{0,15})-(\d{0,15})$/;

/**
 * @param header `Range` of the request
 * @param size of the file in bytes
 * @returns null: all of it; "none": it lies beyond the file
 */
export function rangeOf(header: string | null, size: number): ByteRange | "none" | null {
  const [, from = "", to = ""] = ONE_RANGE.exec(header ?? "") ?? [];
  if (from === "" && to === "") return null;
  if (from === "") return to === "0" || size === 0 ? "none" : { first: Math.max(0, size - Number(to)), last: size - 1 };
  const [first, last] = [Number(from), to === "" ? size - 1 : Math.min(Number(to), size - 1)];
  if (to !== "" && Number(to) < first) return null;
  return first < size ? { first, last } : "none";
}
