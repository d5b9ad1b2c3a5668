/** UUIDs that are the same for the same name, for ever (RFC 9562, version 5). */
import { createHash } from "node:crypto";

/** Ours; never changes: ids in central databases derive from it. */
const NAMESPACE = Buffer.from("5d0e8a0f7b5c4f39a2c6d1e49b7380f2", "hex");

export function uuidOf(...names: readonly string[]): string {
  const digest = createHash("sha1").update(NAMESPACE).update(names.join("\u0000")).digest().subarray(0, 16);
  digest[6] = ((digest[6] as number) & 0x0f) | 0x50;
  digest[8] = ((digest[8] as number) & 0x3f) | 0x80;
  const hex = digest.toString("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
