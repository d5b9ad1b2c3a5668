/**
 * What a log of a million events costs: the start, the queries that the dashboard and scripts ask, and the write-ahead log while more comes in.
 * The log is what the app wrote of recorded turns, copied with sessions of their own; after that the app itself runs on it once.
 *   npm run bench -- --only=history
 */
import { statSync } from "node:fs";
import { Agent, get } from "node:http";
import { join } from "node:path";
import { type RunningMascot, startMascot, until, withFolder, withMascot } from "./support/apps.ts";
import { drive, isLoad, runLoad } from "./support/load.ts";
import { multiply } from "./support/long-log.ts";
import { bench, compared, progress, type Report, rounded } from "./support/report.ts";
import { inTurn, median, quantile } from "./support/statistics.ts";

const EVENTS = Number(process.env.HISTORY_BENCH_EVENTS ?? 1_000_000);
const ROUNDS = Number(process.env.HISTORY_BENCH_ROUNDS ?? 9);
const QUERIES = Number(process.env.HISTORY_BENCH_QUERIES ?? 200);
const FIRST = 5_000;
const MORE = 20_000;
const MB = 2 ** 20;
const HIDDEN = { MASCOT_HIDDEN: "1" };

type App = Pick<RunningMascot, "port" | "socket" | "token">;
const posts = (app: App, requests: number, prefix: string) => drive(process.argv[1] as string, { lane: "socket", port: app.port, socketPath: app.socket, token: app.token, path: "/ingest", connections: 20, pace: 0, requests, prefix });

async function makeLog(home: string): Promise<void> {
  await withMascot(home, (app) => posts(app, FIRST, "first"), HIDDEN);
  await multiply(home, EVENTS);
  await withMascot(home, (app) => posts(app, FIRST, "last"), HIDDEN);
}

const connections = new Agent({ keepAlive: true, maxSockets: 1 });

/** The whole answer, as text. @throws when it is not 200 */
function ask({ port, token }: App, path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    get({ host: "127.0.0.1", port, path, agent: connections, headers: { Authorization: `Bearer ${token}` } }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (chunk) => (text += chunk)).on("end", () => (response.statusCode === 200 ? resolve(text) : reject(new Error(`${path}: ${response.statusCode}`))));
    }).on("error", reject);
  });
}

interface Start {
  healthMs: number;
  /** When the log answers too. */
  eventsMs: number;
}

async function startOn(home: string): Promise<Start> {
  const app = await startMascot(home);
  const from = performance.now();
  await until(() => ask(app, "/api/events?limit=1").catch(() => null), { withinMs: 30_000, everyMs: 4, what: "the log answers" });
  const eventsMs = app.startMs + performance.now() - from;
  await app.quit();
  return { healthMs: app.startMs, eventsMs };
}

async function starts(empty: string, long: string): Promise<Record<"empty" | "long", Start[]>> {
  const all: Record<"empty" | "long", Start[]> = { empty: [], long: [] };
  const way = (name: "empty" | "long", home: string) => async () => {
    const start = await startOn(home);
    all[name].push(start);
    return start.healthMs;
  };
  await inTurn({ empty: way("empty", empty), long: way("long", long) }, ROUNDS, 1);
  return { empty: all.empty.slice(1), long: all.long.slice(1) };
}

interface Page {
  items: { seq: number; session_id: string; agent_id: string; event_type: string }[];
}

/** Milliseconds of each question, asked by name in turn; every time for another place, session or agent of the log. */
async function questions(app: App): Promise<Record<string, number[]>> {
  const newest = (JSON.parse(await ask(app, "/api/events?limit=1")) as Page).items[0]?.seq ?? 0;
  if (newest < EVENTS) throw new Error(`the log holds ${newest} events`);
  let round = 0;
  const somewhere = () => 1 + ((round * 7_919_993) % newest);
  const of = async (field: "session_id" | "agent_id") => (JSON.parse(await ask(app, `/api/events?limit=1&after=${somewhere() - 1}`)) as Page).items[0]?.[field] ?? "";
  const timed = (path: () => string | Promise<string>) => async () => {
    const asked = await path();
    const from = performance.now();
    await ask(app, asked);
    return performance.now() - from;
  };
  return inTurn({
    newest: timed(() => {
      round++;
      return "/api/events";
    }),
    older: timed(() => `/api/events?before=${somewhere()}`),
    after: timed(() => `/api/events?after=${somewhere()}`),
    session: timed(async () => `/api/events?session_id=${encodeURIComponent(await of("session_id"))}`),
    agent: timed(async () => `/api/events?agent_id=${encodeURIComponent(await of("agent_id"))}`),
    prompts_of_session: timed(async () => `/api/events?event_type=user_prompt&session_id=${encodeURIComponent(await of("session_id"))}`),
    type: timed(() => "/api/events?event_type=session_started"),
    agents: timed(() => "/api/agents"),
    status: timed(() => "/api/status"),
  }, QUERIES, 3);
}

/** Bytes of the write-ahead log, at most, while so many events come in as fast as they are taken. */
async function largestWal(app: App, home: string): Promise<number> {
  let largest = 0;
  const look = () => {
    largest = Math.max(largest, statSync(join(home, "events.db-wal"), { throwIfNoEntry: false })?.size ?? 0);
  };
  const looking = setInterval(look, 10);
  await posts(app, MORE, "more");
  clearInterval(looking);
  look();
  return largest;
}

async function measure(): Promise<Report> {
  return withFolder(async (folder) => {
    const [empty, long] = [join(folder, "empty"), join(folder, "long")];
    progress(`a log of ${EVENTS} events is made`);
    const from = performance.now();
    await makeLog(long);
    const madeInSeconds = Math.round((performance.now() - from) / 1000);
    progress("starts");
    const started = await starts(empty, long);
    progress("questions, and more events");
    return withMascot(long, async (app) => {
      const times = await questions(app);
      const wal = await largestWal(app, long);
      return reportOf(started, times, wal, { madeInSeconds, fileMb: Math.round(statSync(join(long, "events.db")).size / MB) });
    });
  });
}

function reportOf(started: Record<"empty" | "long", Start[]>, times: Record<string, number[]>, wal: number, made: Record<string, number>): Report {
  const p95 = Object.fromEntries(Object.entries(times).map(([name, values]) => [name, rounded(quantile(values, 0.95))]));
  const [slowest = "", worst = Number.NaN] = Object.entries(p95).sort(([, a], [, b]) => b - a)[0] ?? [];
  const start = (id: string, what: string, of: keyof Start) => {
    const middle = (all: Start[]) => median(all.map((one) => one[of]));
    return compared({ id: `history.${id}`, what, figure: middle(started.long), unit: "ms", samples: ROUNDS, baseline: { what: "the app with an empty log", figure: middle(started.empty) } });
  };
  const log = `a log of ${EVENTS.toLocaleString("en")} events`;
  return {
    measurements: [
      start("start", `spawn to the first answer of /health, ${log}`, "healthMs"),
      start("start_events", `spawn to the first answer of /api/events, ${log}`, "eventsMs"),
      { id: "history.query_p95", what: `slowest of ${Object.keys(p95).length} queries by its 95th percentile, ${log}: ${slowest}`, figure: worst, unit: "ms", samples: QUERIES },
      { id: "history.wal", what: `largest write-ahead log while ${MORE.toLocaleString("en")} more come in, ${log}`, figure: rounded(wal / MB), unit: "MB" },
    ],
    details: { started, p95, made },
  };
}

if (isLoad()) void runLoad();
else bench(measure);
