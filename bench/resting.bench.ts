/** What the app costs while nothing happens: five mascots at rest, on screen and hidden, in percent of one core; beside them one at work. */
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { callTool, work, workAndStop } from "./support/agents.ts";
import { type Running, type RunningMascot, withBare, withFolder, withMascot } from "./support/apps.ts";
import { processorSecondsByKind, total } from "./support/processes.ts";
import { bench, type Measurement, progress, rounded } from "./support/report.ts";

const MASCOTS = 5;
/** They celebrate first, and a new page still tidies its memory. */
const SETTLE_MS = 20_000;
/** Long enough for every habit's turn. */
const REST_MS = 60_000;
const WORK_MS = 15_000;

type Costs = Record<string, number>;

bench(() =>
  withFolder(async (folder) => {
    progress("five at rest, on screen");
    const visible = await withMascot(join(folder, "visible"), rest);
    progress("five at rest, hidden");
    const hidden = await withMascot(join(folder, "hidden"), rest, { MASCOT_HIDDEN: "1" });
    progress("one at work");
    const working = await withMascot(join(folder, "working"), oneAtWork);
    progress("a bare Electron window");
    const bare = await withBare(folder, async (app) => (await wait(SETTLE_MS), costs(app, REST_MS)));
    const measurements = [
      measured("resting.visible", "processor, 5 resting mascots on screen", visible),
      measured("resting.hidden", "processor, 5 resting mascots hidden", hidden),
      measured("resting.working", "processor, 1 mascot that runs a command", working),
      measured("resting.bare", "processor, a bare Electron window", bare),
    ];
    return { measurements, details: { percentByProcess: { visible, hidden, working, bare } } };
  }),
);

async function rest(app: RunningMascot): Promise<Costs> {
  for (let agent = 0; agent < MASCOTS; agent++) await workAndStop(app, `rest-${agent}`);
  await wait(SETTLE_MS);
  return costs(app, REST_MS);
}

async function oneAtWork(app: RunningMascot): Promise<Costs> {
  await work(app, "busy");
  await callTool(app, "busy", "Bash", { command: "npm test" });
  await wait(SETTLE_MS);
  return costs(app, WORK_MS);
}

/** Percent of one core that each kind of process takes. */
async function costs(app: Running, ms: number): Promise<Costs> {
  const [before, from] = [processorSecondsByKind(app.pid), performance.now()];
  await wait(ms);
  const seconds = (performance.now() - from) / 1000;
  const after = processorSecondsByKind(app.pid);
  return Object.fromEntries(Object.entries(after).map(([kind, value]) => [kind, rounded(((value - (before[kind] ?? 0)) / seconds) * 100)]));
}

function measured(id: string, what: string, byProcess: Costs): Measurement {
  return { id, what, figure: rounded(total(byProcess)), unit: "% of a core", samples: 1 };
}
