/** The app: one a home, its parts made in the order they need each other (`assembly/`), and ended in order. */
import { homedir } from "node:os";
import { app } from "electron";
import { openBridges } from "./assembly/bridging.ts";
import { openDoors } from "./assembly/doors.ts";
import { stepsToTheEnd } from "./assembly/ending.ts";
import { showFace } from "./assembly/face.ts";
import { layGround } from "./assembly/ground.ts";
import type { Program } from "./assembly/program.ts";
import { keepRecord } from "./assembly/record.ts";
import { buildRoad } from "./assembly/road.ts";
import { keepRules } from "./assembly/rules.ts";
import { runCommandLine } from "./command-line.ts";
import { maskText } from "./domain/masking.ts";
import { createLog } from "./home/log.ts";
import { HomeError, openHome } from "./home/open-home.ts";
import { homeFolder, homePaths } from "./home/paths.ts";
import { RotatingFile } from "./home/rotating-file.ts";
import { comeOutside } from "./hooks/spawn-client.ts";
import { letCompilingYield } from "./machine/compiling.ts";
import type { Clock, Delivery, Log } from "./parts.ts";
import { builtPlaces } from "./places.ts";
import { prepareElectron } from "./shell/before-ready.ts";
import { earlyRaise } from "./shell/early-raise.ts";
import { earlyQuit, orderlyQuit, type Quit } from "./shell/quit.ts";
import type { Shell } from "./shell/shell.ts";
import { showFailure } from "./shell/show-failure.ts";
import { becomeTheOne, startAnew } from "./shell/single-instance.ts";
import { startMode } from "./shell/start-mode.ts";
import { localeOf, systemLocale, textsFor } from "./shell/texts.ts";
import { electronTimers } from "./shell/timers.ts";

const clock: Clock = { now: () => Date.now() };
const paths = homePaths(homeFolder(process.env));
const start = startMode(process.env, process.argv);
const places = builtPlaces({
  packaged: app.isPackaged, appFolder: app.getAppPath(), resourcesFolder: process.resourcesPath, executable: process.execPath, appImage: process.env.APPIMAGE, arguments: process.argv,
});
const QUIT_BOUND_MS = 5_000;
const { raise, answerBy, endBy } = earlyRaise();
if (start.owesRaise) raise();

comeOutside(process.env);

if (!runCommandLine(process.argv, places.forwarder)) {
  letCompilingYield();
  // The lock comes before anything listens or is shown: a second start leaves no trace.
  theOne().then((isTheOne) => (isTheOne ? run() : app.exit(0))).catch(failedToStart);
}

/** A home that cannot hold the lock is said as what is wrong with it. */
async function theOne(): Promise<boolean> {
  try {
    return becomeTheOne(paths.electron, start, raise);
  } catch (error) {
    await openHome(paths);
    throw error;
  }
}

async function run(): Promise<void> {
  const startedAt = new Date(clock.now()).toISOString();
  const log = createLog({ level: app.isPackaged ? "info" : "debug", mask: maskText, write: logWriter() });
  keepGoing(log);
  const exit = (code: number) => app.exit(code);
  // From the first moment on: an end asked for while the parts are still being made waits for them, so that the log is closed in order.
  const { quit, isEnding, partsAreMade } = earlyQuit({ timers: electronTimers, giveUpMs: 2 * QUIT_BOUND_MS, exit, onBegin: () => endBy(startAnew()) });
  endWith(quit);
  prepareElectron(log);
  const language = () => (app.isReady() ? app.getLocale() : systemLocale(process.env));
  const program: Program = { paths, places, start, startedAt, version: app.getVersion(), isPackaged: app.isPackaged, userFolder: homedir(), language, clock, log, exit, quit, raise };

  const onOpened = () => {
    record.follow();
    void record.world.start().catch((error: Error) => log.error("the world could not be rebuilt", { error }));
  };
  const ground = await layGround(program, onOpened);
  const ingest = (delivery: Delivery) => road.pipeline.ingest(delivery);
  const bridges = openBridges(program, ground);
  const record = keepRecord(program, ground, ingest, { forget: (sessionId) => rules.answering.forget(sessionId), renamed: (agentId) => rules.answering.renamed(agentId) });
  const rules = keepRules(program, ground, record, ingest);
  const road = buildRoad(program, ground, record, rules, bridges);
  const inside = { ground, record, rules, road, bridges };
  const doors = await openDoors(program, inside);

  let shell: Shell | null = null;
  const steps = stepsToTheEnd(program, inside, doors, () => shell);
  partsAreMade(orderlyQuit({ boundMs: QUIT_BOUND_MS, timers: electronTimers, log, exit, kill: () => process.kill(process.pid, "SIGKILL"), steps }));

  await Promise.all([app.whenReady(), rules.setAnswered()]);
  shell = showFace(program, inside, doors);
  if (!isEnding()) answerBy(() => shell?.raise());
  // Nothing waits for what they read and load; what went wrong is in the log.
  void bridges.start().catch(() => undefined);
}

function logWriter(): (line: string) => void {
  const file = new RotatingFile(`${paths.logs}/app.log`);
  return (line) => {
    file.write(line);
    if (process.env.MASCOT_VERBOSE === "1") process.stderr.write(line);
  };
}

/** A fault in one part must not take down the part that records. */
function keepGoing(log: Log): void {
  process.on("uncaughtException", (error) => log.error("an error nobody caught", { error }));
  process.on("unhandledRejection", (reason) => log.error("a failure nobody took", { error: reason instanceof Error ? reason : new Error(String(reason)) }));
}

function endWith(quit: Quit): void {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => void quit(false));
  // The system's own ways to quit (menu bar, session end) take the orderly one.
  app.on("before-quit", (event) => {
    event.preventDefault();
    void quit(false);
  });
}

/** Said where the person looks: in the terminal, or in a box when there is none. */
async function failedToStart(error: unknown): Promise<void> {
  const texts = textsFor(localeOf("system", systemLocale(process.env)));
  const text = texts("start.failed", { problem: error instanceof HomeError ? texts(`start.problem.${error.id}`, { path: error.path, detail: error.detail }) : error instanceof Error ? error.message : String(error) });
  process.stderr.write(`${text}\n`);
  if (start.byPerson && !process.stderr.isTTY) await showFailure(text);
  app.exit(1);
}
