/**
 * Memory of all processes with ten agents on the screen, in turn with a bare Electron app that has one window.
 *   npm run bench -- --only=memory
 */
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { work } from "./support/agents.ts";
import { withBare, withFolder, withMascot } from "./support/apps.ts";
import { memoryByKind, total } from "./support/processes.ts";
import { bench, compared, type Report } from "./support/report.ts";
import { inTurn, median } from "./support/statistics.ts";

const ROUNDS = Number(process.env.MEMORY_BENCH_ROUNDS ?? 3);
const AGENTS = 10;
/** Start-up garbage is collected by then. */
const SETTLE_MS = 10_000;

async function measure(): Promise<Report> {
  return withFolder(async (folder) => {
    const last: Record<string, Record<string, number>> = {};
    const noted = (name: string, byKind: Record<string, number>) => total((last[name] = byKind));
    const bare = () => withBare(folder, async ({ pid }) => {
      await wait(SETTLE_MS);
      return noted("bare", memoryByKind(pid));
    });
    const ours = () => withMascot(join(folder, "home"), async (app) => {
      for (let agent = 0; agent < AGENTS; agent++) await work(app, `memory-${agent}`);
      await wait(SETTLE_MS);
      return noted("ours", memoryByKind(app.pid));
    });
    const sizes = await inTurn({ bare, ours }, ROUNDS, 0);
    return {
      measurements: [compared({ id: "memory.ten_agents", what: "memory (PSS of all processes) with 10 agents", figure: median(sizes.ours), unit: "MB", samples: ROUNDS, baseline: { what: "a bare one-window Electron app", figure: median(sizes.bare) } })],
      details: { sizes, lastByProcess: last },
    };
  });
}

bench(measure);
