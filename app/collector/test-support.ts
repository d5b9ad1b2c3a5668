/** For this folder's tests: a collector over a pipeline that only writes down what it gets, and ways to talk to it. */
import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { type IncomingHttpHeaders, request as httpRequest } from "node:http";
import { createConnection } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CollectorDependencies, Delivery, IngestOutcome, Log, MascotEvent, Notice, Notices } from "../parts.ts";
import { type Collector, type CollectorOptions, startCollector } from "./collector.ts";
import { requestSignature } from "./signature.ts";

export const TOKEN = "0123456789abcdef".repeat(4);

export class FakeNotices implements Notices {
  readonly raised: Omit<Notice, "at">[] = [];
  raise(notice: Omit<Notice, "at">): void {
    this.raised.push(notice);
  }
  clear(): void {}
  list(): Notice[] {
    return [];
  }
  onChange(): () => void {
    return () => {};
  }
}

export class FakeLog implements Log {
  readonly lines: { level: string; message: string; details: Record<string, unknown> }[] = [];
  private line(level: string) {
    return (message: string, details: Record<string, unknown> = {}) => void this.lines.push({ level, message, details });
  }
  debug = this.line("debug");
  info = this.line("info");
  warn = this.line("warn");
  error = this.line("error");
  withPrefix(): Log {
    return this;
  }
}

const STORED: IngestOutcome = { ok: true, answer: { status: "stored", event_ids: ["evt_20260101_1"], hook_output: { systemMessage: "stored content" } } };

export class FakePipeline {
  readonly deliveries: Delivery[] = [];
  outcome: (delivery: Delivery) => IngestOutcome | Promise<IngestOutcome> = () => STORED;
  async ingest(delivery: Delivery): Promise<IngestOutcome> {
    this.deliveries.push(delivery);
    return this.outcome(delivery);
  }
  ingestAll(deliveries: Delivery[]): Promise<IngestOutcome[]> {
    return Promise.all(deliveries.map((delivery) => this.ingest(delivery)));
  }
  async settled(): Promise<void> {}
}

export interface TestCollector {
  collector: Collector;
  pipeline: FakePipeline;
  notices: FakeNotices;
  log: FakeLog;
  asked: { quit: number; raise: number };
  folder: string;
  clock: { now(): number };
  close(): Promise<void>;
}

/** A port that the system picks: others test at the same time. */
const ANY_PORT = { first: 0, last: 0 };

export async function startTestCollector(options: Partial<CollectorOptions> & { deps?: Partial<CollectorDependencies>; now?: () => number } = {}): Promise<TestCollector> {
  const folder = await mkdtemp(join(tmpdir(), "mascot-collector-"));
  const pipeline = new FakePipeline();
  const notices = new FakeNotices();
  const log = new FakeLog();
  const asked = { quit: 0, raise: 0 };
  const clock = { now: options.now ?? Date.now };
  const { deps, now: _now, ...rest } = options;
  const parts: CollectorDependencies = {
    pipeline,
    store: { events: async () => [] as MascotEvent[] },
    world: { snapshot: () => ({ n: 0, agents: [], sessions: [] }), agents: () => [], sessions: () => [], onPatch: () => () => {} },
    providers: { known: (provider) => provider === "claude" },
    status: async () => ({ version: "0.1.0", pid: process.pid, started_at: new Date(0).toISOString(), url: "", agents: 0, sessions: 0, events: 0, recording: true, notices: [] }),
    quit: () => void asked.quit++,
    raise: () => void asked.raise++,
    clock,
    log,
    ...deps,
  };
  const collector = await startCollector(parts, { token: TOKEN, notices, socketPath: join(folder, "mascot.sock"), fixedPort: null, portRange: ANY_PORT, ...rest });
  const close = async () => {
    await collector.close();
    await rm(folder, { recursive: true, force: true });
  };
  return { collector, pipeline, notices, log, asked, folder, clock, close };
}

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  json(): Record<string, unknown>;
}

export interface Ask {
  method?: string;
  headers?: Record<string, string | undefined>;
  body?: string | Buffer;
}

type Where = { socketPath: string } | { port: number };

/** One request on a connection of its own, with exactly these headers (and Content-Length). */
export function ask(where: Where, path: string, { method, headers = {}, body }: Ask = {}): Promise<Answer> {
  const given: Record<string, string | undefined> = { "Content-Type": body === undefined ? undefined : "application/json", ...headers };
  const sent = Object.fromEntries(Object.entries(given).filter((pair): pair is [string, string] => pair[1] !== undefined));
  return new Promise((resolve, reject) => {
    const request = httpRequest({ ...where, host: "port" in where ? "127.0.0.1" : undefined, path, method: method ?? (body === undefined ? "GET" : "POST"), headers: sent, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => {
        const text = Buffer.concat(chunks).toString("utf8");
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text, json: () => JSON.parse(text) as Record<string, unknown> });
      });
    });
    request.on("error", reject);
    request.end(body);
  });
}

/** The headers by which the forwarder proves who it is. */
export function signedHeaders(port: number, path: string, body: string, nonceTime = Date.now(), hostport = `127.0.0.1:${port}`, method = "POST"): Record<string, string> {
  const nonce = `${nonceTime}.${randomBytes(16).toString("hex")}`;
  const bodySha256 = createHash("sha256").update(body).digest("hex");
  return { Host: hostport, "X-Mascot-Nonce": nonce, "X-Mascot-Signature": requestSignature(TOKEN, { method, target: path, bodySha256, nonce, hostport }) };
}

/** Bytes on a connection; everything that comes back until the other side closes. */
export function talk(where: Where, write: (send: (bytes: string | Buffer) => void) => void | Promise<void>): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = "port" in where ? createConnection(where.port, "127.0.0.1") : createConnection(where.socketPath);
    let received = "";
    socket.on("data", (chunk) => {
      received += chunk.toString("latin1");
    });
    socket.on("close", () => resolve(received));
    socket.on("error", (error: NodeJS.ErrnoException) => (error.code === "ECONNRESET" || error.code === "EPIPE" ? resolve(received) : reject(error)));
    socket.on("connect", () => void write((bytes) => void socket.write(bytes)));
  });
}

/** Waits for something to become true. */
export async function until(condition: () => boolean | Promise<boolean>, what: string, deadlineMs = 8000): Promise<void> {
  const end = Date.now() + deadlineMs;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`not within ${deadlineMs} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
