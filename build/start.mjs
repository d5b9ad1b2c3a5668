// `npm start`: installs what is missing, builds what changed, runs the app. Arguments after `--` go to the app.
import { spawn } from "node:child_process";
import { existsSync, watch } from "node:fs";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { buildProduct } from "./build.mjs";
import { startDesktop } from "./desktop/desktop.mjs";
import { electronArguments } from "./electron.mjs";
import { inProject, projectRoot } from "./lib/paths.mjs";
import { runScript, say, stopWith } from "./lib/say.mjs";
import { hasScreen, setUp } from "./setup.mjs";

/** Longer than a clean quit takes (the log's last checkpoint included). */
const quitTimeoutMs = 10_000;

async function main() {
  const args = process.argv.slice(2);
  const watching = args.includes("--watch");
  const electron = await setUp({ screen: "any" }, async () => {
    await buildProduct({ development: watching, quiet: true });
  });
  const mainFile = inProject("dist", "app", "main.cjs");
  if (!existsSync(mainFile)) stopWith("nothingToRun", { file: "app/main.ts" });
  // The bundler's helper process would stay as long as the app does, with 80 MB.
  if (!watching) await (await import("esbuild")).stop();
  const screen = hasScreen() ? undefined : await invisibleScreen();
  try {
    const env = { ...process.env, ...screen?.env };
    const appArgs = args.filter((arg) => arg !== "--watch");
    return await (watching ? runAgainOnChange(electron, appArgs, env) : runOnce(electron, appArgs, env));
  } finally {
    await screen?.stop();
  }
}

async function invisibleScreen() {
  try {
    // A tray nobody looks at is not worth waiting for.
    const desktop = await startDesktop({ trayWaitMs: 1_000 });
    say("startingHidden", { display: desktop.display });
    return desktop;
  } catch (error) {
    return stopWith("noInvisibleScreen", { detail: String(error) });
  }
}

/**
 * @param {import("./setup.mjs").ElectronRuntime} electron
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<number>} the app's exit code
 */
async function runOnce(electron, args, env) {
  const app = startApp(electron, args, env);
  quitOnSignals(() => app.quit());
  return app.ended;
}

/**
 * Development: every change of a source is built and the app started anew, until Ctrl-C.
 * @param {import("./setup.mjs").ElectronRuntime} electron
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<number>}
 */
async function runAgainOnChange(electron, args, env) {
  let app = startApp(electron, args, env);
  let stopped = false;
  quitOnSignals(() => {
    stopped = true;
    app.quit();
  });
  while (!stopped) {
    const reason = await Promise.race([nextChange(["app", "renderer", "schemas", "forwarder"]), app.ended]);
    if (typeof reason === "number") return reason;
    say("rebuilding", { file: reason });
    const built = await buildProduct({ development: true, quiet: true }).catch((error) => {
      console.error(error.message);
      return [];
    });
    if (built.length === 0 || stopped) continue;
    app.quit();
    await app.ended;
    app = startApp(electron, args, env);
  }
  return app.ended;
}

/**
 * @param {import("./setup.mjs").ElectronRuntime} electron
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 */
function startApp(electron, args, env) {
  const child = spawn(electron.executable, electronArguments(args), {
    cwd: projectRoot,
    // Editors built on Electron leave this variable to their terminals; it would turn the app into plain Node.
    env: { ...env, ELECTRON_RUN_AS_NODE: undefined },
    stdio: ["inherit", "inherit", "pipe"],
    // Ctrl-C reaches every process of the terminal's group. Chromium's helpers would die before the app has closed
    // its log; in a group of its own only the app itself is asked to quit, by us.
    detached: process.platform !== "win32",
  });
  passOn(child.stderr, electron);
  /** @type {Promise<number>} */
  const ended = new Promise((resolve) => {
    child.once("error", (error) => {
      console.error(error.message);
      resolve(1);
    });
    child.once("exit", (code, signal) => resolve(code ?? (signal === "SIGINT" || signal === "SIGTERM" ? 0 : 1)));
  });
  return { ended, quit: () => quit(child) };
}

/** How Chromium starts a line about what it misses in a container or on an invisible screen (system bus, graphics card). */
const chromiumLine = /^\[\d+:\d{4}\/[\d.]+:(?:ERROR|WARNING|INFO):/;

/** What Chromium says before it ends because this person may use neither of its two sandboxes. */
const sandboxMissing = /SUID sandbox helper binary was found, but is not configured correctly|No usable sandbox!/;

/**
 * Passes on what the app says, without Chromium's remarks unless they are asked for: they read like errors and are none.
 * @param {import("node:stream").Readable} output
 * @param {import("./setup.mjs").ElectronRuntime} electron
 */
function passOn(output, electron) {
  const lines = createInterface({ input: output });
  lines.on("line", (line) => {
    if (sandboxMissing.test(line)) say("noSandbox", { helper: join(dirname(electron.executable), "chrome-sandbox") });
    else if (process.env.MASCOT_VERBOSE || !chromiumLine.test(line)) process.stderr.write(`${line}\n`);
  });
}

/** @param {import("node:child_process").ChildProcess} child */
function quit(child) {
  child.kill("SIGTERM");
  const timer = setTimeout(() => child.kill("SIGKILL"), quitTimeoutMs);
  child.once("exit", () => clearTimeout(timer));
}

/** @param {() => void} quitApp */
function quitOnSignals(quitApp) {
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) process.once(signal, quitApp);
}

/**
 * @param {readonly string[]} folders
 * @returns {Promise<string>} the first file that changes, after a moment of quiet so that a whole save is seen at once
 */
function nextChange(folders) {
  return new Promise((resolve) => {
    /** @type {NodeJS.Timeout | undefined} */
    let timer;
    const watchers = folders.map((folder) =>
      watch(inProject(folder), { recursive: true }, (_event, file) => {
        clearTimeout(timer);
        timer = setTimeout(() => {
          for (const watcher of watchers) watcher.close();
          resolve(`${folder}/${file}`);
        }, 150);
      }),
    );
  });
}

if (process.argv[1] === import.meta.filename) await runScript(main);
