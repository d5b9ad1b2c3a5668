/** Proof of identity over TCP, where no folder authenticates the other side (DESIGN §7). The token is the key and never travels. */
import { closeSync, openSync, readSync } from "node:fs";
import { hmacSha256, sha256 } from "./sha256.ts";

const CHALLENGE_BYTES = 16;
/** Above this node:crypto is faster although it has to be loaded. */
const OWN_HASH_MAX_BYTES = 32 * 1024;

/** Nobody can have prepared an answer to it. */
export async function newChallenge(): Promise<string> {
  return (await randomBytes(CHALLENGE_BYTES)).toString("hex");
}

/** What the collector must answer to a challenge: bound to its address and process, so that it cannot be passed on from another port. */
export function healthProof(token: string, challenge: string, hostport: string, pid: string): string {
  return hmac(token, `health\n${challenge}\n${hostport}\n${pid}`);
}

/** Takes the same time whatever differs. */
export function proofMatches(expected: string, given: string | undefined): boolean {
  const a = Buffer.from(expected, "utf8");
  const b = Buffer.from(given ?? "", "utf8");
  if (a.length !== b.length) return false;
  let difference = 0;
  for (let i = 0; i < a.length; i++) difference |= (a[i] as number) ^ (b[i] as number);
  return difference === 0;
}

/** Headers that make a POST a trusted one; a nonce is good for once and five minutes. */
export async function signedHeaders(token: string, body: Buffer, hostport: string, nowMs: number, path = "/ingest"): Promise<Record<string, string>> {
  const nonce = `${nowMs}.${(await randomBytes(16)).toString("hex")}`;
  const signature = hmac(token, `POST\n${path}\n${await hashOf(body)}\n${nonce}\n${hostport}`);
  return { "X-Mascot-Nonce": nonce, "X-Mascot-Signature": signature };
}

function hmac(token: string, text: string): string {
  return hmacSha256(Buffer.from(token, "utf8"), Buffer.from(text, "utf8")).toString("hex");
}

async function hashOf(body: Buffer): Promise<string> {
  if (body.length <= OWN_HASH_MAX_BYTES) return sha256(body).toString("hex");
  const { createHash } = await import("node:crypto");
  return createHash("sha256").update(body).digest("hex");
}

/** The kernel's generator where it is a file. */
async function randomBytes(count: number): Promise<Buffer> {
  try {
    const bytes = Buffer.alloc(count);
    const file = openSync("/dev/urandom", "r");
    const length = readSync(file, bytes, 0, count, null);
    closeSync(file);
    if (length === count) return bytes;
  } catch {
    // Windows
  }
  const crypto = await import("node:crypto");
  return crypto.randomBytes(count);
}
