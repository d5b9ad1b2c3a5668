/**
 * The collector alone, with a pipeline that does nothing: the cost of the road to it. Another process posts recorded payloads over ten
 * keep-alive connections (Unix socket; TCP signed; TCP with the token), then a spool of files is drained. The processor time
 * of an event is what compares on a machine that does other things as well.
 *   npm run bench -- --only=collector
 */
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startCollector } from "../../app/collector/collector.ts";
import { startSpool } from "../../app/collector/spool.ts";
import { openSpool } from "../../app/home/spool/spool-thread.ts";
import type { CollectorDependencies, Log, Notices } from "../../app/parts.ts";
import { deliveries, drive, isLoad, runLoad, type LoadFigures } from "../support/load.ts";
import { bench, type Report } from "../support/report.ts";

const REQUESTS = Number(process.env.COLLECTOR_BENCH_REQUESTS ?? 30_000);
const SPOOL_FILES = Number(process.env.COLLECTOR_BENCH_FILES ?? 20_000);
const TOKEN = "ab".repeat(32);

/** The collector's own processor time comes with each lane's figures. */
type LaneFigures = LoadFigures & { cpuMicrosPerEvent: number };

async function measureCollector(self: string): Promise<LaneFigures[]> {
  const folder = mkdtempSync(join(tmpdir(), "mascot-bench-"));
  const socketPath = join(folder, "s");
  const collector = await startCollector(idleParts(), { token: TOKEN, notices: noNotices, socketPath, fixedPort: null, portRange: { first: 0, last: 0 } });
  const figures: LaneFigures[] = [];
  for (const lane of ["socket", "signed", "bearer"] as const) {
    const before = process.cpuUsage();
    const figure = await drive(self, { lane, port: collector.port, socketPath, token: TOKEN, path: "/ingest", connections: 10, requests: REQUESTS, pace: 0, prefix: lane });
    figures.push({ ...figure, cpuMicrosPerEvent: perEvent(before, REQUESTS) });
  }
  await collector.close();
  rmSync(folder, { recursive: true, force: true });
  return figures;
}

interface SpoolFigures {
  files: number;
  filesPerSecond: number;
  /** The thread that reads the files is in it. */
  cpuMicrosPerFile: number;
  /** From the rename of one file to its delivery. */
  oneFileP50Ms: number;
}

async function measureSpool(): Promise<SpoolFigures> {
  const folder = mkdtempSync(join(tmpdir(), "mascot-bench-"));
  const spool = join(folder, "spool");
  mkdirSync(spool, { mode: 0o700 });
  for (const [i, body] of deliveries("spool", SPOOL_FILES).entries()) writeFileSync(join(spool, `0-1-${i}.json`), `v=1\tprovider=claude\tCLAUDE_PID=1\n${body}`);
  const parts = idleParts();
  let taken = 0;
  let onTaken = () => {};
  const pipeline: Pick<CollectorDependencies["pipeline"], "ingestAll"> = {
    async ingestAll(all) {
      taken += all.length;
      onTaken();
      return parts.pipeline.ingestAll(all);
    },
  };
  const thread = join(process.cwd(), "dist", "app", "spool.worker.cjs");
  const before = process.cpuUsage();
  const started = performance.now();
  const drained = new Promise<void>((resolve) => {
    onTaken = () => void (taken >= SPOOL_FILES && resolve());
  });
  const intake = startSpool(openSpool(spool, existsSync(thread) ? thread : null), { pipeline, providers: parts.providers, notices: noNotices, clock: parts.clock, log: noLog });
  await drained;
  const seconds = (performance.now() - started) / 1000;
  const cpuMicrosPerFile = perEvent(before, SPOOL_FILES);
  const oneFileP50Ms = await latency(spool, (listener) => {
    onTaken = listener;
  });
  await intake.close();
  rmSync(folder, { recursive: true, force: true });
  return { files: SPOOL_FILES, filesPerSecond: Math.round(SPOOL_FILES / seconds), cpuMicrosPerFile, oneFileP50Ms };
}

async function latency(spool: string, onTaken: (listener: () => void) => void): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < 50; i++) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    writeFileSync(join(spool, ".one.tmp"), "v=1\tprovider=claude\n{}");
    const seen = new Promise<void>((resolve) => onTaken(resolve));
    const from = performance.now();
    renameSync(join(spool, ".one.tmp"), join(spool, `1-1-${i}.json`));
    await seen;
    times.push(performance.now() - from);
  }
  return Number((times.sort((a, b) => a - b)[25] ?? 0).toFixed(2));
}

function perEvent(before: NodeJS.CpuUsage, events: number): number {
  const { user, system } = process.cpuUsage(before);
  return Math.round((user + system) / events);
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

async function measure(): Promise<Report> {
  const lanes = await measureCollector(process.argv[1] ?? "");
  const spool = await measureSpool();
  const rows = lanes.flatMap(({ lane, perSecond, cpuMicrosPerEvent }) => [
    { id: `collector.${lane}`, what: `the collector alone: posts over ${NAMES[lane]}`, figure: perSecond, unit: "/s", samples: REQUESTS },
    { id: `collector.${lane}_cpu`, what: `the collector alone: processor time of a post over ${NAMES[lane]}`, figure: cpuMicrosPerEvent, unit: "µs" },
  ]);
  return {
    measurements: [
      ...rows,
      { id: "collector.spool", what: "the spool reader alone: files", figure: spool.filesPerSecond, unit: "/s", samples: SPOOL_FILES },
      { id: "collector.spool_cpu", what: "the spool reader alone: processor time of a file, all threads", figure: spool.cpuMicrosPerFile, unit: "µs" },
      { id: "collector.spool_one", what: "the spool reader alone: one file, from its rename to its delivery", figure: spool.oneFileP50Ms, unit: "ms", samples: 50 },
    ],
    details: { lanes, spool },
  };
}

const NAMES = { socket: "the socket", signed: "TCP, signed", bearer: "TCP with the token" } as const;

if (isLoad()) void runLoad();
else bench(measure);
