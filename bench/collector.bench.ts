/**
 * The collector alone, with a pipeline that does nothing: the cost of the road to it. Another process posts recorded payloads over ten
 * keep-alive connections (Unix socket; TCP signed; TCP with the token), then a spool of files is drained. Prints JSON; the processor time
 * of an event is what compares on a machine that does other things as well.
 *   npx esbuild bench/collector.bench.ts --bundle --platform=node --format=cjs --main-fields=module,main --outfile=node_modules/.cache/collector.bench.cjs && node node_modules/.cache/collector.bench.cjs
 */
import { fork } from "node:child_process";
import { createHash, createHmac, randomBytes } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createConnection, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CollectorDependencies, Log, Notices } from "../app/parts.ts";
import { startCollector } from "../app/collector/collector.ts";
import { startSpool } from "../app/collector/spool.ts";
import { openSpool } from "../app/home/spool/spool-thread.ts";

const CONNECTIONS = 10;
const SECONDS = Number(process.env.COLLECTOR_BENCH_SECONDS ?? 4);
const SPOOL_FILES = Number(process.env.COLLECTOR_BENCH_FILES ?? 20_000);
const TOKEN = "ab".repeat(32);

export type Lane = "socket" | "signed" | "bearer";

export interface CollectorFigures {
  lane: Lane;
  eventsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** The collector's own processor time: what counts on a machine that is busy with other things. */
  cpuMicrosPerEvent?: number;
}

/** @param self this program: the load is a process of its own */
export async function measureCollector(self: string): Promise<CollectorFigures[]> {
  const folder = mkdtempSync(join(tmpdir(), "mascot-bench-"));
  const collector = await startCollector(idleParts(), { token: TOKEN, notices: noNotices, socketPath: join(folder, "s"), fixedPort: null, portRange: { first: 48300, last: 48309 } });
  const figures: CollectorFigures[] = [];
  for (const lane of ["socket", "signed", "bearer"] as const) {
    const before = process.cpuUsage();
    const figure = await drive(self, lane, collector.port, join(folder, "s"));
    const { user, system } = process.cpuUsage(before);
    figures.push({ ...figure, cpuMicrosPerEvent: Math.round((user + system) / (figure.eventsPerSecond * SECONDS)) });
  }
  await collector.close();
  rmSync(folder, { recursive: true, force: true });
  return figures;
}

function drive(self: string, lane: Lane, port: number, socket: string): Promise<CollectorFigures> {
  return new Promise((resolve, reject) => {
    const child = fork(self, ["--load", lane, String(port), socket]);
    child.on("message", (figures) => resolve(figures as CollectorFigures));
    child.on("error", reject);
    child.on("exit", (code) => code !== 0 && reject(new Error(`load ended ${code}`)));
  });
}

/** The other side: writes requests by hand, so that the client costs as little as can be. */
async function load(lane: Lane, port: number, socketPath: string): Promise<void> {
  const bodies = recordedPayloads();
  const end = performance.now() + SECONDS * 1000;
  const times: number[] = [];
  await Promise.all(Array.from({ length: CONNECTIONS }, (_, i) => connection(lane === "socket" ? createConnection(socketPath) : createConnection(port, "127.0.0.1"), i)));
  times.sort((a, b) => a - b);
  const at = (q: number) => Number((times[Math.floor(times.length * q)] ?? 0).toFixed(3));
  process.send?.({ lane, eventsPerSecond: Math.round(times.length / SECONDS), p50Ms: at(0.5), p99Ms: at(0.99) });

  function connection(socket: Socket, offset: number): Promise<void> {
    return new Promise((resolve, reject) => {
      let n = offset;
      let sent = 0;
      const next = () => {
        sent = performance.now();
        socket.write(requestFor(lane, port, bodies[n++ % bodies.length] as Buffer));
      };
      socket.on("connect", next);
      socket.on("error", reject);
      socket.on("data", (chunk) => {
        // Answers are small: they come in one piece.
        if (!chunk.toString("latin1").startsWith("HTTP/1.1 200")) return reject(new Error(chunk.toString("latin1")));
        const now = performance.now();
        times.push(now - sent);
        if (now < end) return next();
        socket.end();
        resolve();
      });
    });
  }
}

function requestFor(lane: Lane, port: number, body: Buffer): Buffer {
  const host = `127.0.0.1:${port}`;
  const lines = ["POST /ingest HTTP/1.1", `Host: ${host}`, "Content-Type: application/json", `Content-Length: ${body.length}`];
  if (lane === "bearer") lines.push(`Authorization: Bearer ${TOKEN}`);
  if (lane === "signed") {
    const nonce = `${Date.now()}.${randomBytes(16).toString("hex")}`;
    const sha = createHash("sha256").update(body).digest("hex");
    const signature = createHmac("sha256", TOKEN).update(`POST\n/ingest\n${sha}\n${nonce}\n${host}`).digest("hex");
    lines.push(`X-Mascot-Nonce: ${nonce}`, `X-Mascot-Signature: ${signature}`);
  }
  return Buffer.concat([Buffer.from(`${lines.join("\r\n")}\r\n\r\n`), body]);
}

/** Payloads of whole recorded turns, in the sizes that a client really sends. */
function recordedPayloads(): Buffer[] {
  const folder = join(process.cwd(), "e2e", "fixtures", "turns");
  const lines = readdirSync(folder).flatMap((name) => readFileSync(join(folder, name), "utf8").trim().split("\n"));
  return lines.map((line) => Buffer.from(JSON.stringify((JSON.parse(line) as { payload: unknown }).payload)));
}

const noLog: Log = { debug() {}, info() {}, warn() {}, error() {}, withPrefix: () => noLog };
const noNotices: Notices = { raise() {}, clear() {}, list: () => [], onChange: () => () => {} };

function idleParts(): CollectorDependencies {
  const answer = { ok: true as const, answer: { status: "stored" as const, event_ids: ["evt_20260101_0"] } };
  return {
    pipeline: { ingest: async () => answer, ingestAll: async (all) => all.map(() => answer), settled: async () => {} },
    store: { events: async () => [] },
    world: { snapshot: () => ({ n: 0, agents: [], sessions: [] }), agents: () => [], sessions: () => [], onPatch: () => () => {} },
    providers: { known: () => true },
    status: async () => ({ version: "0", pid: 1, started_at: "", url: "", agents: 0, sessions: 0, events: 0, recording: true, notices: [] }),
    quit() {},
    raise() {},
    clock: { now: () => Date.now() },
    log: noLog,
  };
}

export interface SpoolFigures {
  files: number;
  filesPerSecond: number;
  /** Of this process, which parses and hands on; the files are read by the thread, whose time is in it as well. */
  cpuMicrosPerFile: number;
  /** From the rename of one file to its delivery. */
  oneFileP50Ms: number;
}

async function measureSpool(): Promise<SpoolFigures> {
  const folder = mkdtempSync(join(tmpdir(), "mascot-bench-"));
  const spool = join(folder, "spool");
  mkdirSync(spool, { mode: 0o700 });
  const bodies = recordedPayloads();
  for (let i = 0; i < SPOOL_FILES; i++) writeFileSync(join(spool, `0-1-${i}.json`), Buffer.concat([Buffer.from("v=1\tprovider=claude\tCLAUDE_PID=1\n"), bodies[i % bodies.length] as Buffer]));
  let taken = 0;
  let onTaken = () => {};
  const parts = idleParts();
  const pipeline = {
    ingestAll: async (all: unknown[]) => {
      taken += all.length;
      onTaken();
      return parts.pipeline.ingestAll(all as never);
    },
  };
  const thread = join(process.cwd(), "dist", "app", "spool.worker.cjs");
  const cpu = process.cpuUsage();
  const started = performance.now();
  const source = openSpool(spool, existsSync(thread) ? thread : null);
  const drained = new Promise<void>((resolve) => {
    onTaken = () => taken >= SPOOL_FILES && resolve();
  });
  const intake = startSpool(source, { pipeline, providers: parts.providers, notices: noNotices, clock: parts.clock, log: noLog });
  await drained;
  const seconds = (performance.now() - started) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  const latencies: number[] = [];
  for (let i = 0; i < 50; i++) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    writeFileSync(join(spool, ".one.tmp"), "v=1\tprovider=claude\n{}");
    const seen = new Promise<void>((resolve) => {
      onTaken = resolve;
    });
    const from = performance.now();
    renameSync(join(spool, ".one.tmp"), join(spool, `1-1-${i}.json`));
    await seen;
    latencies.push(performance.now() - from);
  }
  await intake.close();
  rmSync(folder, { recursive: true, force: true });
  latencies.sort((a, b) => a - b);
  return { files: SPOOL_FILES, filesPerSecond: Math.round(SPOOL_FILES / seconds), cpuMicrosPerFile: Math.round((user + system) / SPOOL_FILES), oneFileP50Ms: Number((latencies[25] ?? 0).toFixed(2)) };
}

const [, self = "", mode, lane, port, socket] = process.argv;
if (mode === "--load") void load(lane as Lane, Number(port), String(socket)).then(() => process.exit(0));
else void measureCollector(self).then(async (http) => console.log(JSON.stringify({ http, spool: await measureSpool() }, null, 1)));
