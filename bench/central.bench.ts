/**
 * How far one PostgreSQL carries a company: many homes write into one real server at once, each by the app's own carrier, and what a row costs there is added up. The page
 * docs/central-postgres.md reckons with it.
 *   npm run bench -- --only=central
 */
import { createPostgresCarrier } from "../app/bridges/postgres/carrier.ts";
import { PASSWORD, PostgresServer } from "../app/bridges/testing/postgres-server.ts";
import type { OutboxItem } from "../app/bridges-parts.ts";
import type { MascotEvent } from "../app/parts.ts";
import { processorSecondsByKind, total } from "./support/processes.ts";
import { bench, progress, type Report, rounded } from "./support/report.ts";

const WRITERS = Number(process.env.CENTRAL_BENCH_WRITERS ?? 50);
const ROWS_EACH = Number(process.env.CENTRAL_BENCH_ROWS ?? 2_000);
/** As they come from a home at work: few at once, not a backlog. */
const AT_ONCE = 20;
const OUTPUT = "src/beans.ts:12: export const beans = grow(water, light); // and the rest of what the tool said\n".repeat(8);
/** A person with agents at work all day: turns with some ten calls, each an event at its beginning, one at its end and an interaction. */
const ROWS_A_DAY = 20_000;
const BUSIEST_SECOND = 10;
const DAY_S = 8 * 3_600;

interface Cost {
  perSecond: number;
  micros: number;
  bytes: number;
  lost: number;
}

async function cost(): Promise<Cost> {
  const server = await PostgresServer.start({ durable: true });
  try {
    const writers = Array.from({ length: WRITERS }, (_, n) => writer(server, n));
    // One after the other: the first makes the tables.
    for (const { carrier } of writers) await carrier.tryOut();
    const before = total(processorSecondsByKind(server.pid));
    const from = performance.now();
    await Promise.all(writers.map(({ write }) => write()));
    const seconds = (performance.now() - from) / 1000;
    const rows = WRITERS * ROWS_EACH;
    const micros = ((total(processorSecondsByKind(server.pid)) - before) * 1e6) / rows;
    for (const { carrier } of writers) await carrier.close();
    const [{ n, bytes } = { n: 0, bytes: 0 }] = await server.ask<{ n: number; bytes: number }>(
      "SELECT (SELECT count(*) FROM semo.events)::int AS n, (SELECT sum(pg_total_relation_size(c.oid)) FROM pg_class c JOIN pg_namespace s ON s.oid = c.relnamespace WHERE s.nspname = 'semo' AND c.relkind = 'r')::int AS bytes",
    );
    return { perSecond: Math.round(rows / seconds), micros: Math.round(micros), bytes: Math.round(bytes / rows), lost: rows - n };
  } finally {
    await server.close();
  }
}

function writer(server: PostgresServer, n: number) {
  const project = `/home/member-${n}/garden`;
  const carrier = createPostgresCarrier({
    rules: { ...server.rules, projects: { [project]: "all" } }, password: async () => PASSWORD, projectOf: async (folder) => folder, now: Date.now,
    sender: async () => ({ machineId: `11111111-2222-4333-8444-${String(n).padStart(12, "0")}`, machine: `desk-${n}`, member: `member ${n}` }),
  });
  const write = async () => {
    for (let from = 0; from < ROWS_EACH; from += AT_ONCE) {
      const items: OutboxItem[] = Array.from({ length: Math.min(AT_ONCE, ROWS_EACH - from) }, (_, k) => ({ id: from + k, kind: "event", event: eventOf(n, from + k), project }));
      const { settled, trouble } = await carrier.carry(items);
      if (trouble !== null || settled.length !== items.length) throw new Error(`a writer was not served: ${trouble?.reason ?? "some rows are left"}`);
    }
  };
  return { carrier, write };
}

function eventOf(n: number, row: number): MascotEvent {
  const payload = { tool_name: "Bash", tool_kind: "running", tool_use_id: `toolu_${row}`, input: { command: `grep -rn beans src | head -${row}` }, ...(row % 2 === 0 ? { output: OUTPUT, duration_ms: 120 } : {}) };
  return {
    id: `evt_${n}_${row}`, version: "1.1", ts: new Date().toISOString(), event_type: row % 2 === 0 ? "tool_succeeded" : "tool_started", source: "hook", provider: "claude", workspace_id: "bench", terminal_session_id: "pts-1",
    session_id: `session-${n}-${row % 10}`, agent_id: `session-${n}-${row % 10}`, turn_id: `turn-${row % 100}`, severity: "info", trust: "verified", payload,
  } as MascotEvent;
}

async function measure(): Promise<Report> {
  progress(`${WRITERS} writers, ${ROWS_EACH} rows each, ${AT_ONCE} at once`);
  const { perSecond, micros, bytes, lost } = await cost();
  const people = (1e6 / micros / 2) / ((ROWS_A_DAY / DAY_S) * BUSIEST_SECOND);
  return {
    measurements: [
      { id: "central.rows", what: `rows a second of ${WRITERS} writers at once, ${AT_ONCE} a transaction, on this computer`, figure: perSecond, unit: "/s", samples: WRITERS * ROWS_EACH },
      { id: "central.micros", what: "processor time of a row in PostgreSQL in so small transactions", figure: micros, unit: "µs", samples: WRITERS * ROWS_EACH },
      { id: "central.bytes", what: "a row in PostgreSQL, with its indexes", figure: bytes, unit: "B" },
      { id: "central.lost", what: "rows lost in that", figure: lost, unit: "" },
      { id: "central.people", what: `people for each core of the server, half of it kept free, ${ROWS_A_DAY.toLocaleString("en")} rows a working day each, ${BUSIEST_SECOND} times as many in the busiest seconds`, figure: rounded(people), unit: "" },
    ],
  };
}

bench(measure);
