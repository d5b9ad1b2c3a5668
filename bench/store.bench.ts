/**
 * The store alone: durable appends through group commit, with recorded turns as payloads and every index on.
 * Prints JSON; ratios against a bare multi-row insert of the same driver in the same run, so that machines compare.
 *   npm run bench -- --only=store
 */
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import sqlite3 from "sqlite3";
import { openStore } from "../app/store/index.ts";
import type { AppendItem, EventStore } from "../app/parts.ts";
import { bench, type Report } from "./support/report.ts";

const EVENTS = Number(process.env.STORE_BENCH_EVENTS ?? 50_000);
const clock = { now: () => Date.now() };

/** Hook payloads of the recorded turns, as the sessions sent them. */
function recordedPayloads(): Record<string, unknown>[] {
  const folder = path.resolve("e2e/fixtures/turns");
  const payloads: Record<string, unknown>[] = [];
  const collect = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(collect);
    else if (value !== null && typeof value === "object") {
      const record = value as Record<string, unknown>;
      if (typeof record.hook_event_name === "string") payloads.push(record);
      else Object.values(record).forEach(collect);
    }
  };
  for (const name of fs.readdirSync(folder, { recursive: true }) as string[]) {
    if (name.endsWith(".json")) collect(JSON.parse(fs.readFileSync(path.join(folder, name), "utf8")));
    if (name.endsWith(".jsonl")) fs.readFileSync(path.join(folder, name), "utf8").split("\n").filter(Boolean).forEach((line) => collect(JSON.parse(line)));
  }
  return payloads;
}

let made = 0;
function itemOf(payload: Record<string, unknown>): AppendItem {
  const n = made++;
  const session = `5f0c1c5e-0000-4000-8000-${String(n % 40).padStart(12, "0")}`;
  const { tool_name, tool_input, prompt } = payload;
  return {
    keys: [`delivery-${process.pid}-${n}`],
    events: [{
      id: `evt_20261128_${process.pid}-${n}`, version: "1.1", ts: new Date(1_790_000_000_000 + n).toISOString(), event_type: "tool_started", source: "hook", provider: "claude",
      workspace_id: "project", terminal_session_id: "pts-1", run_id: null, session_id: session, agent_id: session, target_agent_id: null, task_id: null, turn_id: `turn-${n >> 5}`,
      severity: "info", trust: "verified", payload: { tool_name: tool_name ?? "Bash", tool_input, prompt }, thinking_text: null, raw: payload,
    }],
  };
}

async function withStore<Result>(work: (store: EventStore, file: string) => Promise<Result>): Promise<Result> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "store-bench-"));
  const file = path.join(folder, "events.db");
  const { store } = await openStore({ file, clock, avatarSeed: () => 1 });
  try {
    return await work(store, file);
  } finally {
    await store.close();
    fs.rmSync(folder, { recursive: true });
  }
}

interface Pace {
  perSecond: number;
  /** Microseconds of processor an event, all threads: says something also while other programs have the processors. */
  cpu: number;
}

async function paced(work: () => Promise<void>): Promise<Pace> {
  const started = performance.now();
  const before = process.cpuUsage();
  await work();
  const used = process.cpuUsage(before);
  return { perSecond: Math.round(EVENTS / ((performance.now() - started) / 1000)), cpu: Math.round((used.user + used.system) / EVENTS) };
}

/** Many callers, one delivery each, each waiting for its commit before the next. */
async function singles(payloads: Record<string, unknown>[], callers: number): Promise<Pace & { p95: number; wal: number }> {
  return withStore(async (store, file) => {
    let left = EVENTS;
    const waits: number[] = [];
    let wal = 0;
    const caller = async () => {
      while (left-- > 0) {
        const asked = performance.now();
        await store.append([itemOf(payloads[left % payloads.length] as Record<string, unknown>)]);
        waits.push(performance.now() - asked);
        if (left % 500 === 0) wal = Math.max(wal, fs.statSync(`${file}-wal`).size);
      }
    };
    const pace = await paced(async () => void (await Promise.all(Array.from({ length: callers }, caller))));
    if ((await store.countEvents()) !== EVENTS) throw new Error("lost events");
    waits.sort((a, b) => a - b);
    return { ...pace, p95: Number((waits[Math.floor(waits.length * 0.95)] ?? 0).toFixed(2)), wal };
  });
}

/** The spool's way: arrays of deliveries, two on their way at a time. */
async function batches(payloads: Record<string, unknown>[], size: number): Promise<Pace> {
  return withStore(async (store) => {
    let left = EVENTS;
    const caller = async () => {
      while (left > 0) {
        const take = Math.min(size, left);
        left -= take;
        await store.append(Array.from({ length: take }, (_, i) => itemOf(payloads[i % payloads.length] as Record<string, unknown>)));
      }
    };
    return paced(async () => void (await Promise.all([caller(), caller()])));
  });
}

/** The driver's own pace: the same rows as two texts, no index, 100 rows a statement and transaction. */
async function floor(payloads: Record<string, unknown>[]): Promise<Pace> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "store-bench-"));
  const database = new sqlite3.Database(path.join(folder, "floor.db"));
  const exec = (sql: string) => new Promise<void>((resolve, reject) => database.exec(sql, (error) => (error ? reject(error) : resolve())));
  await exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; CREATE TABLE t (seq INTEGER PRIMARY KEY, id TEXT, payload TEXT)");
  const statement = database.prepare(`INSERT INTO t (id, payload) VALUES ${Array(100).fill("(?, ?)").join(",")}`);
  const pace = await paced(async () => {
    for (let n = 0; n < EVENTS; n += 100) {
      const params = Array.from({ length: 100 }, (_, i) => [`evt_${n + i}`, JSON.stringify(payloads[i % payloads.length])]).flat();
      await new Promise<void>((resolve, reject) => statement.run(params, (error: Error | null) => (error ? reject(error) : resolve())));
    }
  });
  await new Promise((resolve) => statement.finalize(resolve));
  await new Promise((resolve) => database.close(resolve));
  fs.rmSync(folder, { recursive: true });
  return pace;
}

export async function run(): Promise<Record<string, number>> {
  const payloads = recordedPayloads();
  const bytes = payloads.reduce((sum, payload) => sum + JSON.stringify(payload).length, 0) / payloads.length;
  const bare = await floor(payloads);
  const ten = await singles(payloads, 10);
  const many = await singles(payloads, 500);
  const spool = await batches(payloads, 200);
  return {
    events: EVENTS, payload_bytes: Math.round(bytes),
    floor_per_s: bare.perSecond, floor_cpu_us: bare.cpu,
    callers10_per_s: ten.perSecond, callers10_cpu_us: ten.cpu, callers10_p95_ms: ten.p95,
    callers500_per_s: many.perSecond, callers500_cpu_us: many.cpu, callers500_p95_ms: many.p95,
    spool200_per_s: spool.perSecond, spool200_cpu_us: spool.cpu,
    wal_max_mb: Number((Math.max(ten.wal, many.wal) / 1048576).toFixed(1)), spool_to_floor: Number((spool.perSecond / bare.perSecond).toFixed(2)),
  };
}

async function measure(): Promise<Report> {
  const figures = await run();
  const row = (id: string, what: string, figure: number | undefined) => ({ id: `store.${id}`, what: `the store alone: ${what}`, figure: figure ?? null, unit: "/s", samples: EVENTS });
  return {
    measurements: [
      row("callers10", "durable appends of 10 callers", figures.callers10_per_s),
      row("callers500", "durable appends of 500 callers", figures.callers500_per_s),
      row("spool200", "durable appends in arrays of 200", figures.spool200_per_s),
      row("floor", "the driver's own pace", figures.floor_per_s),
    ],
    details: figures,
  };
}

bench(measure);
