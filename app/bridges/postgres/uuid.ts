/** UUIDs that are the same for the same name, for ever (RFC 9562, version 5). */
import { createHash } from "node:crypto";

/** Ours; never changes: ids in central databases derive from it. */
const NAMESPACE = Buffer.from("5d0e8a0f7b5c4f39a2c6d1e49b7380f2", "hex");

export function uuidOf(...names: readonly string[]): string {
  const hex = createHash("sha1").update(NAMESPACE).update(names.join("\u0000")).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-${VARIANT[Number.parseInt(hex.charAt(16), 16) & 3]}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

const VARIANT = "89ab";

/** For names that come again and again: people, agents. */
export function knownUuidOf(...names: readonly string[]): string {
  const name = names.join("\u0000");
  const found = known.get(name);
  if (found !== undefined) return found;
  if (known.size >= KNOWN) known.clear();
  const made = uuidOf(name);
  known.set(name, made);
  return made;
}

const KNOWN = 1_000;
const known = new Map<string, string>();
