import type { ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { _electron, type ElectronApplication, type Page, expect } from "@playwright/test";
import { installedElectron } from "../../build/electron.mjs";
import { removeFolder } from "../../build/lib/remove-folder.mjs";
import type { AgentView, AppStatus, CollectorFile, DashboardOpen, MascotEvent } from "../../schemas/generated/types.ts";

/** Three times what an orderly end may take. */
const QUIT_WITHIN_MS = 15_000;
const root = path.resolve(import.meta.dirname, "../..");

/** A fresh home under the system's temporary folder; gone with `removeHome`. */
export function newHome(): string {
  return fs.mkdtempSync(path.join(os.tmpdir(), "mascot-e2e-"));
}

/** As a person who has hidden them: for tests that look at the dashboard, the API or the command line alone. */
export function hideMascots(home: string): void {
  fs.writeFileSync(path.join(home, "settings.json"), JSON.stringify({ version: 1, mascots: { visible: false } }));
}

/** Electron's own processes may still write for a moment after the app has ended. */
export function removeHome(home: string): void {
  removeFolder(home);
}

/** For `RunningApp.start`: by a double-click or a terminal. */
export const startedByPerson = { MASCOT_LAUNCHED_BY: "" };

/** The Electron that setup installed. */
export function electronBinary(): string {
  return process.env.MASCOT_ELECTRON ?? installedElectron().executable;
}

/** Root needs it for Chromium's sandbox; see build/electron.mjs. */
export function electronArguments(): string[] {
  return [...(process.getuid?.() === 0 ? ["--no-sandbox"] : []), root];
}

/** The environment of a person's terminal without anything of the test runner's. */
export function plainEnvironment(extra: Record<string, string> = {}): Record<string, string> {
  const keep = ["PATH", "HOME", "USER", "LANG", "DISPLAY", "XAUTHORITY", "DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR", "XDG_CURRENT_DESKTOP"];
  const kept = Object.fromEntries(keep.flatMap((name) => (process.env[name] ? [[name, process.env[name] as string]] : [])));
  return { ...kept, ...extra };
}

/** The client's config folder of a test: never the person's own. */
export function configFolder(home: string): string {
  return path.join(home, "client-config");
}

export class RunningApp {
  /** Once it has ended the tool that drives it no longer tells of it. */
  private readonly process: ChildProcess;

  private constructor(readonly electron: ElectronApplication, readonly home: string) {
    this.process = electron.process();
  }

  /** As a hook starts it: a person's first start would open the tour beside what is looked at (`startedByPerson`). */
  static async start(home: string, env: Record<string, string> = {}, args: string[] = []): Promise<RunningApp> {
    const electron = await _electron.launch({
      executablePath: electronBinary(),
      args: [...electronArguments(), ...args],
      cwd: root,
      env: plainEnvironment({ MASCOT_HOME: home, MASCOT_LAUNCHED_BY: "hook", CLAUDE_CONFIG_DIR: configFolder(home), LANG: "C.UTF-8", ...env }),
    });
    const app = new RunningApp(electron, home);
    await expect.poll(() => collectorFile(home)?.pid, { message: "the app publishes where it listens", timeout: 20_000 }).toBe(electron.process().pid);
    return app;
  }

  get pid(): number {
    return this.process.pid as number;
  }

  isRunning(): boolean {
    const { pid, exitCode, signalCode } = this.process;
    return pid !== undefined && exitCode === null && signalCode === null;
  }

  /** The window with the mascots. */
  async mascots(): Promise<Page> {
    return this.window("mascots.html");
  }

  async window(page: string): Promise<Page> {
    await expect.poll(() => this.electron.windows().some((window) => window.url().includes(page)), { message: `the window ${page} opens` }).toBe(true);
    const window = this.electron.windows().find((candidate) => candidate.url().includes(page)) as Page;
    await window.waitForLoadState("domcontentloaded");
    return window;
  }

  /** As a click on a mascot or a menu does. */
  async openDashboard(target: DashboardOpen): Promise<void> {
    await (await this.mascots()).evaluate((to) => window.mascot.openDashboard(to), target);
  }

  /** What is inside of its frame. */
  async resizeDashboard(width: number, height: number): Promise<void> {
    await this.electron.evaluate(({ BrowserWindow }, to) => BrowserWindow.getAllWindows().find((window) => window.webContents.getURL().includes("dashboard.html"))?.setContentSize(to.width, to.height), { width, height });
    const page = await this.window("dashboard.html");
    await expect.poll(() => page.evaluate(() => [window.innerWidth, window.innerHeight])).toEqual([width, height]);
  }

  /** @throws when the app does not end by itself; it is gone all the same */
  async quit(): Promise<void> {
    const { pid } = this;
    let late: NodeJS.Timeout | undefined;
    const tooLong = new Promise<boolean>((resolve) => {
      late = setTimeout(resolve, QUIT_WITHIN_MS, false);
    });
    const ended = await Promise.race([this.electron.close().then(() => true, () => true), tooLong]);
    clearTimeout(late);
    // Judged by the process: the tool that drives it may wait for other things.
    if (ended || !isAlive(pid)) return;
    process.kill(pid, "SIGKILL");
    throw new Error(`the app did not end within ${QUIT_WITHIN_MS / 1000} s`);
  }

  /** As a power cut would: no handler runs. */
  async kill(): Promise<void> {
    const gone = new Promise<void>((resolve) => this.process.once("exit", () => resolve()));
    process.kill(this.pid, "SIGKILL");
    await gone;
  }

  api<T>(route: string): Promise<T> {
    return api<T>(this.home, route);
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

export function collectorFile(home: string): CollectorFile | null {
  try {
    return JSON.parse(fs.readFileSync(path.join(home, "collector.json"), "utf8")) as CollectorFile;
  } catch {
    return null;
  }
}

export async function api<T>(home: string, route: string, init: RequestInit = {}): Promise<T> {
  const where = collectorFile(home);
  if (!where) throw new Error("the app has never run in this home");
  const token = fs.readFileSync(path.join(home, "token"), "utf8").trim();
  const answer = await fetch(`${where.url}${route}`, { ...init, headers: { authorization: `Bearer ${token}`, ...init.headers } });
  if (!answer.ok) throw new Error(`${route}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
}

export const agentsOf = async (home: string) => (await api<{ items: AgentView[] }>(home, "/api/agents")).items;
export const statusOf = (home: string) => api<AppStatus>(home, "/api/status");

/** Every event of the log, oldest first. */
export async function eventsOf(home: string, query = ""): Promise<MascotEvent[]> {
  const all: MascotEvent[] = [];
  let after = 0;
  for (;;) {
    const { items } = await api<{ items: MascotEvent[] }>(home, `/api/events?after=${after}&limit=1000${query}`);
    all.push(...items);
    if (items.length < 1000) return all;
    after = items.at(-1)?.seq ?? after;
  }
}

/** POST as plain curl would; a token makes it trusted. */
export async function ingest(home: string, payload: unknown, headers: Record<string, string> = {}): Promise<Response> {
  const where = collectorFile(home);
  return fetch(`${where?.url}/ingest`, { method: "POST", headers: { "content-type": "application/json", ...headers }, body: typeof payload === "string" ? payload : JSON.stringify(payload) });
}

export const newSessionId = (): string => randomUUID();

/** Main processes of the app over one home: who has its database open. For the blink between a fork and its exec a child of the app has it open too: wait for the answer with `expect.poll`. */
export function mainProcesses(home: string): number[] {
  const database = path.join(home, "events.db");
  const opens = (pid: string) => {
    try {
      return fs.readdirSync(`/proc/${pid}/fd`).some((fd) => readLink(`/proc/${pid}/fd/${fd}`) === database);
    } catch {
      return false;
    }
  };
  return fs.readdirSync("/proc").filter((name) => /^\d+$/.test(name) && opens(name)).map(Number);
}

function readLink(file: string): string | null {
  try {
    return fs.readlinkSync(file);
  } catch {
    return null;
  }
}
