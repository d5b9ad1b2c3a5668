/**
 * Hooks are answered as fast while sixteen programs follow the stream as while nobody does: 500 a second, in turn without and with followers, in the same app. Every follower
 * has to be told every event, in order and once.
 *   npm run bench -- --only=stream
 */
import { get } from "node:http";
import { join } from "node:path";
import { type RunningMascot, withFolder, withMascot } from "./support/apps.ts";
import { areFollowers, runFollowers, startFollowers } from "./support/followers.ts";
import { drive, isLoad, type LoadFigures, type LoadOrder, runLoad } from "./support/load.ts";
import { processorSecondsByKind, total } from "./support/processes.ts";
import { bench, compared, progress, type Report } from "./support/report.ts";
import { median } from "./support/statistics.ts";

const ROUNDS = Number(process.env.STREAM_BENCH_ROUNDS ?? 15);
const SECONDS = Number(process.env.STREAM_BENCH_SECONDS ?? 3);
const PER_SECOND = 500;
const FOLLOWERS = 16;

interface Round {
  alone: LoadFigures;
  followed: LoadFigures;
  faults: number;
  told: number;
  /** Of the app, in seconds. */
  processorAlone: number;
  processorFollowed: number;
}

async function measure(): Promise<Report> {
  const self = process.argv[1] as string;
  return withFolder((folder) =>
    withMascot(join(folder, "home"), async (app) => {
      const order = { lane: "socket", port: app.port, socketPath: app.socket, token: app.token, path: "/ingest", connections: 10, requests: SECONDS * PER_SECOND, pace: PER_SECOND } as const satisfies Partial<LoadOrder>;
      await drive(self, { ...order, requests: 2 * PER_SECOND, prefix: "warm" });
      const rounds: Round[] = [];
      for (let n = 0; n < ROUNDS; n++) {
        progress(`round ${n + 1} of ${ROUNDS}`);
        rounds.push(await round(self, app, order, n));
      }
      return reportOf(rounds);
    }),
  );
}

/** Which comes first changes, so that what grows with time is on both sides. */
async function round(self: string, app: RunningMascot, order: Omit<LoadOrder, "prefix">, n: number): Promise<Round> {
  const timed = async (prefix: string) => {
    const before = total(processorSecondsByKind(app.pid));
    const figures = await drive(self, { ...order, prefix: `${prefix}-${n}` });
    return { figures, processor: total(processorSecondsByKind(app.pid)) - before };
  };
  const alone = n % 2 === 0 ? await timed("alone") : null;
  const followers = await startFollowers(self, { socketPath: app.socket, count: FOLLOWERS });
  const followed = await timed("followed");
  const faults = await followers.faultsUpTo(await lastSeq(app.socket));
  const without = alone ?? (await timed("alone"));
  return { alone: without.figures, followed: followed.figures, faults, told: followers.told(), processorAlone: without.processor, processorFollowed: followed.processor };
}

function lastSeq(socketPath: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get({ socketPath, path: "/api/events?limit=1", headers: { Host: "localhost" } }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (piece: string) => (text += piece));
      response.on("end", () => resolve((JSON.parse(text) as { items: { seq: number }[] }).items[0]?.seq ?? 0));
    }).on("error", reject);
  });
}

function reportOf(rounds: Round[]): Report {
  const middle = (of: (round: Round) => number) => median(rounds.map(of));
  const sum = (of: (round: Round) => number) => rounds.map(of).reduce((a, b) => a + b, 0);
  const samples = ROUNDS * SECONDS * PER_SECOND;
  const baseline = (figure: number) => ({ what: "the same with nobody following", figure });
  return {
    measurements: [
      compared({ id: "stream.ingest_p95", what: `hook, request to answer, 95th percentile at ${PER_SECOND}/s while ${FOLLOWERS} follow every event`, figure: middle(({ followed }) => followed.p95Ms), unit: "ms", samples, baseline: baseline(middle(({ alone }) => alone.p95Ms)), note: `median of ${ROUNDS} rounds` }),
      { id: "stream.missed_or_doubled", what: "events that a follower was not told, or told twice or out of order", figure: sum(({ faults }) => faults), unit: "", samples: sum(({ told }) => told) },
      compared({ id: "stream.processor", what: "processor time of the app for that", figure: middle(({ processorFollowed }) => processorFollowed / SECONDS), unit: "s/s", baseline: baseline(middle(({ processorAlone }) => processorAlone / SECONDS)) }),
    ],
    details: { rounds },
  };
}

if (isLoad()) void runLoad();
else if (areFollowers()) void runFollowers();
else bench(measure);
