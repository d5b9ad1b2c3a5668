/** The outbox of a real log, drained by the app's own worker into a real PostgreSQL that keeps what it is given (fsync). */
import { join } from "node:path";
import { hashSeed } from "../../app/domain/appearance.ts";
import { createPostgresCarrier } from "../../app/bridges/postgres/carrier.ts";
import { startWorker } from "../../app/bridges/outbox/worker.ts";
import { PASSWORD, PostgresServer } from "../../app/bridges/testing/postgres-server.ts";
import type { InteractionDraft } from "../../app/conversation-parts.ts";
import type { Clock, Log, MascotEvent } from "../../app/parts.ts";
import { openStore, type OpenedStore } from "../../app/store/index.ts";
import { withFolder } from "./apps.ts";
import { processorSecondsByKind, total } from "./processes.ts";

const clock: Clock = { now: () => Date.now() };
const log: Log = { debug() {}, info() {}, warn: (message, details) => console.error(message, details), error: (message, details) => console.error(message, details), withPrefix: () => log };
const after = (ms: number, callback: () => void) => {
  const timer = setTimeout(callback, ms);
  return () => clearTimeout(timer);
};

const PROJECT = "/work/garden";
const SESSIONS = 50;
/** Of a hundred rows; the rest are events. As in a log of real turns. */
const INTERACTIONS = 30;
const WRITTEN_AT_ONCE = 1_000;
const OUTPUT = "src/beans.ts:12: export const beans = grow(water, light); // and the rest of what the tool said\n".repeat(8);

export interface Drained {
  rows: number;
  perSecond: number;
  /** Of this process, in microseconds a row. */
  microsHere: number;
  /** Of all of the server's processes. */
  microsThere: number;
  lostOrDoubled: number;
  /** In the database afterwards, tables and indexes, bytes a row. */
  bytesThere: number;
}

export function drain(count: number): Promise<Drained> {
  return withFolder(async (folder) => {
    const opened = await openStore({ file: join(folder, "events.db"), clock, log, avatarSeed: hashSeed, routes: [{ bridge: "postgres", events: "all", conversation: true }] });
    const server = await PostgresServer.start({ durable: true });
    try {
      await fill(opened, count);
      return await timed(opened, server, count);
    } finally {
      await opened.store.close();
      await server.close();
    }
  });
}

async function timed({ outbox }: OpenedStore, server: PostgresServer, count: number): Promise<Drained> {
  const carrier = createPostgresCarrier({
    rules: { ...server.rules, projects: { [PROJECT]: "all" } }, password: async () => PASSWORD, projectOf: async (folder) => folder, now: clock.now,
    sender: async () => ({ machineId: "11111111-2222-4333-8444-555555555555", machine: "desk", member: "Kim" }),
  });
  await carrier.tryOut();
  const waiting = (await outbox.standing("postgres")).pending;
  const here = process.cpuUsage();
  const there = total(processorSecondsByKind(server.pid));
  const from = performance.now();
  await new Promise<void>((resolve) => {
    const worker = startWorker({ bridge: "postgres", store: outbox, carrier, clock, log, after, chance: Math.random, onChange: () => void worker.status().then(({ pending, state }) => pending === 0 && state === "idle" && resolve()) });
  });
  const seconds = (performance.now() - from) / 1000;
  const { user, system } = process.cpuUsage(here);
  const microsThere = ((total(processorSecondsByKind(server.pid)) - there) * 1e6) / waiting;
  await carrier.close();
  const [{ n, ids, bytes } = { n: 0, ids: 0, bytes: 0 }] = await server.ask<{ n: number; ids: number; bytes: number }>(
    `SELECT sum(n)::int AS n, sum(ids)::int AS ids, (SELECT sum(pg_total_relation_size(c.oid)) FROM pg_class c JOIN pg_namespace s ON s.oid = c.relnamespace WHERE s.nspname = 'semo' AND c.relkind = 'r')::int AS bytes
     FROM (SELECT count(*) AS n, count(DISTINCT id) AS ids FROM semo.events UNION ALL SELECT count(*), count(DISTINCT id) FROM semo.interaction_logs UNION ALL SELECT count(*), count(DISTINCT id) FROM semo.sessions) AS each`,
  );
  return { rows: waiting, perSecond: Math.round(waiting / seconds), microsHere: Math.round((user + system) / waiting), microsThere: Math.round(microsThere), lostOrDoubled: Math.abs(waiting - n) + (n - ids) + Math.abs(waiting - count), bytesThere: Math.round(bytes / waiting) };
}

/** Through the log's own doors, so that its triggers write the outbox. */
async function fill({ store, conversation }: OpenedStore, count: number): Promise<void> {
  const sessions = Array.from({ length: SESSIONS }, (_, n) => ({ session_id: `session-${n}`, set: { provider: "claude", project: PROJECT, cwd: PROJECT, state: "active" as const, started_at: clock.now(), last_at: clock.now(), trust: "verified" as const }, add: { prompts: 1 } }));
  await conversation.project({ cursor: 1, sessions, interactions: [] });
  let n = SESSIONS;
  for (let slice = 2; n < count; slice++) {
    const some = Array.from({ length: Math.min(WRITTEN_AT_ONCE, count - n) }, () => n++);
    const isSpoken = (one: number) => one % 100 < INTERACTIONS;
    await store.append(some.filter((one) => !isSpoken(one)).map((one) => ({ keys: [`delivery ${one}`], events: [eventOf(one)] })));
    await conversation.project({ cursor: slice, sessions: [], interactions: some.filter(isSpoken).map(interactionOf) });
  }
}

const sessionOf = (n: number): string => `session-${n % SESSIONS}`;

function eventOf(n: number): MascotEvent {
  const ends = n % 2 === 0;
  const payload = { tool_name: "Bash", tool_use_id: `toolu_${n}`, cwd: PROJECT, input: { command: `grep -rn beans src | head -${n}`, description: "Looks for beans" }, ...(ends ? { output: OUTPUT, duration_ms: 120 } : {}) };
  return {
    id: `evt_bench_${n}`, version: "1.1", ts: new Date(clock.now()).toISOString(), event_type: ends ? "tool_succeeded" : "tool_started", source: "hook", provider: "claude", workspace_id: "bench", terminal_session_id: "pts-1",
    session_id: sessionOf(n), agent_id: sessionOf(n), turn_id: `turn-${n % 1000}`, severity: "info", trust: "verified", payload, raw: { hook_event_name: "PostToolUse" },
  } as MascotEvent;
}

function interactionOf(n: number): InteractionDraft {
  return { id: `int_${n}`, session_id: sessionOf(n), agent_id: sessionOf(n), role: "assistant", skill_name: "Bash", content: OUTPUT, skill_args: { command: `grep -rn beans src | head -${n}` }, metadata: { ok: true, duration_ms: 120 }, turn_id: null, ts: clock.now() };
}
