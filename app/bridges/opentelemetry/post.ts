/** One request to an OTLP receiver, and what its answer means. */
import type { Carried } from "../../bridges-parts.ts";

type Trouble = NonNullable<Carried["trouble"]>;

export type Posted =
  | { is: "taken"; rejected: number }
  /** It says that what was sent is wrong, not that it is busy. */
  | { is: "refused" }
  | { is: "trouble"; trouble: Trouble };

export interface PostOptions {
  endpoint: string;
  headers: Readonly<Record<string, string>>;
  timeoutMs?: number;
  /** ms since the epoch */
  now(): number;
}

const TIMEOUT_MS = 10_000;
/** Of an answer; the rest is not worth waiting for. */
const MOST_ANSWER = 64 * 1024;
const TRY_AGAIN: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504]);
/** A certificate is not mended in seconds. */
const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_|ERR_TLS/;

/** Never throws for what the other side does. */
export async function post(signal: "traces" | "metrics", body: object, { endpoint, headers, timeoutMs = TIMEOUT_MS, now }: PostOptions): Promise<Posted> {
  try {
    const response = await fetch(`${endpoint}/v1/${signal}`, {
      method: "POST", headers: { ...headers, "Content-Type": "application/json" }, body: JSON.stringify(body), redirect: "manual", signal: AbortSignal.timeout(timeoutMs),
    });
    return judged(response, await shortText(response), now());
  } catch (error) {
    return { is: "trouble", trouble: troubleOf(error) };
  }
}

function judged({ status, headers }: Response, text: string, now: number): Posted {
  if (status >= 200 && status < 300) return { is: "taken", rejected: rejectedIn(text) };
  if (status === 401 || status === 403) return stop("otel_unauthorised");
  // Another way there would be a key sent elsewhere.
  if (status === 404 || status === 405 || (status >= 300 && status < 400)) return stop("otel_not_found");
  if (!TRY_AGAIN.has(status) && status < 500) return { is: "refused" };
  const afterMs = retryAfter(headers.get("retry-after"), now);
  return { is: "trouble", trouble: { next: "wait", reason: status === 429 ? "otel_limited" : "otel_away", ...(afterMs === undefined ? {} : { afterMs }) } };
}

const stop = (reason: string): Posted => ({ is: "trouble", trouble: { next: "stop", reason } });

function troubleOf(error: unknown): Trouble {
  const { code = "" } = ((error as { cause?: { code?: string } }).cause ?? {}) as { code?: string };
  return CERTIFICATE.test(code) ? { next: code === "CERT_HAS_EXPIRED" ? "wait" : "stop", reason: "otel_certificate" } : { next: "wait", reason: "otel_away" };
}

/** Seconds or a date. */
function retryAfter(text: string | null, now: number): number | undefined {
  if (text === null) return undefined;
  const ms = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - now;
  return Number.isFinite(ms) && ms > 0 ? ms : undefined;
}

/** What it took is taken, however odd its words. */
function rejectedIn(text: string): number {
  try {
    const { partialSuccess } = JSON.parse(text) as { partialSuccess?: { rejectedSpans?: unknown; rejectedDataPoints?: unknown } };
    const count = Number(partialSuccess?.rejectedSpans ?? partialSuccess?.rejectedDataPoints ?? 0);
    return Number.isFinite(count) ? count : 0;
  } catch {
    return 0;
  }
}

async function shortText(response: Response): Promise<string> {
  if (response.body === null) return "";
  const reader = response.body.getReader();
  const parts: Uint8Array[] = [];
  for (let size = 0; size < MOST_ANSWER; ) {
    const { done, value } = await reader.read();
    if (done) return Buffer.concat(parts).toString("utf8");
    parts.push(value);
    size += value.length;
  }
  await reader.cancel();
  return "";
}
