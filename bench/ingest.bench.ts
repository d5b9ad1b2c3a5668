/**
 * Durable posts into the running app, as fast as they are answered: recorded turns over keep-alive connections to the socket. An answer
 * means committed, so afterwards the log must hold exactly what the answers named.
 *   npm run bench -- --only=ingest
 */
import { join } from "node:path";
import { startMascot, withFolder } from "./support/apps.ts";
import { recordedIn } from "./support/event-log.ts";
import { drive, isLoad, type LoadFigures, runLoad } from "./support/load.ts";
import { withPlainServer } from "./support/plain-server.ts";
import { processorSecondsByKind, total } from "./support/processes.ts";
import { bench, compared, type Report } from "./support/report.ts";

const POSTS = Number(process.env.INGEST_BENCH_POSTS ?? 30_000);
const CONNECTIONS = Number(process.env.INGEST_BENCH_CONNECTIONS ?? 20);

interface Run {
  posts: LoadFigures;
  processorMicros: Record<string, number>;
  missing: number;
}

async function intoTheApp(self: string, home: string, token: string): Promise<Run> {
  const app = await startMascot(home);
  const order = { lane: "socket", port: app.port, socketPath: app.socket, token, path: "/ingest", connections: CONNECTIONS, pace: 0 } as const;
  await drive(self, { ...order, requests: 2_000, prefix: "warm" });
  const before = processorSecondsByKind(app.pid);
  const posts = await drive(self, { ...order, requests: POSTS, prefix: "posts" });
  const after = processorSecondsByKind(app.pid);
  await app.quit();
  const recorded = await recordedIn(home, "posts");
  const processorMicros = Object.fromEntries(Object.entries(after).map(([kind, seconds]) => [kind, Math.round(((seconds - (before[kind] ?? 0)) * 1e6) / POSTS)]));
  return { posts, processorMicros, missing: Math.abs(posts.events - recorded.events) };
}

async function measure(): Promise<Report> {
  const self = process.argv[1] as string;
  return withFolder(async (folder) => {
    const ours = await intoTheApp(self, join(folder, "home"), "");
    const plain = await withPlainServer((port) => drive(self, { lane: "bearer", port, socketPath: "", token: "", path: "/ingest", connections: CONNECTIONS, pace: 0, requests: POSTS, prefix: "plain" }));
    return {
      measurements: [
        compared({ id: "ingest.posts", what: "durable events by single posts, mascots on the screen", figure: ours.posts.perSecond, unit: "/s", samples: POSTS, baseline: { what: "`node:http` that only parses", figure: plain.perSecond } }),
        { id: "ingest.posts_lost_or_doubled", what: "events of these posts lost or doubled", figure: ours.missing, unit: "", samples: ours.posts.events },
        { id: "ingest.posts_cpu", what: "processor time of such a post, all processes of the app", figure: total(ours.processorMicros), unit: "µs" },
      ],
      details: { ...ours, plain },
    };
  });
}

if (isLoad()) void runLoad();
else bench(measure);
