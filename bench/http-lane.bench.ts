/**
 * Hooks that the client posts itself: how long each waits for its answer while 200 a second arrive, against a server that only parses.
 *   npm run bench -- --only=http-lane
 */
import { join } from "node:path";
import { withFolder, withMascot } from "./support/apps.ts";
import { withPlainServer } from "./support/plain-server.ts";
import { drive, isLoad, type LoadOrder, runLoad } from "./support/load.ts";
import { bench, compared, type Report } from "./support/report.ts";

const SECONDS = Number(process.env.HTTP_LANE_BENCH_SECONDS ?? 20);
const PER_SECOND = 200;

async function measure(): Promise<Report> {
  const self = process.argv[1] as string;
  const order = { lane: "bearer", path: "/hooks/claude", connections: 10, requests: SECONDS * PER_SECOND, pace: PER_SECOND, socketPath: "", token: "" } as const satisfies Partial<LoadOrder>;
  return withFolder((folder) =>
    withMascot(join(folder, "home"), async (app) => {
      const to = { ...order, port: app.port, token: app.token };
      await drive(self, { ...to, requests: 2 * PER_SECOND, prefix: "warm" });
      const plain = await withPlainServer((port) => drive(self, { ...order, port, prefix: "plain" }));
      const ours = await drive(self, { ...to, prefix: "hooks" });
      await drive(self, { ...to, prefix: "more" });
      const later = await drive(self, { ...to, prefix: "later" });
      const baseline = (figure: number) => ({ what: "`node:http` that only parses", figure });
      return {
        measurements: [
          compared({ id: "http-lane.p95", what: "HTTP hook, request to answer, 95th percentile at 200 events/s", figure: ours.p95Ms, unit: "ms", samples: ours.requests, baseline: baseline(plain.p95Ms) }),
          compared({ id: "http-lane.p50", what: "HTTP hook, request to answer, median at 200 events/s", figure: ours.p50Ms, unit: "ms", samples: ours.requests, baseline: baseline(plain.p50Ms) }),
          compared({ id: "http-lane.p95_warm", what: `the same, 95th percentile, once V8 has compiled what they need (after ${2 * SECONDS} s of them)`, figure: later.p95Ms, unit: "ms", samples: later.requests, baseline: baseline(plain.p95Ms) }),
        ],
        details: { ours, later, plain },
      };
    }),
  );
}

if (isLoad()) void runLoad();
else bench(measure);
