/** The real app, and the bare Electron app that it is compared with. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync } from "node:fs";
import { get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { freePorts } from "../../build/lib/free-ports.mjs";
import { removeFolder } from "../../build/lib/remove-folder.mjs";

const projectRoot = process.cwd();
const START_WITHIN_MS = 60_000;
const QUIT_WITHIN_MS = 10_000;

export interface Running {
  pid: number;
  port: number;
  /** From the spawn to the first `200` of /health, in ms. */
  startMs: number;
  /** The orderly way; the process is gone afterwards. */
  quit(): Promise<void>;
}

export interface RunningMascot extends Running {
  home: string;
  token: string;
  socket: string;
}

/** A folder of this bench alone, gone when the work is done. */
export async function withFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  // Short: a socket's path is bounded.
  const folder = mkdtempSync(join(tmpdir(), "mb-"));
  try {
    return await work(folder);
  } finally {
    // Electron's helpers may still write for a moment.
    removeFolder(folder);
  }
}

export async function withMascot<Result>(home: string, work: (app: RunningMascot) => Promise<Result>, env: Record<string, string> = {}): Promise<Result> {
  const app = await startMascot(home, env);
  try {
    return await work(app);
  } finally {
    await app.quit();
  }
}

/** As a hook starts it: no window but the mascots'. */
export async function startMascot(home: string, env: Record<string, string> = {}): Promise<RunningMascot> {
  const port = await freePorts();
  const running = await start([projectRoot], port, { ...mascotEnvironment(home, port), ...env });
  return { ...running, home, token: readFileSync(join(home, "token"), "utf8").trim(), socket: join(home, "mascot.sock") };
}

export function mascotEnvironment(home: string, port: number): Record<string, string> {
  const config = join(home, "client-config");
  mkdirSync(config, { recursive: true });
  return { ...plainEnvironment(), MASCOT_HOME: home, MASCOT_PORT: String(port), MASCOT_LAUNCHED_BY: "hook", CLAUDE_CONFIG_DIR: config };
}

/** One window with an empty page, and an HTTP server that says ok. */
export async function startBare(folder: string): Promise<Running> {
  const port = await freePorts();
  return start([join(projectRoot, "bench", "bare-app")], port, { ...plainEnvironment(), BARE_PORT: String(port), BARE_DATA: join(folder, "bare-data") });
}

export async function withBare<Result>(folder: string, work: (app: Running) => Promise<Result>): Promise<Result> {
  const app = await startBare(folder);
  try {
    return await work(app);
  } finally {
    await app.quit();
  }
}

export function electronExecutable(): string {
  const executable = process.env.MASCOT_ELECTRON;
  if (!executable) throw new Error("MASCOT_ELECTRON is not set: run it by `npm run bench -- --only=<name>`");
  return executable;
}

/** Chromium's sandbox refuses root, and root is who people are in a container. */
export const electronSwitches = (): string[] => (process.getuid?.() === 0 ? ["--no-sandbox"] : []);

/** A person's terminal without anything of the bench's. */
export function plainEnvironment(): Record<string, string> {
  const keep = ["PATH", "HOME", "USER", "DISPLAY", "XAUTHORITY", "DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR", "XDG_SESSION_TYPE"];
  const kept = keep.flatMap((name) => (process.env[name] ? [[name, process.env[name] as string]] : []));
  return { ...Object.fromEntries(kept), PATH: plainPath(), LANG: "C.UTF-8" };
}

/** Without the folders that npm puts before a script's path: a shell would search each of them for every program. */
export function plainPath(): string {
  const folders = (process.env.PATH ?? "").split(":");
  return folders.filter((folder) => !/\/node_modules\/\.bin$|\/node-gyp-bin$/.test(folder)).join(":");
}

async function start(args: string[], port: number, env: Record<string, string>): Promise<Running> {
  const from = performance.now();
  const child = spawn(electronExecutable(), [...electronSwitches(), ...args], { cwd: projectRoot, env, stdio: "ignore" });
  const gone = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  await until(() => answersHealth(port), { withinMs: START_WITHIN_MS, everyMs: 4, what: "the app answers" });
  return { pid: child.pid as number, port, startMs: performance.now() - from, quit: () => end(child, gone) };
}

async function end(child: ChildProcess, gone: Promise<void>): Promise<void> {
  child.kill("SIGTERM");
  const late = setTimeout(() => child.kill("SIGKILL"), QUIT_WITHIN_MS);
  await gone;
  clearTimeout(late);
}

function answersHealth(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get({ host: "127.0.0.1", port, path: "/health", agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    request.on("error", () => resolve(false));
  });
}

/** @throws when the condition did not come true in time */
export async function until<Value>(condition: () => Value | Promise<Value>, { withinMs, everyMs, what }: { withinMs: number; everyMs: number; what: string }): Promise<NonNullable<Value>> {
  const deadline = performance.now() + withinMs;
  while (performance.now() < deadline) {
    const value = await condition();
    if (value) return value as NonNullable<Value>;
    await wait(everyMs);
  }
  throw new Error(`not within ${withinMs} ms: ${what}`);
}
