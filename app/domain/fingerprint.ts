/**
 * Fingerprints of payloads that carry no delivery id, and digests of tool inputs.
 * The specification's fingerprint is hash(session_id + tool_name + ts_bucket + payload_hash) with buckets of one second (specification 1 §7.6).
 */
import { hash64 } from "./hashing.ts";

const BUCKET_MS = 1_000;
/** Deeper than this a value counts only as its kind: depth is bounded so that no payload can exhaust the stack. */
const MAX_DEPTH = 64;

/** JSON with sorted keys and without `undefined`, so that equal values give equal texts. `omit` names top-level keys to leave out. */
export function canonicalJson(value: unknown, omit?: string): string {
  return write(value, omit, 0);
}

function write(value: unknown, omit: string | undefined, depth: number): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  if (depth >= MAX_DEPTH) return Array.isArray(value) ? "[…]" : "{…}";
  if (Array.isArray(value)) return writeArray(value, depth);
  return writeObject(value as Record<string, unknown>, omit, depth);
}

function writeArray(items: unknown[], depth: number): string {
  let text = "[";
  for (let i = 0; i < items.length; i++) text += (i > 0 ? "," : "") + write(items[i], undefined, depth + 1);
  return `${text}]`;
}

function writeObject(object: Record<string, unknown>, omit: string | undefined, depth: number): string {
  let text = "{";
  for (const key of Object.keys(object).sort()) {
    if (key === omit || object[key] === undefined) continue;
    text += `${text.length > 1 ? "," : ""}${JSON.stringify(key)}:${write(object[key], undefined, depth + 1)}`;
  }
  return `${text}}`;
}

/** Digest of a tool's input: deep-equal inputs give the same one (contract §15.6). */
export function inputDigest(input: unknown): string {
  return hash64(canonicalJson(input ?? null));
}

/**
 * Keys of one payload for its own second and the second before: two deliveries of the same payload up to one second apart always share a key.
 * The first key is the one to remember. `hash` is passed in, since the pipeline uses a cryptographic one. `tsMs`: milliseconds since the epoch.
 */
export function fingerprintKeys(
  sessionId: string | null | undefined,
  toolName: string | null | undefined,
  tsMs: number,
  payload: unknown,
  hash: (text: string) => string,
): [current: string, previous: string] {
  const bucket = Math.floor(tsMs / BUCKET_MS);
  const payloadHash = hash(canonicalJson(payload, "_meta"));
  const key = (b: number): string => `fp:${hash(`${sessionId ?? ""}\u0000${toolName ?? ""}\u0000${b}\u0000${payloadHash}`)}`;
  return [key(bucket), key(bucket - 1)];
}
