/**
 * The road of an event without the database: limits, masking, adapter, normaliser, schema check, keys, reducer, patches. Recorded turns as
 * payloads, 20 sessions, a delivery id each, 100 deliveries in flight. Figures are CPU time of one core, so that other
 * processes of the machine do not count.
 *   npm run bench -- --only=pipeline
 */
import fs from "node:fs";
import path from "node:path";
import { maskDeep, maskText } from "../../app/domain/masking.ts";
import type { AppendItem, AppendOutcome, Delivery } from "../../app/parts.ts";
import { createPipeline } from "../../app/pipeline/pipeline.ts";
import { prepare } from "../../app/pipeline/prepare.ts";
import { createWorldKeeper } from "../../app/pipeline/world-keeper.ts";
import { createProviders } from "../../app/providers/index.ts";
import { bench, type Report } from "../support/report.ts";

const DELIVERIES = Number(process.env.PIPELINE_BENCH_DELIVERIES ?? 60_000);
const IN_FLIGHT = 100;
const SESSIONS = 20;
const BASE = 1_795_000_000_000;
const silent = { debug() {}, info() {}, warn() {}, error() {}, withPrefix: () => silent };

function recordedTexts(): string[] {
  const folder = path.resolve("e2e/fixtures/turns");
  return fs.readdirSync(folder).flatMap((name) => fs.readFileSync(path.join(folder, name), "utf8").split("\n").filter(Boolean).map((line) => JSON.stringify((JSON.parse(line) as { payload: unknown }).payload)));
}

/** As the collector hands them over: parsed anew each time; every round of the recordings is a turn of its own with its own ids. */
function* deliveries(count: number): Generator<Delivery[]> {
  const texts = recordedTexts();
  for (let from = 0; from < count; from += IN_FLIGHT) {
    yield Array.from({ length: Math.min(IN_FLIGHT, count - from) }, (_, k) => deliveryOf(texts, from + k));
  }
}

function deliveryOf(texts: string[], i: number): Delivery {
  const round = Math.floor(i / texts.length);
  const payload = JSON.parse(texts[i % texts.length]!.replaceAll("toolu_fake_", `toolu_${round}_`)) as Record<string, unknown>;
  payload.session_id = `5f0c1c5e-0000-4000-8000-${String(round % SESSIONS).padStart(12, "0")}`;
  if (typeof payload.prompt_id === "string") payload.prompt_id = `${payload.prompt_id.slice(0, -6)}${String(round).padStart(6, "0")}`;
  return {
    lane: "ingest", provider: "claude", payload, deliveryId: `bench-${i}`, collectedAt: BASE + i * 50, receivedAt: BASE + i * 50 + 3, trust: "verified",
    meta: { client_pid: 4_711, entrypoint: "cli", attended: true, project_dir: "/home/dev/project", workspace_id: "project", forwarder_version: "2.0.0" },
  };
}

/** CPU seconds that the work took. */
async function cpu(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000_000;
}

function memoryStore() {
  let seq = 0;
  return {
    append: async (items: AppendItem[]): Promise<AppendOutcome[]> => items.map(({ events }) => ({ status: "stored", seqs: events.map(() => ++seq) })),
    tail: async () => [],
    saveCheckpoint: async () => {},
    lastCheckpoint: async () => null,
    saveAgentStates: async () => {},
  };
}

interface Told {
  patches: number;
  events: number;
  seconds: number;
}

async function wholeRoad(count: number): Promise<Told> {
  const store = memoryStore();
  const clock = { now: () => Date.now() };
  const after = (ms: number, callback: () => void) => {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  };
  const world = createWorldKeeper({ store, clock, log: silent, after });
  await world.start();
  const told: Told = { patches: 0, events: 0, seconds: 0 };
  world.onPatch(() => told.patches++);
  const counted = { apply: (batch: Parameters<typeof world.apply>[0]) => { told.events += batch.length; world.apply(batch); } };
  const pipeline = createPipeline({ providers: createProviders(), store, world: counted, notices: { raise() {}, clear() {} }, clock, log: silent });
  for (const batch of deliveries(count)) {
    told.seconds += await cpu(async () => {
      await pipeline.ingestAll(batch);
      await new Promise((resolve) => setImmediate(resolve));
    });
  }
  await world.close();
  return told;
}

/** The part before the store: what a delivery costs until it waits for its commit. */
async function prepared(count: number): Promise<number> {
  const parts = { providers: createProviders(), uniqueId: () => "x" };
  let seconds = 0;
  for (const batch of deliveries(count)) seconds += await cpu(() => batch.forEach((delivery) => prepare(delivery, parts)));
  return seconds;
}

async function measure(): Promise<Report> {
  await wholeRoad(5_000);
  const prepareSeconds = await prepared(DELIVERIES);
  const road = await wholeRoad(DELIVERIES);
  const words = "src/pipeline/normalise.ts: export function x(a, b) { return a - b; } // see docs/x.md\n".repeat(24);
  const fresh = Array.from({ length: 5_000 }, (_, i) => JSON.parse(JSON.stringify({ hook_event_name: "PostToolUse", tool_response: { stdout: `${i} ${words}` } })) as unknown);
  const maskSeconds = await cpu(() => fresh.forEach(maskDeep));
  const line = JSON.parse(JSON.stringify("some words, a path/like/this and x = 1; ".repeat(125_000))) as string;
  const lineSeconds = await cpu(() => maskText(line));
  const row = (id: string, what: string, figure: number, unit: string) => ({ id: `pipeline.${id}`, what: `the pipeline alone: ${what}`, figure, unit });
  return {
    measurements: [
      row("prepare", "deliveries made ready for the log, a second of processor time", Math.round(DELIVERIES / prepareSeconds), "/s"),
      row("whole", "deliveries with reducer and patches, a second of processor time", Math.round(DELIVERIES / road.seconds), "/s"),
      row("mask_2kb", "masking a result of 2 KB", Number(((maskSeconds / fresh.length) * 1e6).toFixed(1)), "µs"),
      row("mask_5mb", "masking a line of 5 MB", Math.round(lineSeconds * 1_000), "ms"),
    ],
    details: { deliveries: DELIVERIES, events: road.events, patches: road.patches },
  };
}

bench(measure);
