import { timingSafeEqual } from "node:crypto";

/** Equal or not, in a time that tells nothing about where they differ. Lengths are no secret: tokens and signatures have one. */
export function sameSecret(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
