// A person without rights who uses the installed package: an own home, no environment of ours, the real sandbox.
import { spawn } from "node:child_process";
import { chmodSync, chownSync, mkdtempSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { readIfThere } from "../lib/files.mjs";
import { removeFolder } from "../lib/remove-folder.mjs";
import { run } from "../lib/run.mjs";

/** Where the package puts the app. */
export const installedApp = "/usr/lib/agent-mascot/agent-mascot";

export class Visitor {
  /** @type {string} */
  folder;
  /** @type {string} the app's home */
  home;
  /** @type {number} */
  #uid;
  /** @type {string} */
  #display;
  /** @type {number} */
  #port;

  /**
   * @param {number} uid
   * @param {string} display
   * @param {number} port  of the collector; not the usual one, where an app of somebody here may listen
   */
  constructor(uid, display, port) {
    this.#uid = uid;
    this.#display = display;
    this.#port = port;
    this.folder = mkdtempSync(join(tmpdir(), "mascot-visitor-"));
    chmodSync(this.folder, 0o700);
    chownSync(this.folder, uid, uid);
    this.home = join(this.folder, "home");
  }

  /** @param {NodeJS.ProcessEnv} [more] */
  #environment(more) {
    const base = { PATH: "/usr/local/bin:/usr/bin:/bin", HOME: this.folder, LANG: "C.UTF-8", DISPLAY: this.#display };
    return { ...base, MASCOT_HOME: this.home, MASCOT_PORT: String(this.#port), ...more };
  }

  /** @param {readonly string[]} command */
  #asVisitor(command) {
    return ["--reuid", String(this.#uid), "--regid", String(this.#uid), "--clear-groups", ...command];
  }

  /**
   * Runs a command to its end.
   * @param {readonly string[]} command
   * @param {{ env?: NodeJS.ProcessEnv, input?: string }} [options]
   */
  async run(command, { env, input = "" } = {}) {
    const withInput = ["sh", "-c", 'printf %s "$VISITOR_INPUT" | "$@"', "sh", ...command];
    return run("setpriv", this.#asVisitor(withInput), {
      cwd: this.folder,
      env: this.#environment({ ...env, VISITOR_INPUT: input }),
      timeoutMs: 30_000,
    });
  }

  /**
   * Starts a command and leaves it running.
   * @param {readonly string[]} command
   * @param {NodeJS.ProcessEnv} [env]
   */
  start(command, env) {
    const child = spawn("setpriv", this.#asVisitor(command), {
      cwd: this.folder,
      env: this.#environment(env),
      stdio: "ignore",
      detached: true,
    });
    child.unref();
  }

  /**
   * What the running app wrote about itself, once it answers.
   * @returns {Promise<{ pid: number, url: string, appPath: string }>}
   */
  async runningApp() {
    return eventually("the app answers", async () => {
      const note = JSON.parse(readIfThere(join(this.home, "collector.json")) ?? "{}");
      if (!note.pid || note.stoppedAt || !isAlive(note.pid)) return undefined;
      return (await httpGet(`${note.url}/health`)).body === "ok" ? note : undefined;
    });
  }

  /**
   * Asks the app with the token of this home.
   * @param {string} path
   */
  async ask(path) {
    const { url } = await this.runningApp();
    const token = readFileSync(join(this.home, "token"), "utf8").trim();
    return JSON.parse((await httpGet(`${url}${path}`, { Authorization: `Bearer ${token}` })).body);
  }

  remove() {
    removeFolder(this.folder);
  }
}

/** Process ids that run the installed app. */
export function installedProcesses() {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => linkTarget(`/proc/${pid}/exe`).startsWith(installedApp))
    .map(Number);
}

/**
 * The command line of a process as one text: Chromium's helpers rewrite theirs without the usual separators.
 * @param {number} pid
 */
export function commandLine(pid) {
  return (readIfThere(`/proc/${pid}/cmdline`) ?? "").replaceAll("\0", " ");
}

/** @param {string} path */
function linkTarget(path) {
  try {
    return readlinkSync(path);
  } catch {
    return "";
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/**
 * @template T
 * @param {string} what
 * @param {() => Promise<T | undefined | false>} condition
 * @param {number} [timeoutMs]
 * @returns {Promise<T>}
 * @throws when the time is up
 */
export async function eventually(what, condition, timeoutMs = 20_000) {
  const deadline = Date.now() + timeoutMs;
  while (Date.now() < deadline) {
    const result = await condition();
    if (result !== undefined && result !== false) return result;
    await wait(100);
  }
  throw new Error(`waited ${timeoutMs / 1000} s in vain: ${what}`);
}

/**
 * @param {string} url
 * @param {Record<string, string>} [headers]
 * @returns {Promise<{ status: number, body: string }>}  status 0 when nobody answers
 */
function httpGet(url, headers = {}) {
  return new Promise((resolve) => {
    const request = get(url, { headers, timeout: 3_000 }, (response) => {
      let body = "";
      response.setEncoding("utf8").on("data", (text) => (body += text));
      response.on("end", () => resolve({ status: response.statusCode ?? 0, body }));
    });
    request.once("timeout", () => request.destroy());
    request.once("error", () => resolve({ status: 0, body: "" }));
  });
}
