/**
 * The whole road of an event without the windows: collector, pipeline, event log with all its indexes, world. Durable: an answer means
 * committed. Another process posts recorded turns, each payload once; afterwards every delivery must be in the log exactly once.
 *   npm run bench -- --only=road
 */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startCollector } from "../../app/collector/collector.ts";
import { startSpool } from "../../app/collector/spool.ts";
import { hashSeed } from "../../app/domain/appearance.ts";
import { openSpool } from "../../app/home/spool/spool-thread.ts";
import { createPipeline } from "../../app/pipeline/pipeline.ts";
import { createWorldKeeper } from "../../app/pipeline/world-keeper.ts";
import type { Clock, EventStore, Log, Notices, Pipeline } from "../../app/parts.ts";
import { createProviders } from "../../app/providers/index.ts";
import { openStore } from "../../app/store/index.ts";
import { deliveries, drive, isLoad, type LoadFigures, runLoad } from "../support/load.ts";
import { bench, type Report } from "../support/report.ts";

const POSTS = Number(process.env.ROAD_BENCH_POSTS ?? 30_000);
const FILES = Number(process.env.ROAD_BENCH_FILES ?? 30_000);
const TOKEN = "cd".repeat(32);
const clock: Clock = { now: () => Date.now() };
const log: Log = { debug() {}, info() {}, warn() {}, error: (message, details) => console.error(message, details), withPrefix: () => log };
const notices: Notices = { raise: (notice) => console.error("notice", notice), clear() {}, list: () => [], onChange: () => () => {} };
const after = (ms: number, callback: () => void) => {
  const timer = setTimeout(callback, ms);
  return () => clearTimeout(timer);
};

interface Road {
  folder: string;
  port: number;
  socketPath: string;
  store: EventStore;
  drainSpool(folder: string): Promise<number>;
  close(): Promise<void>;
}

async function open(): Promise<Road> {
  const folder = mkdtempSync(join(tmpdir(), "mascot-bench-"));
  const { store } = await openStore({ file: join(folder, "events.db"), clock, log, avatarSeed: hashSeed });
  const providers = createProviders();
  const world = createWorldKeeper({ store, clock, log, after });
  await world.start();
  const pipeline = createPipeline({ providers, store, world, notices, clock, log });
  const status = async () => ({ version: "0", pid: 1, started_at: "", url: "", agents: 0, sessions: 0, events: 0, recording: true, notices: [] });
  const socketPath = join(folder, "s");
  const collector = await startCollector({ pipeline, store, world, providers, status, quit() {}, raise() {}, clock, log }, { token: TOKEN, notices, socketPath, fixedPort: null, portRange: { first: 0, last: 0 } });
  const thread = join(process.cwd(), "dist", "app", "spool.worker.cjs");
  return {
    folder, port: collector.port, socketPath, store,
    async drainSpool(spool) {
      const started = performance.now();
      let committed = 0;
      let onCommitted = () => {};
      const all = new Promise<void>((resolve) => {
        onCommitted = () => void (committed >= FILES && resolve());
      });
      const counting: Pick<Pipeline, "ingestAll"> = {
        async ingestAll(deliveries) {
          const outcomes = await pipeline.ingestAll(deliveries);
          committed += outcomes.length;
          onCommitted();
          return outcomes;
        },
      };
      const intake = startSpool(openSpool(spool, existsSync(thread) ? thread : null), { pipeline: counting, providers, notices, clock, log });
      await all;
      const ms = performance.now() - started;
      await intake.close();
      const left = readdirSync(spool).filter((name) => name.endsWith(".json")).length;
      if (left > 0) throw new Error(`${left} files were left`);
      return ms;
    },
    async close() {
      await collector.close();
      await pipeline.settled();
      await world.close();
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** How many deliveries the log has, by the ids that the event ids are made of; and how many events came of more than one. */
async function recorded(store: EventStore, prefix: string): Promise<number> {
  const ids = new Set<string>();
  for (let seq = 0; ; ) {
    const page = await store.tail(seq, 1000);
    for (const { id } of page) {
      const delivery = new RegExp(`${prefix}-(\\d+)`).exec(id)?.[1];
      if (delivery !== undefined) ids.add(delivery);
    }
    const last = page.at(-1)?.seq;
    if (page.length < 1000 || last === undefined) return ids.size;
    seq = last;
  }
}

async function measureSpool(road: Road): Promise<{ files: number; perSecond: number; recorded: number }> {
  const spool = join(road.folder, "spool");
  const staging = join(road.folder, "staging");
  mkdirSync(staging, { mode: 0o700 });
  const bodies = deliveries("spool", FILES);
  for (const [i, body] of bodies.entries()) writeFileSync(join(staging, `spool-${i}.json`), `v=1\tprovider=claude\tCLAUDE_PID=1\n${body}`);
  renameSync(staging, spool);
  const ms = await road.drainSpool(spool);
  return { files: FILES, perSecond: Math.round((FILES * 1000) / ms), recorded: await recorded(road.store, "spool") };
}

async function measure(): Promise<Report> {
  const self = process.argv[1] ?? "";
  const road = await open();
  const { port, socketPath } = road;
  const order = { port, socketPath, token: TOKEN, path: "/ingest", connections: 10, pace: 0 };
  const before = process.cpuUsage();
  const posts: LoadFigures = await drive(self, { ...order, lane: "socket", requests: POSTS, prefix: "posts" });
  const { user, system } = process.cpuUsage(before);
  const cpuMicros = Math.round((user + system) / POSTS);
  const lostPosts = POSTS - (await recorded(road.store, "posts"));
  const signed = await drive(self, { ...order, lane: "signed", requests: 1000, prefix: "signed" });
  const spool = await measureSpool(road);
  await road.close();
  return {
    measurements: [
      { id: "road.posts", what: "the road without windows: durable events by single posts", figure: posts.perSecond, unit: "/s", samples: POSTS },
      { id: "road.posts_cpu", what: "the road without windows: processor time of a post, all threads", figure: cpuMicros, unit: "µs" },
      { id: "road.posts_lost", what: "the road without windows: lost posts", figure: lostPosts, unit: "" },
      { id: "road.spool", what: "the road without windows: durable events from the spool", figure: spool.perSecond, unit: "/s", samples: FILES },
      { id: "road.spool_lost", what: "the road without windows: lost spool files", figure: FILES - spool.recorded, unit: "" },
    ],
    details: { posts, signed, spool },
  };
}

if (isLoad()) void runLoad();
else bench(measure);
