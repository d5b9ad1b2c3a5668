/**
 * Bridges cost hooks nothing, carry much when there is much, and stay within the limits of others: hooks while every bridge is on and its server never answers, against all
 * off, in turn; a full outbox into a real PostgreSQL; three hundred replies in a minute to a Discord that counts.
 *   npm run bench -- --only=bridges
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { DiscordServer, TOKEN } from "../app/bridges/testing/discord-server.ts";
import { OtlpReceiver } from "../app/bridges/testing/otlp-receiver.ts";
import { DEFAULT_SETTINGS } from "../app/home/settings-file.ts";
import type { BridgesRules } from "../schemas/generated/types.ts";
import { type RunningMascot, until, withFolder, withMascot } from "./support/apps.ts";
import { drain } from "./support/bridges-drain.ts";
import { bench, compared, type Measurement, progress, type Report, rounded } from "./support/report.ts";
import { inTurn, median } from "./support/statistics.ts";

const ROUNDS = Number(process.env.BRIDGES_BENCH_ROUNDS ?? 41);
const HOOKS_A_ROUND = 15;
const ROWS = Number(process.env.BRIDGES_BENCH_ROWS ?? 100_000);
const REPLIES = Number(process.env.BRIDGES_BENCH_REPLIES ?? 300);
const REPLIES_WITHIN_MS = Number(process.env.BRIDGES_BENCH_MINUTE_MS ?? 60_000);
const TURNS = Number(process.env.BRIDGES_BENCH_TURNS ?? 200);
const SESSIONS = 4;
const ARRIVED_WITHIN_MS = 180_000;
const CHANNEL = "700000000000000001";
const OFF = DEFAULT_SETTINGS.bridges as BridgesRules;

function post(app: RunningMascot, payload: object): Promise<void> {
  const body = JSON.stringify(payload);
  const headers = { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(body), Host: "localhost" };
  return new Promise((resolve, reject) => {
    const sent = request({ socketPath: app.socket, method: "POST", path: "/ingest", headers }, (response) => {
      response.resume().on("end", () => (response.statusCode === 200 ? resolve() : reject(new Error(`/ingest: ${response.statusCode}`))));
    });
    sent.on("error", reject).end(body);
  });
}

let made = 0;
const hook = (event: string, session: string, cwd: string, more: object = {}) => ({ hook_event_name: event, session_id: session, cwd, ...more, _meta: { client_pid: process.pid, project_dir: cwd, delivery_id: `bridges-${++made}` } });

/** Takes connections and never says a word. */
async function withBlackHole<Result>(work: (port: number) => Promise<Result>): Promise<Result> {
  const sockets = new Set<Socket>();
  const hole = createServer((socket) => void sockets.add(socket.on("error", () => undefined)));
  await new Promise<void>((resolve) => hole.listen(0, "127.0.0.1", resolve));
  try {
    return await work((hole.address() as AddressInfo).port);
  } finally {
    for (const socket of sockets) socket.destroy();
    hole.close();
  }
}

/** A home as a person left it who turned these bridges on for this project. */
function homeWith(folder: string, name: string, bridges: BridgesRules): string {
  const home = join(folder, name);
  mkdirSync(home, { mode: 0o700 });
  writeFileSync(join(home, "settings.json"), JSON.stringify({ ...DEFAULT_SETTINGS, bridges }), { mode: 0o600 });
  const secret = (value: string) => ({ sealed: false, value: Buffer.from(value).toString("base64") });
  writeFileSync(join(home, "secrets.json"), JSON.stringify({ discord_token: secret(TOKEN), postgres_password: secret("none") }), { mode: 0o600 });
  return home;
}

const discordRules = (project: string) => ({ ...OFF.discord, enabled: true, channel: CHANNEL, projects: { [project]: { channel: null } } });

function allOn(project: string, port: number): BridgesRules {
  return {
    ...OFF, discord: discordRules(project), postgres: { ...OFF.postgres, enabled: true, host: "127.0.0.1", port, database: "d", user: "u", projects: { [project]: "all" } },
    opentelemetry: { ...OFF.opentelemetry, enabled: true, endpoint: `http://127.0.0.1:${port}`, projects: { [project]: "all" } },
  };
}

/** Both apps stand at once and are asked in turn, so that whatever the machine does meets them alike. */
async function hooks(): Promise<Measurement> {
  return withFolder((folder) => withBlackHole((port) => {
    const project = join(folder, "work");
    mkdirSync(project);
    return withMascot(homeWith(folder, "off", OFF), (off) =>
      withMascot(homeWith(folder, "on", allOn(project, port)), async (on) => {
        const timed = (app: RunningMascot) => async () => {
          const times: number[] = [];
          for (let n = 0; n < HOOKS_A_ROUND; n++) {
            const payload = hook(n === 0 ? "UserPromptSubmit" : n % 2 === 1 ? "PreToolUse" : "PostToolUse", "s", project, n === 0 ? { prompt: "water the beans" } : { tool_name: "Bash", tool_use_id: `t${Math.ceil(n / 2)}`, tool_input: { command: "ls" } });
            const from = performance.now();
            await post(app, payload);
            times.push(performance.now() - from);
          }
          return median(times);
        };
        for (const app of [off, on]) await post(app, hook("SessionStart", "s", project, { source: "startup" }));
        const { off: without, on: withAll } = await inTurn({ off: timed(off), on: timed(on) }, ROUNDS, 3);
        const [figure, baseline] = [median(withAll), median(without)];
        return { ...compared({ id: "bridges.hook", what: "a hook waits longer while all bridges are on and their servers never answer", figure, unit: "ms", samples: ROUNDS * HOOKS_A_ROUND, baseline: { what: "all bridges off", figure: baseline } }), figure: rounded(figure - baseline), note: "the figure is the difference; the ratio is of the whole" };
      }, { MASCOT_DISCORD_API: `http://127.0.0.1:${port}/api` }));
  }));
}

async function outbox(): Promise<Measurement[]> {
  const { rows, perSecond, microsHere, microsThere, lostOrDoubled, bytesThere } = await drain(ROWS);
  return [
    { id: "bridges.drain", what: "rows of the outbox into a PostgreSQL on this computer, on its disk", figure: perSecond, unit: "/s", samples: rows },
    { id: "bridges.drain_lost_or_doubled", what: "rows lost or doubled in that", figure: lostOrDoubled, unit: "", samples: rows },
    { id: "bridges.drain_cpu", what: "processor time of a row here, all threads", figure: microsHere, unit: "µs", samples: rows },
    { id: "bridges.drain_cpu_there", what: "processor time of a row in PostgreSQL, all processes", figure: microsThere, unit: "µs", samples: rows },
    { id: "bridges.drain_bytes", what: "a row in PostgreSQL, with its indexes", figure: bytesThere, unit: "B", samples: rows },
  ];
}

/** By the whole app, from hook to thread. */
async function replies(): Promise<Measurement[]> {
  const server = await DiscordServer.start();
  server.channels.set(CHANNEL, { kind: "text", allowed: true });
  try {
    return await withFolder((folder) => {
      const project = join(folder, "work");
      mkdirSync(project);
      return withMascot(homeWith(folder, "home", { ...OFF, discord: discordRules(project) }), async (app) => {
        for (let n = 0; n < SESSIONS; n++) await post(app, hook("SessionStart", `s${n}`, project, { source: "startup" }));
        const from = performance.now();
        for (let n = 0; n < REPLIES; n++) {
          await wait(Math.max(0, from + (n * REPLIES_WITHIN_MS) / REPLIES - performance.now()));
          await post(app, hook("UserPromptSubmit", `s${n % SESSIONS}`, project, { prompt: `question ${n}` }));
          await post(app, hook("Stop", `s${n % SESSIONS}`, project, { last_assistant_message: `reply number ${n}. ${"It says what was done. ".repeat(6)}` }));
        }
        const missing = () => {
          const all = [...server.threads.keys()].flatMap((id) => server.said(id)).join("\n");
          return Array.from({ length: REPLIES }, (_, n) => n).filter((n) => !all.includes(`reply number ${n}.`)).length;
        };
        await until(() => missing() === 0, { withinMs: ARRIVED_WITHIN_MS, everyMs: 200, what: "every reply is in its thread" }).catch(() => undefined);
        return [
          { id: "bridges.discord_violations", what: `requests beyond Discord's limits, ${REPLIES} replies in ${REPLIES_WITHIN_MS / 1000} s`, figure: server.violations, unit: "", samples: server.requests.length },
          { id: "bridges.discord_missing", what: "replies of those that are in no thread", figure: missing(), unit: "", samples: REPLIES },
          { id: "bridges.discord_last", what: "the last of them is in its thread, after the first was given", figure: rounded((performance.now() - from) / 1000), unit: "s", samples: 1 },
        ];
      }, { MASCOT_DISCORD_API: server.base });
    });
  } finally {
    await server.close();
  }
}

/** By the whole app, from hook to a receiver that knows the protocol. */
async function traces(): Promise<Measurement[]> {
  const receiver = await OtlpReceiver.start();
  try {
    return await withFolder((folder) => {
      const project = join(folder, "work");
      mkdirSync(project);
      const rules = { ...OFF.opentelemetry, enabled: true, endpoint: receiver.endpoint, projects: { [project]: "metadata" as const } };
      return withMascot(homeWith(folder, "home", { ...OFF, opentelemetry: rules }), async (app) => {
        await post(app, hook("SessionStart", "s", project, { source: "startup" }));
        for (let n = 0; n < TURNS; n++) {
          const call = { tool_name: "Bash", tool_use_id: `toolu_${n}`, tool_input: { command: "ls" } };
          for (const [event, more] of [["UserPromptSubmit", { prompt: `question ${n}`, prompt_id: `p${n}` }], ["PreToolUse", call], ["PostToolUse", { ...call, tool_response: { stdout: "beans" } }], ["Stop", { last_assistant_message: "done", prompt_id: `p${n}` }]] as const) await post(app, hook(event, "s", project, more));
        }
        const missing = () => 2 * TURNS - receiver.spans.filter(({ name }) => name === "turn" || name === "execute_tool Bash").length;
        await until(() => missing() <= 0, { withinMs: ARRIVED_WITHIN_MS, everyMs: 200, what: "every span is there" }).catch(() => undefined);
        return [
          { id: "bridges.otel_missing_or_doubled", what: "spans of turns and calls that the receiver lacks, or has twice", figure: Math.abs(missing()) + receiver.spans.length - new Set(receiver.spans.map(({ spanId }) => spanId)).size, unit: "", samples: 2 * TURNS },
          { id: "bridges.otel_refused", what: "exports that are not in the protocol's form", figure: receiver.faults.length, unit: "", samples: receiver.requests.length },
        ];
      });
    });
  } finally {
    await receiver.close();
  }
}

async function measure(): Promise<Report> {
  progress("hooks, bridges black-holed and off in turn");
  const ofHooks = await hooks();
  progress(`${ROWS} rows into PostgreSQL`);
  const ofOutbox = await outbox();
  progress(`${REPLIES} replies to Discord`);
  const ofReplies = await replies();
  progress(`${TURNS} turns by OpenTelemetry`);
  return { measurements: [ofHooks, ...ofOutbox, ...ofReplies, ...(await traces())] };
}

bench(measure);
