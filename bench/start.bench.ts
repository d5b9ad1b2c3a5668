/**
 * From the spawn to the first answer of /health, in turn with a bare Electron app that has one window and an HTTP server.
 *   npm run bench -- --only=start
 */
import { join } from "node:path";
import { type Running, startBare, startMascot, withFolder } from "./support/apps.ts";
import { bench, compared, type Report } from "./support/report.ts";
import { inTurn, median } from "./support/statistics.ts";

const ROUNDS = Number(process.env.START_BENCH_ROUNDS ?? 11);

async function measure(): Promise<Report> {
  return withFolder(async (folder) => {
    const once = async (app: Running) => {
      await app.quit();
      return app.startMs;
    };
    const times = await inTurn({ bare: async () => once(await startBare(folder)), ours: async () => once(await startMascot(join(folder, "home"))) }, ROUNDS);
    return {
      measurements: [compared({ id: "start.health", what: "spawn to the first answer of /health", figure: median(times.ours), unit: "ms", samples: ROUNDS, baseline: { what: "a bare one-window Electron app", figure: median(times.bare) } })],
      details: times,
    };
  });
}

bench(measure);
