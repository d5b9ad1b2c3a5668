/**
 * Stable, non-cryptographic hashes. Their results are stored and shown (seeds, digests), so the algorithms never change.
 */

const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** Spreads every input bit over all output bits (the finaliser of MurmurHash3, 32 bit). */
export function mix32(value: number): number {
  let h = value >>> 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** FNV-1a over the text's UTF-16 code units (low byte, then high byte), then mix32. Unsigned 32 bit. */
export function hash32(text: string, seed = 0): number {
  let h = (FNV_OFFSET ^ seed) >>> 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    h = Math.imul(h ^ (unit & 0xff), FNV_PRIME);
    h = Math.imul(h ^ (unit >>> 8), FNV_PRIME);
  }
  return mix32(h);
}

/** Two hash32 lanes in one pass, as 16 hex digits. Good for pairing within a session, not against an adversary. */
export function hash64(text: string): string {
  let a = FNV_OFFSET;
  let b = FNV_OFFSET ^ 0x9e3779b9;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    a = Math.imul(a ^ unit, FNV_PRIME);
    b = Math.imul(b ^ unit, 0x5bd1e995);
    b ^= b >>> 15;
  }
  return hex8(mix32(a ^ text.length)) + hex8(mix32(b));
}

function hex8(value: number): string {
  return (value >>> 0).toString(16).padStart(8, "0");
}
