/**
 * How fast the running app takes in what fast hooks left in the spool: 20,000 files that wait when it starts, and 20,000 that come while it
 * runs. A file goes when its event is committed, so the log must then hold every file's delivery. Three times, each with a new log.
 *   npm run bench -- --only=spool
 */
import { mkdirSync, readdirSync, readFileSync, renameSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { startMascot, withFolder } from "./support/apps.ts";
import { deliveriesIn, mismatches } from "./support/event-log.ts";
import { deliveries } from "./support/load.ts";
import { processorSecondsByKind } from "./support/processes.ts";
import { bench, compared, progress, type Report } from "./support/report.ts";
import { median } from "./support/statistics.ts";

const FILES = Number(process.env.SPOOL_BENCH_FILES ?? 20_000);
const RUNS = Number(process.env.SPOOL_BENCH_RUNS ?? 3);
const WITHIN_MS = 120_000;

function write(folder: string, prefix: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // Like the shell line's: the id of the delivery is the name of the file.
  for (const [n, body] of deliveries(prefix, FILES).entries()) writeFileSync(join(folder, `${prefix}-${n}.json`), `v=1\tprovider=claude\tCLAUDE_PID=${process.pid}\n${body}`);
}

/** Reading and removing as many files, one after the other, in this process: what the disk alone allows. */
function floor(folder: string): number {
  write(folder, "floor");
  const from = performance.now();
  for (const name of readdirSync(folder)) {
    readFileSync(join(folder, name));
    unlinkSync(join(folder, name));
  }
  return (FILES * 1000) / (performance.now() - from);
}

interface Drained {
  perSecond: number;
  /** µs of processor time a file, by process */
  processorMicros: Record<string, number>;
}

/**
 * From the first file that is gone, or that comes, to the moment when none is left.
 * @param fill brings the files; without it they are there
 */
async function drained(spool: string, pid: number, fill?: () => Promise<void>): Promise<Drained> {
  const left = () => readdirSync(spool).filter((name) => name.endsWith(".json")).length;
  const deadline = performance.now() + WITHIN_MS;
  const before = processorSecondsByKind(pid);
  let from = performance.now();
  await fill?.();
  const first = fill ? FILES : left();
  for (let now = left(); now > 0; now = left()) {
    if (performance.now() > deadline) throw new Error(`${now} files were left`);
    if (now === FILES && !fill) from = performance.now();
    // Seldom: listing so many files costs the processor that is being measured.
    await wait(200);
  }
  const seconds = (performance.now() - from) / 1000;
  const after = processorSecondsByKind(pid);
  return { perSecond: first / seconds, processorMicros: Object.fromEntries(Object.entries(after).map(([kind, value]) => [kind, Math.round(((value - (before[kind] ?? 0)) * 1e6) / first)])) };
}

/** Whole files appear one after the other, as from many hooks at once. */
async function fill(from: string, spool: string): Promise<void> {
  for (const [n, name] of readdirSync(from).entries()) {
    renameSync(join(from, name), join(spool, name));
    if (n % 500 === 0) await wait(0);
  }
}

interface Run {
  disk: number;
  early: Drained;
  running: Drained;
  mismatches: number;
}

async function once(folder: string): Promise<Run> {
  const home = join(folder, "home");
  const spool = join(home, "spool");
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const disk = floor(join(folder, "floor"));
  write(spool, "early");
  write(join(home, "staging"), "late");
  const app = await startMascot(home);
  progress("draining what waited");
  const early = await drained(spool, app.pid);
  progress("draining what comes");
  await wait(2_000);
  const running = await drained(spool, app.pid, () => fill(join(home, "staging"), spool));
  await app.quit();
  return { disk, early, running, mismatches: (await wrongIn(home, "early")) + (await wrongIn(home, "late")) };
}

async function wrongIn(home: string, prefix: string): Promise<number> {
  return mismatches(Array.from({ length: FILES }, (_, n) => `${prefix}-${n}`), await deliveriesIn(home, prefix));
}

async function measure(): Promise<Report> {
  return withFolder(async (folder) => {
    const runs: Run[] = [];
    for (let run = 0; run < RUNS; run++) runs.push(await once(join(folder, String(run))));
    return reportOf(runs);
  });
}

function reportOf(runs: Run[]): Report {
  const baseline = { what: "files read and removed one by one", figure: median(runs.map(({ disk }) => disk)) };
  const row = { unit: "/s", samples: RUNS * FILES, note: `median of ${RUNS} runs`, baseline };
  return {
    measurements: [
      compared({ id: "spool.at_start", what: "durable events from a spool that waited for the app", figure: median(runs.map(({ early }) => early.perSecond)), ...row }),
      compared({ id: "spool.while_running", what: "durable events from a spool that fills while the app runs", figure: median(runs.map(({ running }) => running.perSecond)), ...row }),
      { id: "spool.lost_or_doubled", what: "files of these that are not in the log exactly once", figure: runs.reduce((sum, run) => sum + run.mismatches, 0), unit: "", samples: 2 * RUNS * FILES },
    ],
    details: { runs },
  };
}

bench(measure);
