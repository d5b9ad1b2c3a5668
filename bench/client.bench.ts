/**
 * The real client in print mode, a scripted conversation of nine tools and a sub-agent, whole process from start to end: hooks off, and with
 * our hooks installed by the command line while the app runs, mascots on the screen or hidden; beside them hooks of the same events that do
 * nothing, so that the client's own cost of a hook is known, and those by which this machine is compared with the one of the bound. All in turn within a round.
 * The client is no part of this project: MASCOT_CLIENT_HARNESS names a folder with `drive.mjs`, which drives it against a model of its own,
 * and `in-namespace`, which runs a command with nothing but loopback. Without it nothing is measured.
 *   MASCOT_CLIENT_HARNESS=<folder> npm run bench -- --only=client
 */
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { plainPath, type RunningMascot, until, withFolder, withMascot } from "./support/apps.ts";
import { countDeliveries } from "./support/event-log.ts";
import { processorSecondsByKind, total } from "./support/processes.ts";
import { bench, compared, progress, type Report } from "./support/report.ts";
import { inTurn, median } from "./support/statistics.ts";

const ROUNDS = Number(process.env.CLIENT_BENCH_ROUNDS ?? 11);
/** Sessions before those that count, told apart: an app that was just started has its programs compiled by V8 for so long, and it is up for days. */
const FIRST_SESSIONS = 6;
const harness = process.env.MASCOT_CLIENT_HARNESS ?? "";
const WITHIN_MS = 60_000;

/** Times the client alone: the harness around it starts a model server too. Loaded into the harness before it runs. */
const STOPWATCH = `
const processes = require("node:child_process");
const { writeFileSync } = require("node:fs");
const spawn = processes.spawn;
processes.spawn = (command, args, options) => {
  const from = performance.now();
  const child = spawn(command, args, options);
  if (args?.[0] === "-p") child.once("close", (code) => writeFileSync(process.env.STOPWATCH_FILE, JSON.stringify({ ms: performance.now() - from, code })));
  return child;
};
require("node:module").syncBuiltinESMExports();
`;

interface Client {
  /** Its home; `.claude/settings.json` there holds its hooks. */
  home: string;
  app: RunningMascot | null;
}

function clientOf(folder: string, name: string, app: RunningMascot | null): Client {
  const home = join(folder, `client-${name}`);
  const config = join(home, ".claude");
  mkdirSync(config, { recursive: true });
  if (app) {
    const env = { PATH: plainPath(), HOME: home, MASCOT_HOME: app.home, CLAUDE_CONFIG_DIR: config };
    const done = spawnSync(process.execPath, [join(process.cwd(), "dist", "forwarder", "agent-mascot.mjs"), "hooks", "install", "--yes", "--client-version", "2.1.332"], { env, encoding: "utf8" });
    if (done.status !== 0) throw new Error(`hooks install: ${done.stderr}${done.stdout}`);
  }
  return { home, app };
}

interface Hooks {
  hooks: Record<string, unknown>;
}

/** A client with hooks for the same events, each of which only reads what it gets. */
function emptyHooksOf(folder: string, like: Client): Client {
  return hooksLike(like, clientOf(folder, "empty", null), "read -r payload; :", () => true);
}

/** Those with which the bound's machine was measured (contract §5): two a tool. */
const OF_TOOLS: readonly string[] = ["PreToolUse", "PostToolUse", "PostToolUseFailure"];

function readingHooksOf(folder: string, like: Client): Client {
  return hooksLike(like, clientOf(folder, "reading", null), "cat >/dev/null", (event) => OF_TOOLS.includes(event));
}

function hooksLike(like: Client, client: Client, line: string, wanted: (event: string) => boolean): Client {
  const settings = (home: string) => join(home, ".claude", "settings.json");
  const { hooks } = JSON.parse(readFileSync(settings(like.home), "utf8"), (key, value) => (key === "command" ? line : value)) as Hooks;
  writeFileSync(settings(client.home), JSON.stringify({ hooks: Object.fromEntries(Object.entries(hooks).filter(([event]) => wanted(event))) } satisfies Hooks));
  return client;
}

/** @returns ms from the client's start to its end  @throws when it failed, or its hooks did not arrive */
async function runOnce(folder: string, { home, app }: Client, quiet: () => Promise<void>): Promise<number> {
  await quiet();
  const before = app ? await countDeliveries(app.home) : 0;
  const project = mkdtempSync(join(folder, "project-"));
  const stopwatch = join(project, "..", "stopwatch.json");
  const env = { PATH: plainPath(), HOME: homedir(), STOPWATCH_FILE: stopwatch, ...(process.env.HARNESS_CACHE ? { HARNESS_CACHE: process.env.HARNESS_CACHE } : {}) };
  // Not waited for by a blocking call: the apps' pipes and timers of this process go on.
  const output = await outputOf(["--require", join(folder, "stopwatch.cjs"), join(harness, "drive.mjs"), "--project", project, "--scenario", "basic", "--home", home], env);
  const { ms, code } = JSON.parse(readFileSync(stopwatch, "utf8")) as { ms: number; code: number };
  if (code !== 0 || !output.includes("final answer")) throw new Error(`the client ended ${code}: ${output}`);
  if (app) await until(async () => (await countDeliveries(app.home)) >= before + LEAST_HOOKS, { withinMs: WITHIN_MS, everyMs: 100, what: "the client's hooks arrive" });
  return ms;
}

/** Start and end of a session, its prompt, and two of each of its nine tools at least. */
const LEAST_HOOKS = 20;

function outputOf(args: string[], env: NodeJS.ProcessEnv): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { env, stdio: ["ignore", "pipe", "inherit"] });
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (text) => (output += text));
    child.once("error", reject).once("close", () => resolve(output));
  });
}

/** What the run before left to draw or to write is done: it must not burden the next. */
async function quietOf(apps: readonly RunningMascot[]): Promise<void> {
  const spent = () => apps.reduce((sum, app) => sum + total(processorSecondsByKind(app.pid)), 0);
  await until(async () => {
    const before = spent();
    await wait(500);
    return spent() - before <= 0.04;
  }, { withinMs: WITHIN_MS, everyMs: 0, what: "the app rests" });
}

async function measure(): Promise<Report> {
  return withFolder((folder) =>
    withMascot(join(folder, "v"), (visible) =>
      withMascot(join(folder, "h"), async (hidden) => {
        writeFileSync(join(folder, "stopwatch.cjs"), STOPWATCH);
        const quiet = () => quietOf([visible, hidden]);
        const clients = { off: clientOf(folder, "off", null), visible: clientOf(folder, "visible", visible), hidden: clientOf(folder, "hidden", hidden) };
        const ways = { ...clients, empty: emptyHooksOf(folder, clients.hidden), reading: readingHooksOf(folder, clients.hidden) };
        const run = (client: Client) => () => runOnce(folder, client, quiet);
        const all = { off: run(ways.off), reading: run(ways.reading), empty: run(ways.empty), visible: run(ways.visible), hidden: run(ways.hidden) };
        const first = await inTurn(all, FIRST_SESSIONS, 0);
        const times = await inTurn(all, ROUNDS, 0);
        await quiet();
        const hooks = (await countDeliveries(hidden.home)) / (FIRST_SESSIONS + ROUNDS);
        return reportOf(first, times, hooks);
      }, { MASCOT_HIDDEN: "1" }),
    ),
  );
}

type Times = Record<"off" | "reading" | "empty" | "visible" | "hidden", number[]>;

function reportOf(first: Times, times: Times, hooks: number): Report {
  const veryFirst = (first.visible[0] as number) / (first.off[0] as number);
  const fastest = (way: keyof Times) => (Math.min(...times[way]) / Math.min(...times.off)).toFixed(2);
  const against = (id: string, what: string, way: keyof Times) =>
    compared({ id, what, figure: median(times[way]), unit: "ms", samples: ROUNDS, note: `the fastest run of each: ${fastest(way)} ×`, baseline: { what: "hooks off", figure: median(times.off) } });
  // Round by round: what the machine does besides meets both alike.
  const perHook = (way: keyof Times) => median(times[way].map((ms, round) => ms - (times.off[round] as number))) / hooks;
  const fast = { id: "client.fast_hook", what: `what a hook adds to this run, mascots hidden (${Math.round(hooks)} hooks)`, figure: perHook("hidden"), unit: "ms", samples: ROUNDS };
  return {
    measurements: [
      against("client.basic", "real client, nine tools and a sub-agent, mascots on the screen", "visible"),
      against("client.hidden", "the same, mascots hidden", "hidden"),
      against("client.reading_hooks", "the same, two hooks a tool that only read (`cat >/dev/null`)", "reading"),
      against("client.empty_hooks", "the same, hooks that do nothing", "empty"),
      compared({ ...fast, baseline: { what: "a hook that does nothing", figure: perHook("empty") } }),
      compared({
        id: "client.first_sessions", what: `real client, mascots on the screen, the first ${FIRST_SESSIONS} sessions after the app's start`, figure: median(first.visible), unit: "ms", samples: FIRST_SESSIONS,
        note: `the very first: ${veryFirst.toFixed(2)} ×`, baseline: { what: "hooks off", figure: median(first.off) },
      }),
    ],
    details: { first, times, hooks },
  };
}

function notMeasured(note: string): Report {
  return {
    measurements: [
      { id: "client.basic", what: "real client, nine tools and a sub-agent", figure: null, unit: "ms", note },
      { id: "client.fast_hook", what: "what a hook adds to the real client's run", figure: null, unit: "ms", note },
    ],
  };
}

/** The whole bench again, app and all, where there is loopback only: client, model and app must meet there. The client is fetched before. */
function inNamespace(): void {
  const fetched = spawnSync(process.execPath, [join(harness, "drive.mjs"), "--project", process.cwd(), "--scenario", "install-only"], { stdio: ["ignore", "ignore", "inherit"] });
  if (fetched.status !== 0) return bench(async () => notMeasured("the client could not be fetched"));
  const child = spawn(join(harness, "in-namespace"), [process.execPath, process.argv[1] as string, "--inside"], { stdio: "inherit" });
  child.once("close", (code) => process.exit(code ?? 1));
}

if (process.argv[2] === "--inside") bench(measure);
else if (!harness) bench(async () => notMeasured("MASCOT_CLIENT_HARNESS is not set"));
else if (!existsSync(join(harness, "drive.mjs"))) bench(async () => notMeasured("MASCOT_CLIENT_HARNESS has no drive.mjs"));
else {
  progress("the client runs where there is loopback only");
  inNamespace();
}
