/** The relay's way to the collector: one connection, kept while it holds. The token never travels; nothing is sent before the other side has proved to know it. */
import { lstatSync, unlinkSync } from "node:fs";
import type { RemoteHome, SpoolAnswer, SpoolBatch } from "../../schemas/generated/types.ts";
import { Connection, ExchangeError, type Target, type Times } from "../hook/exchange.ts";
import type { Answer } from "../hook/http.ts";
import { healthProof, newChallenge, proofMatches, signedHeaders } from "../hook/sign.ts";

/** `away`: nobody there, or nobody who answers. `refused`: the app, and it does not let us in. `stranger`: somebody else. */
export class LinkError extends Error {
  /** @param inBatch they were there, and the batch did not get through: what is less of it may */
  constructor(readonly kind: "away" | "refused" | "stranger", message: string, readonly inBatch = false) {
    super(message);
  }
}

const TIMES: Times = { connectMs: 5_000, wholeMs: null };
const HEALTH_MS = 10_000;
/** A full batch over a slow line, committed by a busy app. */
const BATCH_MS = 60_000;
const HOST = "localhost";
/** From here on it is not the batch. */
const SERVER_AT_FAULT = 500;

export class Uplink {
  private connection: Connection | null = null;
  /** Their clock against ours, in ms: a signature is good for five minutes of theirs. */
  private ahead = 0;

  constructor(
    private readonly remote: RemoteHome,
    private readonly token: string,
    private readonly now: () => number,
  ) {}

  /** @throws LinkError */
  async check(): Promise<void> {
    this.close();
    await this.open();
  }

  /** @throws LinkError; then nothing is known to be committed, and the same may be sent again */
  async send(batch: SpoolBatch): Promise<SpoolAnswer> {
    const fresh = this.connection === null;
    try {
      return await this.post(this.connection ?? (await this.open()), batch);
    } catch (error) {
      this.close();
      // The other side ends a connection that was quiet for long.
      if (fresh || !(error instanceof LinkError) || error.kind !== "away") throw error;
      return this.post(await this.open(), batch);
    }
  }

  close(): void {
    this.connection?.close();
    this.connection = null;
  }

  private async open(): Promise<Connection> {
    const connection = await reached(() => Connection.open(this.target(), TIMES), () => this.clearDeadSocket());
    try {
      await this.prove(connection);
    } catch (error) {
      connection.close();
      throw error;
    }
    this.connection = connection;
    return connection;
  }

  private async prove(connection: Connection): Promise<void> {
    const challenge = await newChallenge();
    const health = await reached(() => connection.exchange({ method: "GET", path: "/health", host: HOST, headers: { "X-Mascot-Challenge": challenge, "X-Mascot-Remote": this.remote.id } }, HEALTH_MS));
    if (health.status === 401) throw refusal(health);
    const expected = healthProof(this.token, challenge, HOST, health.headers["x-mascot-pid"] ?? "");
    if (health.headers["x-mascot-proof"] === undefined) throw new LinkError("stranger", "what answers is not Agent Mascot");
    // It knows our name and another token: to the app we are a stranger, or it is one to us. Either way a new setting up mends it.
    if (!proofMatches(expected, health.headers["x-mascot-proof"])) throw new LinkError("refused", "the token of this machine is not the one that the app knows");
    const theirs = Date.parse(health.headers["date"] ?? "");
    if (Number.isFinite(theirs)) this.ahead = theirs - this.now();
  }

  private async post(connection: Connection, batch: SpoolBatch): Promise<SpoolAnswer> {
    const body = Buffer.from(JSON.stringify(batch), "utf8");
    const headers = { "X-Mascot-Remote": this.remote.id, ...(await signedHeaders(this.token, body, HOST, Math.round(this.now() + this.ahead), "/api/spool")) };
    const answer = await reached(() => connection.exchange({ method: "POST", path: "/api/spool", host: HOST, headers, body }, BATCH_MS), () => {}, true);
    if (answer.status === 401 || answer.status === 403) throw refusal(answer);
    if (answer.status !== 200) throw new LinkError("away", `the app answered ${answer.status}`, answer.status < SERVER_AT_FAULT);
    return JSON.parse(answer.body) as SpoolAnswer;
  }

  private target(): Target {
    const { at } = this.remote;
    return "socket" in at ? { socket: at.socket } : { host: "127.0.0.1", port: at.port };
  }

  /** sshd leaves the socket of a tunnel that is gone, and most set-ups then refuse the next tunnel its place. It is ours alone: the folder is. */
  private clearDeadSocket(): void {
    const { at } = this.remote;
    try {
      if ("socket" in at && lstatSync(at.socket).isSocket() && lstatSync(at.socket).uid === process.getuid?.()) unlinkSync(at.socket);
    } catch {
      // There is none.
    }
  }
}

function refusal(answer: Answer): LinkError {
  let said: { error?: unknown; message?: unknown } = {};
  try {
    said = JSON.parse(answer.body) as typeof said;
  } catch {
    // Its number says enough.
  }
  return new LinkError("refused", [said.error, said.message].filter((part) => typeof part === "string").join(": ") || String(answer.status));
}

async function reached<T>(attempt: () => Promise<T>, onRefused: () => void = () => {}, inBatch = false): Promise<T> {
  try {
    return await attempt();
  } catch (error) {
    if (!(error instanceof ExchangeError)) throw error;
    if (error.message.includes("ECONNREFUSED")) onRefused();
    throw new LinkError(error.reason === "stranger" ? "stranger" : "away", error.message, inBatch);
  }
}
