/**
 * How long a hook command takes from start to end, on every way it can go, with the running app and the lines that are really installed.
 * All ways in turn within one round and in an environment of PATH and HOME only, so that the ratios hold on a busy machine too.
 *   npm run bench -- --only=hooks
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { plainPath, type RunningMascot, until, withFolder, withMascot } from "./support/apps.ts";
import { bench, compared, type Report } from "./support/report.ts";
import { withPlainServer } from "./support/plain-server.ts";
import { inTurn, median, quantile } from "./support/statistics.ts";

const ROUNDS = Number(process.env.HOOKS_BENCH_ROUNDS ?? 41);
const forwarder = join(process.cwd(), "dist", "forwarder");

interface Way {
  command: string;
  args: string[];
  env?: Record<string, string>;
  input: string;
}

function payloadOf(event: string): string {
  const tool = { tool_name: "Bash", tool_input: { command: "npm test", description: "Runs the tests" }, tool_use_id: "toolu_01" };
  const session = { session_id: "5d0f6b0e-6a0e-4a53-9c63-0d1cf1a0bb01", transcript_path: "/home/dev/.claude/projects/-w/x.jsonl", cwd: "/tmp", prompt_id: "p1", permission_mode: "default" };
  return `${JSON.stringify({ ...session, hook_event_name: event, ...(event === "SessionStart" ? { source: "startup" } : tool) })}\n`;
}

/** The command that the client would run, from the settings file that our command line wrote. */
function installedWay(home: string, event: string): Way {
  const config = join(home, "client-config");
  mkdirSync(config, { recursive: true });
  const settings = join(config, "settings.json");
  if (!existsSync(settings)) installHooks(home, config);
  const { hooks } = JSON.parse(readFileSync(settings, "utf8")) as { hooks: Record<string, { hooks: { command: string }[] }[]> };
  const command = hooks[event]?.[0]?.hooks[0]?.command;
  if (!command) throw new Error(`no hook is installed for ${event}`);
  return { command: "/bin/sh", args: ["-c", command], input: payloadOf(event) };
}

function installHooks(home: string, config: string): void {
  const env = { PATH: plainPath(), HOME: homedir(), MASCOT_HOME: home, CLAUDE_CONFIG_DIR: config };
  const done = spawnSync(process.execPath, [join(forwarder, "agent-mascot.mjs"), "hooks", "install", "--yes", "--client-version", "2.1.332"], { env, encoding: "utf8" });
  if (done.status !== 0) throw new Error(`hooks install: ${done.stderr}${done.stdout}`);
}

/** A home whose app was never there: its SessionStart hook looks for an app to launch, may not, and spools. */
function homeWithoutApp(folder: string): string {
  const home = join(folder, "down");
  mkdirSync(home, { mode: 0o700 });
  writeFileSync(join(home, "settings.json"), JSON.stringify({ launch: { by_hooks: false } }), { mode: 0o600 });
  return home;
}

/** @throws when a hook would see more than a bare shell gives: what a person's environment loads into Node or sh would be measured too */
function assertClean(): void {
  const names = spawnSync("/usr/bin/env", { env: environment(), encoding: "utf8" }).stdout.trim().split("\n").map((line) => line.split("=", 1)[0]);
  if (names.sort().join(" ") !== "HOME PATH") throw new Error(`the environment is not clean: ${names.join(" ")}`);
}

const environment = (more: Record<string, string> = {}): Record<string, string> => ({ PATH: plainPath(), HOME: homedir(), ...more });

/** The least that a script of Node can do with a payload: no proof of who is there, no signature, nothing kept when nobody is. */
const POSTING_SCRIPT = `
import { connect } from "node:net";
const parts = [];
process.stdin.on("data", (part) => parts.push(part)).on("end", () => {
  const body = Buffer.concat(parts);
  const socket = connect(Number(process.argv[2]), "127.0.0.1", () => {
    socket.write("POST /ingest HTTP/1.1\\r\\nHost: 127.0.0.1\\r\\nContent-Type: application/json\\r\\nContent-Length: " + body.length + "\\r\\n\\r\\n");
    socket.write(body);
  });
  socket.once("data", () => process.exit(0));
});
`;

function postingWay(folder: string, port: number): Way {
  const script = join(folder, "post.mjs");
  writeFileSync(script, POSTING_SCRIPT);
  return { command: process.execPath, args: [script, String(port)], input: payloadOf("PreToolUse") };
}

async function ways(app: RunningMascot, down: string): Promise<Record<string, Way>> {
  const answered = installedWay(app.home, "PostToolUse");
  writeFileSync(join(app.home, "answers", "PostToolUse"), "");
  const url = `http://127.0.0.1:${app.port}`;
  const body = payloadOf("PreToolUse");
  return {
    node: { command: process.execPath, args: ["-e", "0"], input: "" },
    answer_lane: answered,
    by_hand_tcp: { command: process.execPath, args: [join(forwarder, "forward-to-mascot.mjs")], env: { MASCOT_HOME: app.home, MASCOT_COLLECTOR_URL: url }, input: body },
    app_down: installedWay(down, "SessionStart"),
    fast_lane: installedWay(app.home, "PreToolUse"),
    curl: { command: "curl", args: ["-sf", "-o", "/dev/null", "-H", "Content-Type: application/json", "--data-binary", "@-", `${url}/ingest`], input: body },
    shell: { command: "/bin/sh", args: ["-c", ":"], input: "" },
  };
}

/** @throws when the command failed or said something: it then measured something else */
function timeOnce({ command, args, env = {}, input }: Way): number {
  const from = process.hrtime.bigint();
  const done = spawnSync(command, args, { input, env: environment(env), encoding: "utf8" });
  const ms = Number(process.hrtime.bigint() - from) / 1e6;
  if (done.status !== 0 || done.stdout || done.stderr) throw new Error(`${command} ${args.join(" ").slice(0, 80)}: ${done.status} ${done.stdout}${done.stderr}`);
  return ms;
}

async function measure(): Promise<Report> {
  assertClean();
  return withFolder(async (folder) => withPlainServer(async (port) =>
    withMascot(join(folder, "up"), async (app) => {
      const down = homeWithoutApp(folder);
      const all = { ...(await ways(app, down)), raw_post: postingWay(folder, port) };
      const times = await inTurn(Object.fromEntries(Object.entries(all).map(([name, way]) => [name, () => timeOnce(way)])), ROUNDS, 3);
      await until(() => waiting(app.home) === 0, { withinMs: 10_000, everyMs: 50, what: "the app takes in what the fast hooks left" });
      if (waiting(down) !== ROUNDS + 3) throw new Error(`the hooks without an app kept ${waiting(down)} events of ${ROUNDS + 3}`);
      return reportOf(times);
    }),
  ));
}

const waiting = (home: string): number => readdirSync(join(home, "spool")).filter((name) => name.endsWith(".json")).length;

function reportOf(times: Record<string, number[]>): Report {
  const ms = Object.fromEntries(Object.entries(times).map(([name, values]) => [name, median(values)])) as Record<string, number>;
  const against = (id: string, what: string, baseline: "node" | "curl") =>
    compared({ id: `hooks.${id}`, what, figure: ms[id] as number, unit: "ms", samples: ROUNDS, baseline: { what: baseline === "node" ? "`node -e 0`" : "`curl` POST", figure: ms[baseline] as number } });
  return {
    measurements: [
      against("answer_lane", "hook that may be answered, as installed, app up", "node"),
      against("by_hand_tcp", "hook command by hand over TCP", "node"),
      against("app_down", "hook as installed, app down, launch apart", "node"),
      against("fast_lane", "hook of the fast lane, as installed", "curl"),
      against("raw_post", "a script that only posts over a raw socket, to a server that only parses", "node"),
    ],
    details: { path: plainPath(), medianMs: ms, p90Ms: Object.fromEntries(Object.entries(times).map(([name, values]) => [name, quantile(values, 0.9)])) },
  };
}

bench(measure);
