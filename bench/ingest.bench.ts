/**
 * Durable posts into the running app, as fast as they are answered: recorded turns over keep-alive connections to the socket. An answer
 * means committed, so afterwards the log must hold exactly what the answers named, id by id. Three times, each with a new log, in turn with the
 * server that only parses.
 *   npm run bench -- --only=ingest
 */
import { join } from "node:path";
import { startMascot, withFolder } from "./support/apps.ts";
import { eventIdsIn, mismatches } from "./support/event-log.ts";
import { drive, driveAndName, isLoad, type LoadFigures, runLoad } from "./support/load.ts";
import { withPlainServer } from "./support/plain-server.ts";
import { processorSecondsByKind, total } from "./support/processes.ts";
import { bench, compared, progress, type Report } from "./support/report.ts";
import { median } from "./support/statistics.ts";

const POSTS = Number(process.env.INGEST_BENCH_POSTS ?? 30_000);
const RUNS = Number(process.env.INGEST_BENCH_RUNS ?? 3);
const CONNECTIONS = Number(process.env.INGEST_BENCH_CONNECTIONS ?? 20);

interface Run {
  posts: LoadFigures;
  plain: LoadFigures;
  processorMicros: Record<string, number>;
  events: number;
  mismatches: number;
}

async function intoTheApp(self: string, home: string): Promise<Omit<Run, "plain">> {
  const app = await startMascot(home);
  const order = { lane: "socket", port: app.port, socketPath: app.socket, token: app.token, path: "/ingest", connections: CONNECTIONS, pace: 0 } as const;
  await drive(self, { ...order, requests: 2_000, prefix: "warm" });
  const before = processorSecondsByKind(app.pid);
  const { named, figures: posts } = await driveAndName(self, { ...order, requests: POSTS, prefix: "posts" });
  const after = processorSecondsByKind(app.pid);
  await app.quit();
  const processorMicros = Object.fromEntries(Object.entries(after).map(([kind, seconds]) => [kind, Math.round(((seconds - (before[kind] ?? 0)) * 1e6) / POSTS)]));
  return { posts, processorMicros, events: named.length, mismatches: mismatches(named, await eventIdsIn(home, "posts")) };
}

function intoThePlainServer(self: string): Promise<LoadFigures> {
  return withPlainServer((port) => drive(self, { lane: "bearer", port, socketPath: "", token: "", path: "/ingest", connections: CONNECTIONS, pace: 0, requests: POSTS, prefix: "plain" }));
}

async function measure(): Promise<Report> {
  const self = process.argv[1] as string;
  return withFolder(async (folder) => {
    const runs: Run[] = [];
    for (let run = 0; run < RUNS; run++) {
      progress(`run ${run + 1} of ${RUNS}`);
      runs.push({ ...(await intoTheApp(self, join(folder, `home-${run}`))), plain: await intoThePlainServer(self) });
    }
    return reportOf(runs);
  });
}

function reportOf(runs: Run[]): Report {
  const middle = (of: (run: Run) => number) => median(runs.map(of));
  const sum = (of: (run: Run) => number) => runs.map(of).reduce((a, b) => a + b, 0);
  const perSecond = { figure: middle(({ posts }) => posts.perSecond), unit: "/s", samples: RUNS * POSTS, note: `median of ${RUNS} runs` };
  return {
    measurements: [
      compared({ id: "ingest.posts", what: "durable events by single posts, mascots on the screen", ...perSecond, baseline: { what: "`node:http` that only parses", figure: middle(({ plain }) => plain.perSecond) } }),
      { id: "ingest.posts_lost_or_doubled", what: "events of these posts lost or doubled: ids that only the answers or only the log have", figure: sum((run) => run.mismatches), unit: "", samples: sum(({ events }) => events) },
      { id: "ingest.posts_cpu", what: "processor time of such a post, all processes of the app", figure: middle(({ processorMicros }) => total(processorMicros)), unit: "µs" },
    ],
    details: { runs },
  };
}

if (isLoad()) void runLoad();
else bench(measure);
