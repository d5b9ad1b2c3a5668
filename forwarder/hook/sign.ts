/**
 * Proof of identity over TCP, where no folder authenticates the other side (DESIGN §7). The token is the key and never travels.
 * Loaded only for TCP: node:crypto costs more than a whole exchange over the socket.
 */
import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";

export function newChallenge(): string {
  return randomBytes(16).toString("hex");
}

/** What the collector must answer to a challenge: bound to its address and process, so that it cannot be passed on from another port. */
export function healthProof(token: string, challenge: string, hostport: string, pid: string): string {
  return createHmac("sha256", token).update(`health\n${challenge}\n${hostport}\n${pid}`).digest("hex");
}

export function proofMatches(expected: string, given: string | undefined): boolean {
  const a = Buffer.from(expected, "utf8");
  const b = Buffer.from(given ?? "", "utf8");
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Headers that make a POST /ingest a trusted one; a nonce is good for once and five minutes. */
export function signedHeaders(token: string, body: Buffer, hostport: string, nowMs: number): Record<string, string> {
  const nonce = `${nowMs}.${randomBytes(16).toString("hex")}`;
  const bodyHash = createHash("sha256").update(body).digest("hex");
  const signature = createHmac("sha256", token).update(`POST\n/ingest\n${bodyHash}\n${nonce}\n${hostport}`).digest("hex");
  return { "X-Mascot-Nonce": nonce, "X-Mascot-Signature": signature };
}
