// How long a hook command takes from start to end, for each way it can go (DESIGN §11). Every way is run in turn within one round, in a
// clean environment, so that the ratios hold on a busy machine too.
//   node bench/hook-lanes.bench.mjs [rounds]      prints JSON
import { spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const PAYLOAD = JSON.stringify({
  session_id: "5d0f6b0e-6a0e-4a53-9c63-0d1cf1a0bb01", transcript_path: "/home/dev/.claude/projects/-w/x.jsonl", cwd: "/w", prompt_id: "p1",
  permission_mode: "default", hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: { command: "npm test", description: "Runs the tests" }, tool_use_id: "toolu_01",
});

/**
 * @param {{ rounds?: number }} [options]
 * @returns {Promise<{ name: string, rounds: number, medianMs: Record<string, number>, ratioToNode: Record<string, number>, ratioToCurl: Record<string, number> }>}
 */
export async function hookLanes({ rounds = 41 } = {}) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "mascot-bench-"));
  const servers = [];
  try {
    const { installedLine } = await bundle(folder);
    const up = home(folder, "up");
    const down = home(folder, "down");
    const { child, port } = await fakeCollector(folder, up);
    servers.push(child);
    fs.writeFileSync(path.join(up, "app.pid"), `${child.pid}\n`);
    fs.mkdirSync(path.join(up, "answers"));
    fs.writeFileSync(path.join(up, "answers", "PermissionDenied"), "");
    const shell = (event, at) => ["/bin/sh", ["-c", installedLine({ event, home: at, node: process.execPath })]];
    const ways = {
      node: [process.execPath, ["-e", "0"]],
      answer_lane: shell("PermissionDenied", up),
      by_hand_tcp: [process.execPath, [path.join(folder, "forward-to-mascot.mjs")], { MASCOT_HOME: up, MASCOT_COLLECTOR_URL: `http://127.0.0.1:${port}` }],
      app_down: shell("SessionStart", down),
      fast_lane: shell("PreToolUse", up),
      curl: ["curl", ["-s", "-o", "/dev/null", "-H", "Content-Type: application/json", "--data-binary", "@-", `http://127.0.0.1:${port}/ingest`]],
      shell_only: ["/bin/sh", ["-c", ":"]],
    };
    return figures(await inTurn(ways, rounds), rounds);
  } finally {
    for (const server of servers) server.kill();
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

async function bundle(folder) {
  const common = { bundle: true, platform: "node", target: "node18", minify: true, absWorkingDir: root, logLevel: "error" };
  const entry = ["forwarder/forward-to-mascot.ts"];
  await build({ ...common, entryPoints: entry, format: "cjs", outfile: path.join(folder, "forward-to-mascot.cjs") });
  await build({ ...common, entryPoints: entry, format: "esm", outfile: path.join(folder, "forward-to-mascot.mjs") });
  const line = path.join(folder, "installed-line.mjs");
  await build({ ...common, entryPoints: ["forwarder/settings/installed-line.ts"], format: "esm", outfile: line });
  return import(line);
}

function home(folder, name) {
  const at = path.join(folder, name);
  for (const sub of ["", "spool", "bin"]) fs.mkdirSync(path.join(at, sub), { mode: 0o700 });
  fs.writeFileSync(path.join(at, "installed"), "");
  fs.writeFileSync(path.join(at, "token"), "ab".repeat(32), { mode: 0o600 });
  fs.copyFileSync(path.join(folder, "forward-to-mascot.cjs"), path.join(at, "bin", "forward-to-mascot.cjs"));
  return at;
}

/** A collector that stores nothing, in a process of its own so that it does not share our event loop. */
async function fakeCollector(folder, at) {
  const file = path.join(folder, "fake-collector.cjs");
  fs.writeFileSync(file, FAKE_COLLECTOR);
  const child = spawn(process.execPath, [file, at], { stdio: ["ignore", "pipe", "inherit"] });
  const port = await new Promise((resolve) => child.stdout.once("data", (text) => resolve(Number(String(text)))));
  return { child, port };
}

const FAKE_COLLECTOR = `
const http = require("http"), crypto = require("crypto"), fs = require("fs"), home = process.argv[2];
const token = fs.readFileSync(home + "/token", "utf8");
function answer(request, response) {
  if (request.url === "/health") {
    const text = ["health", request.headers["x-mascot-challenge"], request.headers.host, process.pid].join("\\n");
    response.setHeader("X-Mascot-Pid", process.pid);
    response.setHeader("X-Mascot-Proof", crypto.createHmac("sha256", token).update(text).digest("hex"));
    return response.end("ok");
  }
  request.resume().on("end", () => response.end('{"status":"stored","event_ids":[]}'));
}
http.createServer(answer).listen(home + "/mascot.sock");
const tcp = http.createServer(answer).listen(0, "127.0.0.1", () => console.log(tcp.address().port));
`;

async function inTurn(ways, rounds) {
  const times = Object.fromEntries(Object.keys(ways).map((name) => [name, []]));
  for (let round = -2; round < rounds; round++) {
    for (const [name, [command, args, env]] of Object.entries(ways)) {
      const ms = timeOnce(command, args, env);
      if (round >= 0) times[name].push(ms);
    }
  }
  return times;
}

function timeOnce(command, args, env = {}) {
  const start = process.hrtime.bigint();
  spawnSync(command, args, { input: PAYLOAD, env: { PATH: process.env.PATH, HOME: os.homedir(), ...env } });
  return Number(process.hrtime.bigint() - start) / 1e6;
}

function figures(times, rounds) {
  const medianMs = Object.fromEntries(Object.entries(times).map(([name, list]) => [name, median(list)]));
  const ratio = (to) => Object.fromEntries(Object.entries(medianMs).map(([name, ms]) => [name, round(ms / medianMs[to])]));
  const rounded = Object.fromEntries(Object.entries(medianMs).map(([name, ms]) => [name, round(ms)]));
  return { name: "hook-lanes", rounds, medianMs: rounded, ratioToNode: ratio("node"), ratioToCurl: ratio("curl") };
}

function median(list) {
  return [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];
}

function round(value) {
  return Math.round(value * 100) / 100;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  console.log(JSON.stringify(await hookLanes({ rounds: Number(process.argv[2]) || 41 }), null, 2));
}
