/**
 * SHA-256 and HMAC (FIPS 180-4, RFC 2104) for the few hundred bytes that a hook signs. Loading node:crypto starts OpenSSL, which costs more
 * than all the rest of a delivery over TCP; its results and these are compared by a property test. Pure.
 */

interface Constants {
  /** of cube roots */
  k: Uint32Array;
  /** of square roots */
  h: Uint32Array;
}

const BLOCK = 64;
let known: Constants | undefined;

/** The first 32 bits of the fractional parts of roots of the first primes, as the standard derives them. */
function constants(): Constants {
  if (known) return known;
  const fraction = (value: number) => ((value - Math.floor(value)) * 0x100000000) | 0;
  const primes: number[] = [];
  for (let n = 2; primes.length < 64; n++) if (primes.every((prime) => n % prime !== 0)) primes.push(n);
  known = { k: Uint32Array.from(primes, (prime) => fraction(Math.cbrt(prime))), h: Uint32Array.from(primes.slice(0, 8), (prime) => fraction(Math.sqrt(prime))) };
  return known;
}

export function sha256(message: Uint8Array): Buffer {
  const bytes = padded(message);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const state = Uint32Array.from(constants().h);
  const schedule = new Uint32Array(64);
  for (let offset = 0; offset < bytes.length; offset += BLOCK) compress(state, schedule, view, offset);
  const digest = Buffer.alloc(32);
  state.forEach((word, i) => digest.writeUInt32BE(word, i * 4));
  return digest;
}

export function hmacSha256(key: Uint8Array, message: Uint8Array): Buffer {
  const block = new Uint8Array(BLOCK);
  block.set(key.length > BLOCK ? sha256(key) : key);
  const inner = Buffer.concat([block.map((byte) => byte ^ 0x36), message]);
  return sha256(Buffer.concat([block.map((byte) => byte ^ 0x5c), sha256(inner)]));
}

/** A one bit, zeros, and the length in bits in the last eight bytes. */
function padded(message: Uint8Array): Uint8Array {
  const length = Math.ceil((message.length + 9) / BLOCK) * BLOCK;
  const bytes = new Uint8Array(length);
  bytes.set(message);
  bytes[message.length] = 0x80;
  const view = new DataView(bytes.buffer);
  view.setUint32(length - 8, Math.floor(message.length / 0x20000000));
  view.setUint32(length - 4, message.length << 3);
  return bytes;
}

function compress(state: Uint32Array, w: Uint32Array, view: DataView, offset: number): void {
  const { k } = constants();
  for (let i = 0; i < 16; i++) w[i] = view.getUint32(offset + i * 4);
  for (let i = 16; i < 64; i++) {
    const x = w[i - 15] as number;
    const y = w[i - 2] as number;
    const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
    const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
    w[i] = (w[i - 16] as number) + (w[i - 7] as number) + s0 + s1;
  }
  let a = at(state, 0);
  let b = at(state, 1);
  let c = at(state, 2);
  let d = at(state, 3);
  let e = at(state, 4);
  let f = at(state, 5);
  let g = at(state, 6);
  let h = at(state, 7);
  // Plain variables and no calls: a hook's process ends before anything here would be compiled to machine code.
  for (let i = 0; i < 64; i++) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + (k[i] as number) + (w[i] as number)) | 0;
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  const sums = [a, b, c, d, e, f, g, h];
  for (let i = 0; i < 8; i++) state[i] = at(state, i) + (sums[i] as number);
}

function at(words: Uint32Array, index: number): number {
  return words[index] as number;
}
