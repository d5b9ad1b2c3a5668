import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { removeFolder } from "../lib/remove-folder.mjs";
import { findProgram, run } from "../lib/run.mjs";

/**
 * A Linux desktop without a screen: an X server, a session bus of its own, a compositing window manager (so that
 * transparent windows are transparent) and a panel with a tray. Only the X server is a must; the rest joins when installed.
 * @typedef {object} Desktop
 * @property {string} display
 * @property {NodeJS.ProcessEnv} env   what a program needs to appear on it, to be merged into its environment
 * @property {boolean} tray            a panel is ready to show tray icons
 * @property {() => Promise<void>} stop  ends everything that was started
 */

/** @typedef {import("node:child_process").ChildProcess} ChildProcess */

/** Shows the notifications of the session; where Debian's package notification-daemon puts it. */
const NOTIFICATIONS = "/usr/lib/notification-daemon/notification-daemon";

/**
 * @param {{ size?: string, background?: string, tray?: boolean, trayWaitMs?: number }} [options]
 *   size: WIDTHxHEIGHT; trayWaitMs: how long to wait for the panel before going on without
 * @returns {Promise<Desktop>}
 * @throws when the X server does not come up
 */
export async function startDesktop({ size = "1280x800", background = "#336699", tray = true, trayWaitMs = 15_000 } = {}) {
  // Settings of a person's own desktop must neither be used nor changed.
  const home = mkdtempSync(join(tmpdir(), "mascot-desktop-"));
  /** @type {ChildProcess[]} */
  const children = [];
  const stop = () => stopAll(children, home);
  try {
    const display = await startXServer(children, size);
    const privateEnv = await startSessionBus(children, { ...privateFolders(home), DISPLAY: display });
    startIfThere(children, "xfwm4", ["--compositor=on"], privateEnv);
    await paintBackground(background, privateEnv);
    if (existsSync(NOTIFICATIONS)) children.push(spawn(NOTIFICATIONS, { env: privateEnv, stdio: "ignore", detached: true }));
    const trayReady = tray && (await startPanel(children, privateEnv, trayWaitMs));
    return { display, env: publicPart(privateEnv), tray: trayReady, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** @param {string} home */
function privateFolders(home) {
  const runtime = join(home, "runtime");
  mkdirSync(runtime, { mode: 0o700 });
  return {
    ...process.env,
    WAYLAND_DISPLAY: undefined,
    XDG_CONFIG_HOME: join(home, "config"),
    XDG_CACHE_HOME: join(home, "cache"),
    XDG_DATA_HOME: join(home, "data"),
    XDG_RUNTIME_DIR: runtime,
    // No accessibility bus here: GTK programs would wait for it.
    NO_AT_BRIDGE: "1",
  };
}

/** @param {NodeJS.ProcessEnv} env */
function publicPart(env) {
  const { DISPLAY, DBUS_SESSION_BUS_ADDRESS, NO_AT_BRIDGE } = env;
  return { DISPLAY, DBUS_SESSION_BUS_ADDRESS, NO_AT_BRIDGE, WAYLAND_DISPLAY: "", XDG_SESSION_TYPE: "x11" };
}

/**
 * @param {ChildProcess[]} children
 * @param {string} size
 */
async function startXServer(children, size) {
  // -displayfd: the server itself picks a free number, so two desktops never collide.
  const server = spawn("Xvfb", ["-displayfd", "3", "-screen", "0", `${size}x24`, "-nolisten", "tcp", "-noreset"], {
    stdio: ["ignore", "ignore", "pipe", "pipe"],
    detached: true,
  });
  children.push(server);
  const number = await firstLine(server, /** @type {import("node:stream").Readable} */ (server.stdio[3]), 20_000);
  return `:${number}`;
}

/**
 * @param {ChildProcess[]} children
 * @param {NodeJS.ProcessEnv} env
 */
async function startSessionBus(children, env) {
  if (!findProgram("dbus-daemon")) return env;
  const bus = spawn("dbus-daemon", ["--session", "--nofork", "--print-address=1"], {
    env,
    stdio: ["ignore", "pipe", "ignore"],
    detached: true,
  });
  children.push(bus);
  const address = await firstLine(bus, /** @type {import("node:stream").Readable} */ (bus.stdout), 10_000);
  return { ...env, DBUS_SESSION_BUS_ADDRESS: address };
}

/**
 * @param {ChildProcess[]} children
 * @param {NodeJS.ProcessEnv} env
 * @param {number} waitMs
 */
async function startPanel(children, env, waitMs) {
  if (!findProgram("gdbus") || !startIfThere(children, "xfce4-panel", ["--disable-wm-check"], env)) return false;
  return until(() => busHas("org.kde.StatusNotifierWatcher", env), waitMs);
}

/**
 * @param {string} name
 * @param {NodeJS.ProcessEnv} env
 */
async function busHas(name, env) {
  const question = ["--dest", "org.freedesktop.DBus", "--object-path", "/org/freedesktop/DBus"];
  const method = ["--method", "org.freedesktop.DBus.NameHasOwner", name];
  const done = await run("gdbus", ["call", "--session", ...question, ...method], { env, timeoutMs: 3_000 });
  return done.stdout.includes("true");
}

/**
 * @param {string} colour
 * @param {NodeJS.ProcessEnv} env
 */
async function paintBackground(colour, env) {
  if (!findProgram("hsetroot")) return;
  await until(async () => (await run("hsetroot", ["-solid", colour], { env, timeoutMs: 3_000 })).code === 0, 5_000);
}

/**
 * @param {ChildProcess[]} children
 * @param {string} program
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 */
function startIfThere(children, program, args, env) {
  if (!findProgram(program)) return false;
  children.push(spawn(program, args, { env, stdio: "ignore", detached: true }));
  return true;
}

/**
 * @param {ChildProcess} child
 * @param {import("node:stream").Readable} stream
 * @param {number} timeoutMs
 * @returns {Promise<string>}
 */
function firstLine(child, stream, timeoutMs) {
  return new Promise((resolve, reject) => {
    let text = "";
    let complaint = "";
    const fail = () => reject(new Error(`${child.spawnfile} did not start: ${complaint.trim().slice(-500)}`));
    const timer = setTimeout(fail, timeoutMs);
    child.stderr?.on("data", (chunk) => (complaint = (complaint + chunk).slice(-2_000)));
    child.once("error", (error) => {
      complaint += error.message;
      fail();
    });
    child.once("exit", fail);
    stream.on("data", (chunk) => {
      text += chunk;
      if (!text.includes("\n")) return;
      clearTimeout(timer);
      resolve(text.slice(0, text.indexOf("\n")).trim());
    });
  });
}

/**
 * @param {() => Promise<boolean>} condition
 * @param {number} timeoutMs
 */
async function until(condition, timeoutMs) {
  const deadline = Date.now() + timeoutMs;
  while (Date.now() < deadline) {
    if (await condition()) return true;
    await wait(100);
  }
  return false;
}

/**
 * Ends the newest first; each has a process group of its own, so that its helpers go with it.
 * @param {ChildProcess[]} children
 * @param {string} home
 */
async function stopAll(children, home) {
  for (const child of [...children].reverse()) await stopGroup(child);
  removeFolder(home);
}

/** @param {ChildProcess} child */
async function stopGroup(child) {
  if (child.pid === undefined) return;
  const gone = new Promise((resolve) => child.once("exit", resolve));
  signalGroup(child.pid, "SIGTERM");
  const ended = child.exitCode !== null || child.signalCode !== null;
  if (!ended) await Promise.race([gone, wait(2_000)]);
  signalGroup(child.pid, "SIGKILL");
}

/**
 * @param {number} pid
 * @param {NodeJS.Signals} signal
 */
function signalGroup(pid, signal) {
  try {
    process.kill(-pid, signal);
  } catch {
    // Nobody of the group is left.
  }
}
