// The running app against a bare Electron app with one window, in one run: start, memory, rest, and how long an event takes to the screen.
//   npm run bench -- app
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { electronArguments, installedElectron } from "../build/electron.mjs";

const { executable } = installedElectron();
const folder = mkdtempSync(join(tmpdir(), "mascot-bench-"));
const rounds = Number(process.env.APP_BENCH_ROUNDS ?? 7);

/** @typedef {{ pid: number, port: number, startMs: number, quit: () => Promise<void> }} Running */

/**
 * Starts an app and waits for its first HTTP answer.
 * @param {readonly string[]} args
 * @param {Record<string, string>} env
 * @returns {Promise<Running>}
 */
async function start(args, env) {
  const port = await freePort();
  const started = performance.now();
  const child = spawn(executable, args, { env: { ...process.env, ...env, MASCOT_PORT: String(port) }, stdio: "ignore" });
  const gone = new Promise((resolve) => child.once("exit", resolve));
  await until(() => answers(port), 30_000, 5);
  const quit = async () => {
    child.kill("SIGTERM");
    await Promise.race([gone, wait(5_000).then(() => child.kill("SIGKILL"))]);
  };
  return { pid: child.pid ?? 0, port, startMs: performance.now() - started, quit };
}

/** A window with a page that does nothing, and an HTTP server. */
function startBare() {
  const bare = join(folder, "bare");
  mkdirSync(bare, { recursive: true });
  writeFileSync(join(bare, "package.json"), '{"name":"bare","main":"main.cjs"}');
  writeFileSync(
    join(bare, "main.cjs"),
    `const { app, BrowserWindow } = require("electron");
     app.setPath("userData", ${JSON.stringify(join(folder, "bare-data"))});
     require("node:http").createServer((_, answer) => answer.end("ok")).listen(Number(process.env.MASCOT_PORT), "127.0.0.1");
     app.whenReady().then(() => new BrowserWindow({ webPreferences: { sandbox: true } }).loadURL("data:text/html,bare"));`,
  );
  return start([...electronArguments().slice(0, -1), bare], {});
}

/**
 * @param {string} home
 * @param {Record<string, string>} [env]
 */
const startMascot = (home, env = {}) => start(electronArguments(), { MASCOT_HOME: join(folder, home), ...env });

async function measureStart() {
  const times = { bare: /** @type {number[]} */ ([]), mascot: /** @type {number[]} */ ([]) };
  for (let round = 0; round < rounds; round++) {
    const bare = await startBare();
    times.bare.push(bare.startMs);
    await bare.quit();
    const mascot = await startMascot("start");
    times.mascot.push(mascot.startMs);
    await mascot.quit();
  }
  const [bareMs, mascotMs] = [median(times.bare), median(times.mascot)];
  return { rounds, bareMs: round(bareMs), mascotMs: round(mascotMs), ratio: round(mascotMs / bareMs) };
}

/** Both run at once: what they share of Electron's files, and with other apps on it, then counts the same for both. */
async function measureMemory() {
  const bare = await startBare();
  const mascot = await startMascot("memory");
  for (let agent = 0; agent < 10; agent++) await work(mascot.port, `memory-${agent}`);
  await wait(8_000);
  const [bareMb, mascotMb] = [pssOf(bare.pid), pssOf(mascot.pid)];
  await Promise.all([bare.quit(), mascot.quit()]);
  return { agents: 10, bareMb: round(bareMb), mascotMb: round(mascotMb), ratio: round(mascotMb / bareMb) };
}

async function measureRest() {
  return {
    visiblePercent: await restOf(await startMascot("visible")),
    hiddenPercent: await restOf(await startMascot("hidden", { MASCOT_HIDDEN: "1" })),
  };
}

/** @param {Running} app */
async function restOf(app) {
  for (let agent = 0; agent < 5; agent++) {
    await work(app.port, `rest-${agent}`);
    await post(app.port, { session_id: `rest-${agent}`, hook_event_name: "Stop", stop_hook_active: false, last_assistant_message: "Done." });
  }
  await wait(10_000); // They celebrate first.
  const [before, seconds] = [processorSeconds(app.pid), 20];
  await wait(seconds * 1_000);
  const percent = round(((processorSeconds(app.pid) - before) / seconds) * 100);
  await app.quit();
  return percent;
}

/** One agent changes its state every 150 ms while nine others make 100 events a second. */
async function measurePixels() {
  const { _electron } = await import("@playwright/test");
  const port = await freePort();
  const env = { ...process.env, MASCOT_HOME: join(folder, "pixels"), MASCOT_PORT: String(port) };
  const electron = await _electron.launch({ executablePath: executable, args: electronArguments(), env: /** @type {Record<string, string>} */ (env) });
  try {
    await until(() => answers(port), 30_000, 50);
    await work(port, "probe");
    const page = await until(async () => electron.windows().find((window) => window.url().includes("mascots.html")), 20_000, 50);
    const figure = await until(() => page.$('.figure[data-agent="probe"], .figure'), 20_000, 50);
    await page.evaluate(watchFigure, figure);
    let busy = true;
    const noise = (async () => {
      for (let n = 0; busy; n++) {
        // One answer is awaited before the next is sent: a slow machine must not pile them up.
        const sent = performance.now();
        await tool(port, `noise-${n % 9}`, n % 2 ? "Read" : "Bash");
        await wait(Math.max(0, 10 - (performance.now() - sent)));
      }
    })();
    const sent = [];
    for (let n = 0; n < 100; n++) {
      sent.push(Date.now());
      await tool(port, "probe", n % 2 ? "Bash" : "Read");
      await wait(150);
    }
    busy = false;
    await noise;
    const drawn = /** @type {number[]} */ (await page.evaluate("window.drawnAt"));
    return figuresOf(sent, drawn);
  } finally {
    await electron.close();
  }
}

/**
 * Runs in the page: notes when a change of the figure's state has been painted.
 * @param {any} figure
 */
function watchFigure(figure) {
  const page = /** @type {any} */ (globalThis);
  page.drawnAt = [];
  new page.MutationObserver(() => page.requestAnimationFrame(() => page.setTimeout(() => page.drawnAt.push(Date.now())))).observe(figure, {
    attributes: true,
    attributeFilter: ["data-state"],
  });
}

/**
 * Each change belongs to the last event sent before it.
 * @param {readonly number[]} sent
 * @param {readonly number[]} drawn
 */
function figuresOf(sent, drawn) {
  const latencies = drawn
    .map((at) => at - Math.max(...sent.filter((time) => time <= at)))
    .filter(Number.isFinite)
    .sort((a, b) => a - b);
  const at = (/** @type {number} */ share) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))];
  return { changes: latencies.length, p50Ms: at(0.5), p95Ms: latencies.length >= 50 ? at(0.95) : undefined };
}

/**
 * @param {number} port
 * @param {string} session
 */
async function work(port, session) {
  await post(port, { session_id: session, hook_event_name: "SessionStart", source: "startup", cwd: `/work/${session}` });
  await post(port, { session_id: session, hook_event_name: "UserPromptSubmit", prompt: "do it", cwd: `/work/${session}` });
  await tool(port, session, "Bash");
}

/**
 * @param {number} port
 * @param {string} session
 * @param {string} name
 */
function tool(port, session, name) {
  const call = `toolu_${session}_${Math.random()}`;
  return post(port, { session_id: session, hook_event_name: "PreToolUse", tool_name: name, tool_use_id: call, tool_input: { command: "ls", file_path: "/a" } });
}

/**
 * @param {number} port
 * @param {Record<string, unknown>} payload
 */
async function post(port, payload) {
  const token = readFileSync(join(folder, homeOf(port), "token"), "utf8").trim();
  const headers = { "Content-Type": "application/json", Authorization: `Bearer ${token}` };
  // A client that lives: sessions of dead ones leave.
  const body = JSON.stringify({ transcript_path: "/none.jsonl", _meta: { client_pid: process.pid }, ...payload });
  const answer = await fetch(`http://127.0.0.1:${port}/ingest`, { method: "POST", headers, body });
  if (!answer.ok) throw new Error(`POST /ingest: ${answer.status} ${await answer.text()}`);
}

/** @param {number} port */
function homeOf(port) {
  const home = readdirSync(folder).find((name) => {
    try {
      return JSON.parse(readFileSync(join(folder, name, "collector.json"), "utf8")).port === port;
    } catch {
      return false;
    }
  });
  if (!home) throw new Error(`no app listens on ${port}`);
  return home;
}

/** @param {number} port */
async function answers(port) {
  return fetch(`http://127.0.0.1:${port}/health`).then((answer) => answer.ok, () => false);
}

/** @param {number} root */
function family(root) {
  const parents = readdirSync("/proc").filter((name) => /^\d+$/.test(name)).map((pid) => [Number(pid), Number(statOf(pid)[1])]);
  const members = new Set([root]);
  for (let size = 0; size !== members.size; ) {
    size = members.size;
    for (const [pid = 0, parent = 0] of parents) if (members.has(parent)) members.add(pid);
  }
  return [...members];
}

/** The fields after the name: state, parent, … @param {string | number} pid */
function statOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  } catch {
    return [];
  }
}

/** @param {number} root @returns {number} MB of all processes, shared pages counted by share */
function pssOf(root) {
  const sizes = family(root).map((pid) => {
    try {
      return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))?.[1] ?? 0);
    } catch {
      return 0;
    }
  });
  return sizes.reduce((sum, kb) => sum + kb, 0) / 1024;
}

/** @param {number} root @returns {number} processor time of all processes so far */
function processorSeconds(root) {
  const ticks = family(root).map((pid) => Number(statOf(pid)[11] ?? 0) + Number(statOf(pid)[12] ?? 0));
  return ticks.reduce((sum, value) => sum + value, 0) / 100;
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve) => {
    const server = createServer();
    server.listen(0, "127.0.0.1", () => {
      const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
      server.close(() => resolve(port));
    });
  });
}

/**
 * @template T
 * @param {() => T | Promise<T>} condition
 * @param {number} timeoutMs
 * @param {number} everyMs
 * @returns {Promise<NonNullable<T>>}
 */
async function until(condition, timeoutMs, everyMs) {
  const deadline = performance.now() + timeoutMs;
  while (performance.now() < deadline) {
    const result = await condition();
    if (result) return result;
    await wait(everyMs);
  }
  throw new Error(`waited ${timeoutMs} ms in vain: ${condition}`);
}

/** @param {readonly number[]} values */
function median(values) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** @param {number} value */
function round(value) {
  return Math.round(value * 100) / 100;
}

try {
  const figures = { start: await measureStart(), memory: await measureMemory(), resting: await measureRest(), pixels: await measurePixels() };
  console.log(JSON.stringify(figures, null, 1));
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
}
