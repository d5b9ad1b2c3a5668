/**
 * What the REST library is given as `fetch`. It heeds the limits that Discord tells; this sees to it that what it is told is sensible, whatever stands between: an answer
 * is read whole within its time and bound, numbers that are none go, and a wait that is long or odd goes back to the outbox, which can wait without holding anything.
 */
import { DiscordTrouble } from "./trouble.ts";

const TIMEOUT_MS = 15_000;
const MOST_BYTES = 1_000_000;
/** A longer wait is the outbox's. */
const WAITED_HERE_MS = 5_000;
/** So many in a row: whoever asks for patience again and again gets it. */
const MOST_IN_A_ROW = 3;
const PATIENCE_MS = 30_000;
const LONGEST_SECONDS = 3_600;

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** @param timeoutMs for tests */
export function createSaneFetch(fetch: Fetch, timeoutMs = TIMEOUT_MS): Fetch {
  let limitedInARow = 0;
  return async (url, init) => {
    const { status, headers, body } = await answerOf(fetch, url, init, timeoutMs);
    if (status !== 429) {
      limitedInARow = 0;
      return answer(status, body, sane(headers));
    }
    limitedInARow++;
    const waitMs = waitOf(headers, body);
    if (waitMs === null || waitMs > WAITED_HERE_MS || limitedInARow > MOST_IN_A_ROW) throw new DiscordTrouble("limited", 0, waitMs ?? PATIENCE_MS);
    const told = sane(headers);
    told.set("Retry-After", String(waitMs / 1000));
    return answer(429, body, told);
  };
}

async function answerOf(fetch: Fetch, url: string, init: RequestInit, timeoutMs: number): Promise<{ status: number; headers: Headers; body: string }> {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), timeoutMs);
  try {
    const response = await fetch(url, { ...init, signal: stop.signal, redirect: "error" });
    return { status: response.status, headers: new Headers(response.headers), body: await textOf(response) };
  } catch (error) {
    if (error instanceof DiscordTrouble) throw error;
    throw new DiscordTrouble("away", 0, undefined, mayHaveArrived(error));
  } finally {
    clearTimeout(timer);
  }
}

async function textOf(response: Response): Promise<string> {
  if (response.body === null) return "";
  const reader = response.body.getReader();
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    bytes += read.value.byteLength;
    if (bytes > MOST_BYTES) {
      void reader.cancel().catch(() => undefined);
      throw new DiscordTrouble("away", 0, undefined, true);
    }
    pieces.push(read.value);
  }
  return Buffer.concat(pieces).toString("utf8");
}

const BEFORE_IT_LEFT = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH", "UND_ERR_CONNECT_TIMEOUT", "CERT_HAS_EXPIRED"]);

function mayHaveArrived(error: unknown): boolean {
  const code = (error as { cause?: { code?: string } }).cause?.code ?? "";
  return !BEFORE_IT_LEFT.has(code) && !code.startsWith("ERR_TLS");
}

/** ms; null when what it says is no time. */
function waitOf(headers: Headers, body: string): number | null {
  const told = headers.get("Retry-After") ?? retryAfterOf(body);
  const seconds = told === null || String(told).trim() === "" ? Number.NaN : Number(told);
  return Number.isFinite(seconds) && seconds > 0 ? Math.ceil(seconds * 1000) : null;
}

function retryAfterOf(body: string): unknown {
  try {
    return (JSON.parse(body) as { retry_after?: unknown } | null)?.retry_after ?? null;
  } catch {
    return null;
  }
}

/** Limits that are none are taken for not told. */
function sane(headers: Headers): Headers {
  const told = new Headers(headers);
  // What was read is whole and plain.
  for (const name of ["Content-Encoding", "Content-Length", "Transfer-Encoding"]) told.delete(name);
  for (const name of ["X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset-After"]) {
    const value = told.get(name);
    if (value !== null && !(Number(value) >= 0 && Number(value) <= LONGEST_SECONDS)) told.delete(name);
  }
  return told;
}

function answer(status: number, body: string, headers: Headers): Response {
  const json = isJson(body);
  // An error's body that is no JSON (a proxy's page) would be taken for Discord's own.
  if (status >= 400 && status < 500 && status !== 429 && !json) return new Response(JSON.stringify({ code: 0, message: "" }), { status, headers: withJson(headers) });
  if (status >= 200 && status < 300 && status !== 204 && !json) throw new DiscordTrouble("away", 0, undefined, true);
  return new Response(status === 204 ? null : body, { status, headers: json ? withJson(headers) : headers });
}

function isJson(body: string): boolean {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === "object" && value !== null;
  } catch {
    return false;
  }
}

function withJson(headers: Headers): Headers {
  const told = new Headers(headers);
  told.set("Content-Type", "application/json");
  return told;
}
