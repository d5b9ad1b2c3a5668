/** Whoever already sits on our port or socket: ourselves, running already, or a stranger. */
import { createHash, randomBytes } from "node:crypto";
import { request as httpRequest, type RequestOptions } from "node:http";
import { sameSecret } from "./secret.ts";
import { identityProof, requestSignature } from "./signature.ts";

export type Address = { socketPath: string } | { port: number };

/** `gone`: nobody answers the connection. `other_home`: an app of another home, by its own word. `stranger`: somebody answers, and cannot prove to be the app of this home. */
export type Neighbour = { who: "ours"; pid: number } | { who: "other_home" } | { who: "stranger" } | { who: "gone" };

const PATIENCE_MS = 300;

export async function askWhoIsThere(address: Address, token: string, patienceMs = PATIENCE_MS): Promise<Neighbour> {
  const challenge = randomBytes(16).toString("hex");
  const hostport = hostOf(address);
  try {
    const answer = await exchange(address, { method: "GET", path: "/health", headers: { Host: hostport, "X-Mascot-Challenge": challenge } }, patienceMs);
    const pid = Number(answer.headers["x-mascot-pid"]);
    const proof = String(answer.headers["x-mascot-proof"] ?? "");
    if (sameSecret(proof, identityProof(token, { challenge, hostport, pid }))) return { who: "ours", pid };
    return { who: PROOF.test(proof) && pid > 0 ? "other_home" : "stranger" };
  } catch (error) {
    return { who: GONE.has((error as NodeJS.ErrnoException).code ?? "") ? "gone" : "stranger" };
  }
}

const PROOF = /^[0-9a-f]{64}$/;
const GONE = new Set(["ECONNREFUSED", "ENOENT"]);

/** Asks the running app to show itself. @returns whether it understood */
export async function askToRaise(address: Address, token: string, now: number): Promise<boolean> {
  const path = "/api/app/raise";
  const body = "{}";
  const hostport = hostOf(address);
  const nonce = `${now}.${randomBytes(16).toString("hex")}`;
  const bodySha256 = createHash("sha256").update(body).digest("hex");
  const signature = requestSignature(token, { method: "POST", target: path, bodySha256, nonce, hostport });
  const headers = { Host: hostport, "Content-Type": "application/json", "Content-Length": body.length, "X-Mascot-Nonce": nonce, "X-Mascot-Signature": signature };
  return exchange(address, { method: "POST", path, headers }, 2000, body).then(
    (answer) => answer.status === 200,
    () => false,
  );
}

function hostOf(address: Address): string {
  return "port" in address ? `127.0.0.1:${address.port}` : "localhost";
}

interface ShortAnswer {
  status: number;
  headers: Record<string, unknown>;
}

function exchange(address: Address, options: RequestOptions, patienceMs: number, body?: string): Promise<ShortAnswer> {
  const where: RequestOptions = "port" in address ? { host: "127.0.0.1", port: address.port } : { socketPath: address.socketPath };
  return new Promise((resolve, reject) => {
    const request = httpRequest({ ...where, ...options, agent: false }, (answer) => {
      answer.resume();
      clearInterval(timer);
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers });
    });
    const timer = afterOwnTime(patienceMs, () => request.destroy(new Error("no answer in time")));
    request.on("error", (error) => {
      clearInterval(timer);
      reject(error);
    });
    request.end(body);
  });
}

const PARTS = 10;

/** Only the time counts in which this thread could have heard an answer: while it was busy itself (an app that starts is) nobody kept it waiting, and what came meanwhile is read after the timers. */
function afterOwnTime(ms: number, callback: () => void): NodeJS.Timeout {
  let parts = PARTS;
  return setInterval(() => {
    if (--parts === 0) callback();
  }, ms / PARTS);
}
