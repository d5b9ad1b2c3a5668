/**
 * Proofs of knowing the token without sending it (DESIGN §7).
 *
 * - The collector proves itself: `hex(HMAC-SHA256(token, "health\n" + challenge + "\n" + hostport + "\n" + pid))`.
 * - A request proves its sender: `hex(HMAC-SHA256(token, method + "\n" + target + "\n" + sha256hex(body) + "\n" + nonce + "\n" + hostport))`.
 *
 * `hostport` is the request's Host header. The first words differ, so that no answer to a challenge is ever a valid signature.
 */
import { createHmac } from "node:crypto";
import { sameSecret } from "./secret.ts";

export const CHALLENGE = /^[0-9a-f]{32}$/;
const NONCE = /^(\d{10,16})\.([0-9a-f]{32})$/;
const SIGNATURE = /^[0-9a-f]{64}$/;
const FRESH_MS = 5 * 60_000;

export interface IdentityClaim {
  challenge: string;
  hostport: string;
  pid: number;
}

export function identityProof(token: string, claim: IdentityClaim): string {
  return hmac(token, `health\n${claim.challenge}\n${claim.hostport}\n${claim.pid}`);
}

export interface SignedRequest {
  method: string;
  target: string;
  bodySha256: string;
  nonce: string;
  hostport: string;
}

export function requestSignature(token: string, request: SignedRequest): string {
  return hmac(token, `${request.method}\n${request.target}\n${request.bodySha256}\n${request.nonce}\n${request.hostport}`);
}

/** Well formed, before any body is read. */
export function looksSigned(nonce: string, signature: string): boolean {
  return NONCE.test(nonce) && SIGNATURE.test(signature);
}

export function signatureHolds(token: string, request: SignedRequest, signature: string): boolean {
  return sameSecret(requestSignature(token, request), signature);
}

/** Remembers nonces for as long as they are fresh, so that a recorded request is worth nothing. */
export class NonceTable {
  private readonly seen = new Map<string, number>();
  /** Nonces stamped at or before this were forgotten to bound the memory, so they count as used. */
  private forgottenUntil = 0;

  constructor(private readonly limit = 200_000) {}

  /** Whether this nonce may be used now. Does not use it up: only a request whose signature holds does. */
  fresh(nonce: string, now: number): boolean {
    const stamped = Number(NONCE.exec(nonce)?.[1] ?? Number.NaN);
    return Math.abs(now - stamped) <= FRESH_MS && stamped > this.forgottenUntil && !this.seen.has(nonce);
  }

  use(nonce: string, now: number): void {
    this.seen.set(nonce, Number(NONCE.exec(nonce)?.[1]));
    this.forget(now);
  }

  /** Oldest first; a stamp from the future keeps those behind it a little longer, at most twice the time. */
  private forget(now: number): void {
    for (const [nonce, stamped] of this.seen) {
      const overFull = this.seen.size > this.limit;
      if (!overFull && now - stamped <= FRESH_MS) return;
      this.seen.delete(nonce);
      if (overFull) this.forgottenUntil = Math.max(this.forgottenUntil, stamped);
    }
  }
}

function hmac(token: string, text: string): string {
  return createHmac("sha256", token).update(text).digest("hex");
}
