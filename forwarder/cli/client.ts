/** Talking to the running app: over its socket, else over TCP once it has proved to hold the token. */
import { Connection, ExchangeError, type Target, type Times } from "../hook/exchange.ts";
import { openHome, readToken, trustedSocket } from "../hook/home.ts";
import type { Request } from "../hook/http.ts";
import { healthProof, newChallenge, proofMatches } from "../hook/sign.ts";

export type Reply = { ok: true; status: number; body: unknown } | { ok: false; reason: "not_running" } | { ok: false; reason: "not_answering"; detail: string };

const TIMES = { connectMs: 500, wholeMs: 5000 };

export interface AskOptions {
  body?: Record<string, unknown>;
  /** From connecting to the last answer, in ms. */
  wholeMs?: number;
}

export async function ask(home: string, method: "GET" | "POST", path: string, { body = {}, wholeMs = TIMES.wholeMs }: AskOptions = {}): Promise<Reply> {
  const request = { method, path, ...(method === "POST" ? { body: Buffer.from(JSON.stringify(body), "utf8") } : {}) };
  const times = { ...TIMES, wholeMs };
  try {
    const socket = trustedSocket(openHome(home));
    if (socket !== null) return await exchange({ socket }, { ...request, host: "localhost" }, times);
    return await askOverTcp(home, { ...request, host: "" }, times);
  } catch (error) {
    if (!(error instanceof ExchangeError)) throw error;
    return error.reason === "refused" ? { ok: false, reason: "not_running" } : { ok: false, reason: "not_answering", detail: error.message };
  }
}

/** @throws ExchangeError */
export async function askOverTcp(home: string, request: Request, times: Times): Promise<Reply> {
  const { url } = openHome(home).collector;
  const token = readToken(home);
  if (typeof url !== "string" || token === null) return { ok: false, reason: "not_running" };
  const { host, hostname, port } = new URL(url);
  const target = { host: hostname, port: Number(port) };
  await proveIdentity(target, host, token);
  return exchange(target, { ...request, host, headers: { Authorization: `Bearer ${token}` } }, times);
}

/** The token goes to nobody who has not shown that they have it. */
export async function proveIdentity(target: Target, host: string, token: string): Promise<void> {
  const challenge = await newChallenge();
  const connection = await Connection.open(target, TIMES);
  try {
    const health = await connection.exchange({ method: "GET", path: "/health", host, headers: { "X-Mascot-Challenge": challenge } });
    const expected = healthProof(token, challenge, host, health.headers["x-mascot-pid"] ?? "");
    if (!proofMatches(expected, health.headers["x-mascot-proof"])) throw new ExchangeError("stranger", `somebody else is on ${host}`);
  } finally {
    connection.close();
  }
}

async function exchange(target: Target, request: Request, times: Times): Promise<Reply> {
  const connection = await Connection.open(target, times);
  try {
    const answer = await connection.exchange(request);
    return { ok: true, status: answer.status, body: parse(answer.body) };
  } finally {
    connection.close();
  }
}

export function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
