/** What the app costs while nothing happens: five mascots at rest, on screen and hidden, in percent of one core; beside them one at work. */
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { callTool, work, workAndStop } from "./support/agents.ts";
import { type Running, type RunningMascot, withBare, withFolder, withMascot } from "./support/apps.ts";
import { processorSecondsByKind, total } from "./support/processes.ts";
import { type MascotWithPages, withPages } from "./support/pages.ts";
import { bench, type Measurement, progress, rounded } from "./support/report.ts";

const MASCOTS = 5;
const CROWD = 20;
/** They celebrate first, and within two minutes memory is tidied, by the engines and by the app (spare-memory.ts), and then no more: what is measured is what goes on for hours. */
const SETTLE_MS = Number(process.env.RESTING_BENCH_SETTLE_MS ?? 140_000);
/** Who works is in full swing at once. */
const WORK_SETTLE_MS = Number(process.env.RESTING_BENCH_SETTLE_MS ?? 75_000);
/** Five minutes: what blinks, looks about and has its habits does so by chance, and within one minute chance alone makes one and a half times as much of it. */
const VISIBLE_MS = Number(process.env.RESTING_BENCH_MS ?? 300_000);
/** Where nothing is left to chance. */
const REST_MS = Number(process.env.RESTING_BENCH_MS ?? 60_000);
const WORK_MS = 15_000;
const COUNT_MS = 3_000;

type Costs = Record<string, number>;

bench(() =>
  withFolder(async (folder) => {
    progress("five at rest, on screen");
    const visible = await withMascot(join(folder, "visible"), (app) => rest(app, VISIBLE_MS));
    progress("five at rest, hidden");
    const hidden = await withMascot(join(folder, "hidden"), (app) => rest(app, REST_MS), { MASCOT_HIDDEN: "1" });
    progress("what moves in hidden windows");
    const moving = await withPages(join(folder, "pages"), (app) => whatMoves(app, "hidden"), { MASCOT_HIDDEN: "1" });
    const movingOnScreen = await withPages(join(folder, "pages-on-screen"), (app) => whatMoves(app, "on screen"));
    if (sum(movingOnScreen) === 0) throw new Error("nothing was seen to move on the screen either: the counters do not count");
    progress("one at work");
    const working = await withMascot(join(folder, "working"), oneAtWork);
    progress("twenty at work");
    const crowd = await withMascot(join(folder, "crowd"), manyAtWork);
    progress("a bare Electron window");
    const bare = await withBare(folder, async (app) => (await wait(SETTLE_MS), costs(app, REST_MS)));
    const measurements = [
      { ...measured("resting.visible", "processor, 5 resting mascots on screen", visible), note: `over ${VISIBLE_MS / 60_000} min` },
      measured("resting.hidden", "processor, 5 resting mascots hidden", hidden),
      { id: "resting.hidden_animations", what: "animations that run, frames and timers that fire in the page of 5 resting mascots and 1 at work, hidden", figure: sum(moving), unit: "", note: `over ${COUNT_MS / 1000} s` },
      measured("resting.working", "processor, 1 mascot that runs a command", working),
      measured("resting.crowd", "processor, 20 working mascots on screen, each in its own call", crowd),
      measured("resting.bare", "processor, a bare Electron window", bare),
    ];
    return { measurements, details: { percentByProcess: { visible, hidden, working, crowd, bare }, moving, movingOnScreen } };
  }),
);

async function rest(app: RunningMascot, ms: number): Promise<Costs> {
  for (let agent = 0; agent < MASCOTS; agent++) await workAndStop(app, `rest-${agent}`);
  await wait(SETTLE_MS);
  return costs(app, ms);
}

async function oneAtWork(app: RunningMascot): Promise<Costs> {
  await work(app, "busy");
  await callTool(app, "busy", "Bash", { command: "npm test" });
  await wait(WORK_SETTLE_MS);
  return costs(app, WORK_MS);
}

/** Twenty, at different things; nothing new happens while it is measured: what is paid is their movement. */
async function manyAtWork(app: RunningMascot): Promise<Costs> {
  const calls: [string, Record<string, unknown>][] = [["Bash", { command: "npm test" }], ["Edit", { file_path: "/home/dev/gate.ts" }], ["Read", { file_path: "/home/dev/README.md" }], ["Grep", { pattern: "TODO" }]];
  for (let agent = 0; agent < CROWD; agent++) {
    const [tool, input] = calls[agent % calls.length] as (typeof calls)[number];
    await work(app, `crowd-${agent}`);
    await callTool(app, `crowd-${agent}`, tool, input);
  }
  await wait(WORK_SETTLE_MS);
  return costs(app, WORK_MS);
}

interface Moving {
  animations: number;
  frames: number;
  timers: number;
}

/** Counts only after the page was loaded anew with counters in it: timers that were set before would be missed. */
async function whatMoves(app: MascotWithPages, where: "hidden" | "on screen"): Promise<Moving> {
  const { mascots } = app;
  await mascots.context().addInitScript(countCallbacks);
  await mascots.reload();
  for (let agent = 0; agent < MASCOTS; agent++) await workAndStop(app, `rest-${agent}`);
  await work(app, "busy");
  await wait(WORK_SETTLE_MS);
  const isShown = (await shownWindows(app)) > 0;
  if (isShown !== (where === "on screen")) throw new Error(`the windows are not ${where}`);
  const before = await mascots.evaluate(fired);
  await wait(COUNT_MS);
  const after = await mascots.evaluate(fired);
  const animations = await mascots.evaluate(() => document.getAnimations().length);
  return { animations, frames: after.frames - before.frames, timers: after.timers - before.timers };
}

const shownWindows = ({ electron }: MascotWithPages): Promise<number> =>
  electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().filter((window) => window.isVisible()).length);

type Counting = typeof globalThis & { fired: Record<"frames" | "timers", number> };
const fired = () => (globalThis as Counting).fired;

/** Runs in the page before its own programs. */
function countCallbacks(): void {
  const page = globalThis as Counting;
  const counts = { frames: 0, timers: 0 };
  page.fired = counts;
  const counted = <Callback extends (...args: never[]) => unknown>(callback: Callback, what: keyof typeof counts) =>
    ((...args: Parameters<Callback>) => {
      counts[what]++;
      return callback(...args);
    }) as Callback;
  for (const name of ["setTimeout", "setInterval"] as const) {
    const original = page[name] as (...args: unknown[]) => number;
    Object.assign(page, { [name]: (callback: () => void, ...rest: unknown[]) => original.call(page, counted(callback, "timers"), ...rest) });
  }
  const frame = page.requestAnimationFrame;
  page.requestAnimationFrame = (callback) => frame.call(page, counted(callback, "frames"));
}

const sum = (counts: Moving): number => counts.animations + counts.frames + counts.timers;

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
