// Makes the Debian package, installs it on this machine, uses it as a person without rights would, and removes it again.
//   node build/check-package.mjs
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { buildProduct } from "./build.mjs";
import { printOutcome } from "./checks.mjs";
import { startDesktop } from "./desktop/desktop.mjs";
import { packDeb, packUnpacked } from "./dist.mjs";
import { freePorts } from "./lib/free-ports.mjs";
import { stampFolder } from "./lib/paths.mjs";
import { findProgram, isRoot, run } from "./lib/run.mjs";
import { runScript } from "./lib/say.mjs";
import { commandLine, eventually, installedApp, installedProcesses, Visitor } from "./package/visitor.mjs";
import { setUp } from "./setup.mjs";
import { provideDependenciesOf } from "./setup/debian.mjs";

/** @typedef {import("./checks.mjs").Outcome} Outcome */
/** @typedef {import("./setup.mjs").ElectronRuntime} ElectronRuntime */

const command = "/usr/bin/agent-mascot";
/** Apart from out/, where a person may keep what they made. */
const outFolder = join(stampFolder, "package-check");
const unpacked = join(outFolder, "linux-unpacked");
const forwarder = "/usr/lib/agent-mascot/resources/forwarder/forward-to-mascot.mjs";

/**
 * @param {ElectronRuntime} electron
 * @returns {AsyncGenerator<Outcome>}
 */
export async function* checkPackage(electron) {
  if (process.platform !== "linux" || !findProgram("dpkg") || !findProgram("fakeroot")) return;
  /** @type {string | undefined} */
  let deb;
  yield await check("a .deb is made", async () => {
    deb = await packDeb(electron, await packUnpacked(electron, outFolder), "none");
  });
  if (!deb) return;
  yield await check("the app's fuses are set", () => fusesAreSet(electron));
  // Installing takes root, and must not touch the package that somebody here works with.
  if (!isRoot() || existsSync(command)) return;
  yield* checkInstalled(deb);
  rmSync(deb, { force: true });
}

/**
 * @param {string} name
 * @param {() => Promise<void>} body
 * @returns {Promise<Outcome>}
 */
async function check(name, body) {
  try {
    await body();
    return { name: `package: ${name}`, passed: 1, failed: 0 };
  } catch (error) {
    const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { name: `package: ${name}`, passed: 0, failed: 1, detail };
  }
}

/** @param {ElectronRuntime} electron */
async function fusesAreSet(electron) {
  // Loaded here: this script is read before its packages are installed.
  const { FuseV1Options, getCurrentFuseWire } = await import("@electron/fuses");
  const wire = await getCurrentFuseWire(join(unpacked, "agent-mascot"));
  const on = "1".charCodeAt(0);
  const off = "0".charCodeAt(0);
  assert.equal(wire[FuseV1Options.RunAsNode], off, "RunAsNode");
  assert.equal(wire[FuseV1Options.EnableNodeOptionsEnvironmentVariable], off, "NODE_OPTIONS");
  assert.equal(wire[FuseV1Options.EnableNodeCliInspectArguments], off, "--inspect");
  assert.equal(wire[FuseV1Options.OnlyLoadAppFromAsar], on, "OnlyLoadAppFromAsar");
  if (electron.real) assert.equal(wire[FuseV1Options.GrantFileProtocolExtraPrivileges], off, "file privileges");
  assert.equal(existsSync(join(unpacked, "resources", "app")), false, "only our own app is inside");
}

/**
 * @param {string} deb
 * @returns {AsyncGenerator<Outcome>}
 */
async function* checkInstalled(deb) {
  const desktop = await startDesktop({ tray: false });
  const visitor = new Visitor(Number((await run("id", ["-u", "nobody"])).stdout), desktop.display, await freePorts());
  try {
    for (const [name, body] of steps(deb, visitor)) {
      const outcome = await check(name, body);
      yield outcome;
      // What follows stands on it; the cleaning up below does not.
      if (outcome.failed > 0) return;
    }
  } finally {
    await run("dpkg", ["--purge", "agent-mascot"]);
    visitor.remove();
    await desktop.stop();
  }
}

/**
 * @param {string} deb
 * @param {Visitor} visitor
 * @returns {[name: string, body: () => Promise<void>][]}
 */
function steps(deb, visitor) {
  return [
    ["installs with dpkg -i", () => installs(deb)],
    ["starts from its desktop entry, in its sandbox, whatever an editor left in the environment", () => starts(visitor)],
    ["D1: the installed app loads its database module and writes an event", () => writesAnEvent(visitor)],
    ["a second start raises the first", () => raises(visitor)],
    ["agent-mascot status answers, agent-mascot quit ends the app", () => obeysCommands(visitor)],
    ["without a screen the commands work, and the start is refused in two lines", () => needsAScreenForTheAppAlone(visitor)],
    ["a hook finds and starts the installed app", () => startsByHook(visitor)],
    ["agent-mascot hooks install writes the hooks", () => installsHooks(visitor)],
    ["dpkg -r leaves no process and no file", () => removes()],
    ["hooks stay silent once the package is gone", () => hooksAreSilent(visitor)],
  ];
}

/** @param {string} deb */
async function installs(deb) {
  await provideDependenciesOf(deb);
  const done = await run("dpkg", ["-i", deb]);
  assert.equal(done.code, 0, done.stderr);
}

/** @param {Visitor} visitor */
async function starts(visitor) {
  const entry = readFileSync("/usr/share/applications/agent-mascot.desktop", "utf8");
  const exec = /^Exec=(.+)$/m.exec(entry)?.[1] ?? "";
  visitor.start(["sh", "-c", `exec ${exec}`], { ELECTRON_RUN_AS_NODE: "1", NODE_OPTIONS: "--require=/nonexistent.cjs" });
  const { appPath } = await visitor.runningApp();
  assert.equal(appPath, installedApp);
  const commandLines = await eventually("a window is open", async () => {
    const all = installedProcesses().map(commandLine).join("\n");
    return all.includes("--type=renderer") && all;
  });
  assert.equal(commandLines.includes("--no-sandbox"), false);
}

/** @param {Visitor} visitor */
async function writesAnEvent(visitor) {
  await hook(visitor, "package-check");
  await eventually("the event is stored", async () => {
    const { items } = await visitor.ask("/api/events?limit=50");
    return items.some((/** @type {{ session_id?: string }} */ event) => event.session_id === "package-check");
  });
}

/**
 * A session starts, as the client tells it.
 * @param {Visitor} visitor
 * @param {string} session
 */
async function hook(visitor, session) {
  const input = JSON.stringify({
    session_id: session,
    transcript_path: join(visitor.folder, "none.jsonl"),
    cwd: visitor.folder,
    hook_event_name: "SessionStart",
    source: "startup",
  });
  const done = await visitor.run(["node", forwarder], { input, env: { CLAUDE_CODE_SESSION_ATTENDED: "1" } });
  assert.equal(done.code, 0, done.stderr);
}

/** @param {Visitor} visitor */
async function raises(visitor) {
  const before = await visitor.runningApp();
  const done = await visitor.run([command]);
  assert.equal(done.code, 0, done.stderr);
  assert.equal((await visitor.runningApp()).pid, before.pid);
}

/** @param {Visitor} visitor */
async function obeysCommands(visitor) {
  const status = await visitor.run([command, "status"]);
  assert.equal(status.code, 0, status.stderr);
  const blind = await visitor.run([command, "status"], { env: noScreen });
  assert.equal(blind.code, 0, blind.stderr);
  const quit = await visitor.run([command, "quit"]);
  assert.equal(quit.code, 0, quit.stderr);
  await eventually("no process is left", async () => installedProcesses().length === 0);
}

const noScreen = { DISPLAY: undefined, WAYLAND_DISPLAY: undefined };

/** @param {Visitor} visitor */
async function needsAScreenForTheAppAlone(visitor) {
  const version = await visitor.run([command, "--version"], { env: noScreen });
  assert.match(version.stdout, /^agent-mascot \d/);
  const start = await visitor.run([command], { env: noScreen });
  assert.equal(start.code, 1);
  assert.match(start.stderr, /^agent-mascot: there is no screen here .*\n.*xvfb-run agent-mascot\n$/);
}

/** @param {Visitor} visitor */
async function installsHooks(visitor) {
  const done = await visitor.run([command, "hooks", "install", "--yes", "--client-version", "2.1.332"], { env: { CLAUDE_CONFIG_DIR: visitor.folder } });
  assert.equal(done.code, 0, done.stderr);
}

/** @param {Visitor} visitor */
async function startsByHook(visitor) {
  // Nothing tells the hook where the app is but the place of the package.
  rmSync(join(visitor.home, "collector.json"), { force: true });
  await hook(visitor, "package-check-launch");
  assert.equal((await visitor.runningApp()).appPath, installedApp);
}

async function removes() {
  const done = await run("dpkg", ["-r", "agent-mascot"]);
  assert.equal(done.code, 0, done.stderr);
  assert.deepEqual(installedProcesses(), []);
  const left = [command, "/usr/lib/agent-mascot", "/usr/share/applications/agent-mascot.desktop"].filter(existsSync);
  assert.deepEqual(left, []);
}

/**
 * The very lines in the settings file: they fall silent, ask for the app once and no more, and keep what comes.
 * @param {Visitor} visitor
 */
async function hooksAreSilent(visitor) {
  const { hooks } = JSON.parse(readFileSync(join(visitor.folder, "settings.json"), "utf8"));
  const spool = join(visitor.home, "spool");
  const before = readdirSync(spool).length;
  const events = ["SessionStart", "PreToolUse", "Stop", "SessionEnd"];
  for (const event of events) {
    const input = JSON.stringify({ hook_event_name: event, session_id: "after" });
    const done = await visitor.run(["sh", "-c", hooks[event][0].hooks[0].command], { input, env: { CLAUDE_CODE_SESSION_ATTENDED: "1" } });
    assert.deepEqual({ code: done.code, stdout: done.stdout, stderr: done.stderr }, { code: 0, stdout: "", stderr: "" }, event);
  }
  assert.equal(readdirSync(spool).length - before, events.length);
  assert.equal(existsSync(join(visitor.home, "app.pid")), false, "the dead app's pid is forgotten");
}

if (process.argv[1] === import.meta.filename) {
  await runScript(async () => {
    const electron = await setUp({ screen: "desktop", packaging: true });
    await buildProduct({ quiet: true });
    let failed = 0;
    for await (const outcome of checkPackage(electron)) {
      printOutcome(outcome);
      failed += outcome.failed;
    }
    return failed > 0 ? 1 : 0;
  });
}
