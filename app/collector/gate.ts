/**
 * Who may ask what: the only place where requests are let in (DESIGN §8). Everything is decided from the request line and the
 * headers, before a byte of the body is read; of a signed request the body's part of the signature is left to check.
 *
 * ```
 *  target, Host, Origin, OPTIONS ─ wrong ──────────────────────────────→ 400 / 403
 *  Unix socket ────────────────────────────────────────────────────────→ verified, every route
 *  TCP + bearer token ─ right → verified, every route ─ wrong ─────────→ 401
 *  TCP + signature ──── fresh → verified once the body is seen ─ else ─→ 401
 *  TCP or door, a host's signature ─ its routes ─ fresh → verified, marked with the host ─ else → 401 / 403
 *  door, nothing ─ /health → unverified ───────────────────────────────→ else 401
 *  TCP, nothing ─ open route, own user, within the rate → unverified ──→ else 401 / 403 / 429
 *  body that is not JSON in UTF-8 ─────────────────────────────────────→ 415
 * ```
 */
import { createHash, type Hash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Clock } from "../parts.ts";
import { sameSecret } from "./secret.ts";
import type { RemoteHost, Trust } from "../../schemas/generated/types.ts";
import type { Peer, PeerLookup } from "./peer.ts";
import type { RateLimit } from "../rate-limit.ts";
import { looksSigned, type NonceTable, signatureHolds } from "./signature.ts";

/** `door`: the socket for other machines. Whoever reaches it has proved nothing yet. */
export type Transport = "socket" | "tcp" | "door";

/** Another machine that the person let in. */
export type KnownHost = Pick<RemoteHost, "id" | "name" | "token">;

/** What the gate found out about a request that it let in. */
export interface Admission {
  transport: Transport;
  trust: Trust;
  /** milliseconds, when the headers had arrived */
  receivedAt: number;
  /** Set for signed requests: fed with the body, then asked. */
  signature: BodySignature | null;
  /** The sender waits for "100 Continue" before it sends the body. */
  awaitsContinue: boolean;
  /** The other machine that sent it; null: this one. */
  host: KnownHost | null;
}

export interface Refusal {
  status: number;
  error: string;
  message?: string;
  headers?: Record<string, string>;
}

export type Verdict = { admitted: Admission } | { refused: Refusal };

export interface GateOptions {
  token: string;
  nonces: NonceTable;
  peers: PeerLookup;
  unsignedRate: RateLimit;
  clock: Clock;
  /** The machine of an id, as things stand now: one whose token was taken back is not known any more. */
  hostOf(id: string): KnownHost | null;
}

export interface BodySignature {
  hash: Hash;
  /** After the whole body went through `hash`. True once; the same request again is false. */
  holds(): boolean;
}

const LOOPBACK_HOST = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::(\d{1,5}))?$/i;
/** Routes that DESIGN §8 opens to a plain `curl` of the same user. Everything else, unknown paths included, needs the token. */
const OPEN_ROUTE = /^\/(?:health|ingest|api\/hook|hooks\/[^/]+)$/;
/** All that another machine may ask. */
const HOST_ROUTE = /^\/(?:health|api\/spool)$/;
const JSON_IN_UTF8 = /^application\/json\s*(?:;\s*charset\s*=\s*"?utf-?8"?\s*)?;?\s*$/i;

export class Gate {
  constructor(private readonly options: GateOptions) {}

  /** Answers at once where it can; a promise only where the other side's user has to be looked up. */
  judge(request: IncomingMessage, transport: Transport): Verdict | Promise<Verdict> {
    const malformed = wrongForm(request, transport);
    if (malformed) return { refused: malformed };
    const claim = this.identify(request, transport);
    if ("refused" in claim) return claim;
    const badBody = wrongBody(request);
    if (badBody) return { refused: badBody };
    // Liveness tells nothing that the open port does not tell, and whoever waits for the app asks for it again and again.
    if (claim.admitted.trust === "verified" || pathOf(request) === "/health") return claim;
    const peer = this.options.peers.of(request.socket);
    return typeof peer === "string" ? this.stranger(claim, peer) : peer.then((found) => this.stranger(claim, found));
  }

  private identify(request: IncomingMessage, transport: Transport): Verdict {
    const { headers } = request;
    const hostId = headers["x-mascot-remote"];
    if (hostId !== undefined) return this.fromHost(request, transport, String(hostId));
    if (transport === "door") return pathOf(request) === "/health" ? this.admit(request, transport, "unverified") : NO_HOST;
    if (transport === "socket") return this.admit(request, transport, "verified");
    if (headers.authorization !== undefined) return this.bearer(request, headers.authorization);
    if (headers["x-mascot-signature"] !== undefined || headers["x-mascot-nonce"] !== undefined) return namesThisPort(request) ? this.signed(request, transport, null) : BAD_SIGNATURE;
    if (OPEN_ROUTE.test(pathOf(request))) return this.admit(request, transport, "unverified");
    return refused(401, "token required", "Send the token of the app's home folder as a bearer token, or use the Unix socket.", { "WWW-Authenticate": "Bearer" });
  }

  private bearer(request: IncomingMessage, authorization: string): Verdict {
    const given = /^Bearer ([\x21-\x7e]+)$/i.exec(authorization)?.[1];
    if (given !== undefined && sameSecret(given, this.options.token)) return this.admit(request, "tcp", "verified");
    return refused(401, "wrong token", "Read the token of the app's home folder anew.", { "WWW-Authenticate": "Bearer" });
  }

  /** The token of a host opens its few routes and no other, wherever it comes in. */
  private fromHost(request: IncomingMessage, transport: Transport, id: string): Verdict {
    const host = this.options.hostOf(id);
    if (host === null) return refused(401, "unknown host", "This machine is not, or not any more, among those that may hand in events. On the computer with the app: agent-mascot remote <host>");
    const path = pathOf(request);
    if (!HOST_ROUTE.test(path)) return refused(403, "not for hosts", "Another machine may hand in events and ask nothing.");
    return path === "/health" ? this.admit(request, transport, "unverified", null, host) : this.signed(request, transport, host);
  }

  /** A signature made for another port was got by a stranger who passes on what was meant for him; a host's port is forwarded, and its token opens nothing that would be worth it. */
  private signed(request: IncomingMessage, transport: Transport, host: KnownHost | null): Verdict {
    const nonce = String(request.headers["x-mascot-nonce"] ?? "");
    const signature = String(request.headers["x-mascot-signature"] ?? "");
    const now = this.options.clock.now();
    if (!looksSigned(nonce, signature) || !this.options.nonces.fresh(nonce, now)) return BAD_SIGNATURE;
    const body = this.bodySignature(request, nonce, signature, host?.token ?? this.options.token);
    if (request.method === "POST") return this.admit(request, transport, "verified", body, host);
    // No route reads the body of these, so none would ask: what was signed is here already.
    return body.holds() ? this.admit(request, transport, "verified", null, host) : BAD_SIGNATURE;
  }

  private bodySignature(request: IncomingMessage, nonce: string, signature: string, token: string): BodySignature {
    const { nonces, clock } = this.options;
    const hash = createHash("sha256");
    return {
      hash,
      holds() {
        const signed = { method: request.method ?? "", target: request.url ?? "", bodySha256: hash.digest("hex"), nonce, hostport: request.headers.host ?? "" };
        const now = clock.now();
        // Asked again: the same request may have been admitted twice while both bodies were on their way.
        if (!nonces.fresh(nonce, now) || !signatureHolds(token, signed, signature)) return false;
        nonces.use(nonce, now);
        return true;
      },
    };
  }

  private stranger(claim: Verdict, peer: Peer): Verdict {
    if (peer === "other") return refused(403, "another user", "Only the user who runs the app may send events without the token.");
    if (!this.options.unsignedRate.take(this.options.clock.now())) return refused(429, "too many requests", "Send fewer events without the token.", { "Retry-After": "1" });
    return claim;
  }

  private admit(request: IncomingMessage, transport: Transport, trust: Trust, signature: BodySignature | null = null, host: KnownHost | null = null): Verdict {
    const awaitsContinue = /^100-continue$/i.test(request.headers.expect ?? "");
    return { admitted: { transport, trust, receivedAt: this.options.clock.now(), signature, awaitsContinue, host } };
  }
}

/** The answer to a request whose signature does not fit its body, its time or its port. */
export const BAD_SIGNATURE: { refused: Refusal } = { refused: { status: 401, error: "bad signature", message: "The signature is wrong, too old or was used before." } };

const NO_HOST = refused(401, "host token required", "This way is for machines that agent-mascot remote has set up.");

/** Where a request to our own origin names our own port: the only case in which we prove who we are. */
export function namesThisPort(request: IncomingMessage): boolean {
  const port = LOOPBACK_HOST.exec(request.headers.host ?? "")?.[1];
  return port !== undefined && Number(port) === request.socket.localPort;
}

function wrongForm(request: IncomingMessage, transport: Transport): Refusal | null {
  const { headers } = request;
  if (!(request.url ?? "").startsWith("/")) return { status: 400, error: "bad request target" };
  if (countHeader(request, "host") > 1) return { status: 400, error: "more than one Host" };
  if (transport !== "socket" && !LOOPBACK_HOST.test(headers.host ?? "")) return { status: 403, error: "foreign host", message: "Ask for 127.0.0.1 or localhost." };
  // Pages of browsers, `null` (files, sandboxes) included. Requests that carry no Origin are told by Sec-Fetch-Site; "none" is a person's own.
  const site = headers["sec-fetch-site"];
  if (headers.origin !== undefined || (site !== undefined && site !== "none")) return { status: 403, error: "foreign origin", message: "Web pages may not talk to the app." };
  if (request.method === "OPTIONS") return { status: 403, error: "no cross-origin requests" };
  return null;
}

/** A body has to say that it is JSON: forms and plain text are what a page can send without asking first. */
function wrongBody(request: IncomingMessage): Refusal | null {
  const { headers } = request;
  const hasBody = headers["transfer-encoding"] !== undefined || (headers["content-length"] ?? "0") !== "0";
  if (request.method !== "POST" && !hasBody) return null;
  if (!hasBody && headers["content-type"] === undefined && !OPEN_ROUTE.test(pathOf(request))) return null;
  if (!JSON_IN_UTF8.test(headers["content-type"] ?? "")) return { status: 415, error: "unsupported media type", message: "Send the body with Content-Type: application/json." };
  if (headers["content-encoding"] !== undefined && headers["content-encoding"] !== "identity") return { status: 415, error: "unsupported content encoding", message: "Send the body uncompressed." };
  return null;
}

function pathOf(request: IncomingMessage): string {
  const url = request.url ?? "";
  const query = url.indexOf("?");
  return query < 0 ? url : url.slice(0, query);
}

/** Node keeps the first Host and drops the rest; a proxy in front could go by another. */
function countHeader(request: IncomingMessage, name: string): number {
  let count = 0;
  for (let i = 0; i < request.rawHeaders.length; i += 2) if (request.rawHeaders[i]?.toLowerCase() === name) count++;
  return count;
}

function refused(status: number, error: string, message: string, headers?: Record<string, string>): { refused: Refusal } {
  return { refused: { status, error, message, headers } };
}
