/**
 * Handing one payload to the collector, over its Unix socket or over signed TCP (DESIGN §7 "Transport").
 * Connections are left to the end of the process, which follows: closing one takes a hook longer than being done.
 */
import type { SpoolBatch, SpoolParcel } from "../../schemas/generated/types.ts";
import { Connection, ExchangeError, type Times } from "./exchange.ts";
import type { Answer, Request } from "./http.ts";
import { isObject } from "./payload.ts";
import { healthProof, newChallenge, proofMatches, signedHeaders } from "./sign.ts";

export interface Parcel {
  body: Buffer;
  provider: string;
  /** `_meta` of a body that cannot carry it; null when it is inside */
  metaHeader: Record<string, unknown> | null;
}

export type Outcome =
  | { kind: "accepted"; hookOutput: Record<string, unknown> | null }
  /** The collector read it and will never take it: keeping it would only repeat the answer. */
  | { kind: "rejected"; detail: string }
  /** Not taken now; `appDown` when nobody was there at all. */
  | { kind: "undelivered"; appDown: boolean; detail: string };

/** The payload itself is at fault: not JSON, or no JSON type. */
const FINAL_STATUSES = [400, 415];

export async function deliverOverSocket(path: string, parcel: Parcel, times: Times): Promise<Outcome> {
  return attempt(async () => {
    const connection = await Connection.open({ socket: path }, times);
    return outcomeOf(await connection.exchange(ingestRequest("localhost", parcel, {})));
  });
}

/**
 * @param address what the URL's host is to be reached by: a number, or `localhost` (a look-up of any other name would hold up the end of the process)
 * @param token null by hand without a readable token: then a plain request, which the collector treats as anybody's
 */
export async function deliverOverTcp(url: URL, address: string, token: string | null, parcel: Parcel, times: Times, nowMs: () => number): Promise<Outcome> {
  return attempt(async () => {
    const connection = await Connection.open({ host: address, port: Number(url.port || 80) }, times);
    if (token !== null) await askForProof(connection, token, url.host, {}, times);
    const headers = token === null ? {} : await signedHeaders(token, parcel.body, url.host, nowMs());
    return outcomeOf(await connection.exchange(ingestRequest(url.host, parcel, headers)));
  });
}

/**
 * From another machine, whose token opens one door only: the event goes as a spool of one file. By which name the collector is reached from there is no matter, so the
 * request does not say it.
 * @param remote the machine's id, and its token
 */
export async function handInOverTcp(url: URL, address: string, remote: { id: string; token: string }, parcel: SpoolParcel, times: Times, nowMs: () => number): Promise<Outcome> {
  return attempt(async () => {
    const connection = await Connection.open({ host: address, port: Number(url.port || 80) }, times);
    const named = { "X-Mascot-Remote": remote.id };
    const health = await askForProof(connection, remote.token, HANDED_IN_TO, named, times);
    const theirs = Date.parse(health.headers["date"] ?? "");
    const body = Buffer.from(JSON.stringify({ sent_at: nowMs(), files: [parcel] } satisfies SpoolBatch), "utf8");
    const signed = await signedHeaders(remote.token, body, HANDED_IN_TO, Number.isNaN(theirs) ? nowMs() : theirs, SPOOL_PATH);
    const answer = await connection.exchange({ method: "POST", path: SPOOL_PATH, host: HANDED_IN_TO, headers: { ...named, ...signed }, body });
    return answer.status === 200 ? handedIn(parse(answer.body), parcel.name) : outcomeOf(answer);
  });
}

const HANDED_IN_TO = "localhost";
const SPOOL_PATH = "/api/spool";

function handedIn({ done, bad }: Record<string, unknown>, name: string): Outcome {
  if (Array.isArray(done) && done.includes(name)) return { kind: "accepted", hookOutput: null };
  if (Array.isArray(bad) && bad.includes(name)) return { kind: "rejected", detail: "the app cannot read it" };
  return { kind: "undelivered", appDown: false, detail: "the app cannot write it now" };
}

/** Nothing of the payload is sent before the other side has shown that it holds our token. */
async function askForProof(connection: Connection, token: string, hostport: string, named: Record<string, string>, times: Times): Promise<Answer> {
  const challenge = await newChallenge();
  const health = await connection.exchange({ method: "GET", path: "/health", host: hostport, headers: { "X-Mascot-Challenge": challenge, ...named } }, times.proofMs ?? null);
  if (health.status === 401) throw new ExchangeError("stranger", describe(health));
  const expected = healthProof(token, challenge, hostport, health.headers["x-mascot-pid"] ?? "");
  if (!proofMatches(expected, health.headers["x-mascot-proof"])) {
    throw new ExchangeError("stranger", `${hostport} could not prove to be Agent Mascot; nothing was sent to it`);
  }
  return health;
}

function ingestRequest(host: string, parcel: Parcel, headers: Record<string, string>): Request {
  const all: Record<string, string> = { "X-Mascot-Provider": parcel.provider, ...headers };
  if (parcel.metaHeader) all["X-Mascot-Meta"] = Buffer.from(JSON.stringify(parcel.metaHeader), "utf8").toString("base64");
  return { method: "POST", path: "/ingest", host, headers: all, body: parcel.body };
}

async function attempt(run: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof ExchangeError)) throw error;
    return { kind: "undelivered", appDown: error.reason === "refused", detail: error.message };
  }
}

function outcomeOf(answer: Answer): Outcome {
  const body = parse(answer.body);
  if (answer.status === 200) return accepted(body);
  const detail = describe(answer);
  return FINAL_STATUSES.includes(answer.status) ? { kind: "rejected", detail } : { kind: "undelivered", appDown: false, detail };
}

function describe(answer: Answer): string {
  const { error } = parse(answer.body);
  return typeof error === "string" ? `${answer.status} ${error}` : String(answer.status);
}

function accepted(body: Record<string, unknown>): Outcome {
  const output = body["hook_output"];
  return { kind: "accepted", hookOutput: isObject(output) && Object.keys(output).length > 0 ? output : null };
}

function parse(body: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}
