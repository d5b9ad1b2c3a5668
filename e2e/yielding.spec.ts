/** On a machine whose cores are all taken, hooks and their log go before what only draws or makes the app's own code faster. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import { expect, test } from "@playwright/test";
import { agentsOf, collectorFile, configFolder, electronArguments, electronBinary, newHome, plainEnvironment, removeHome, RunningApp } from "./support/app.ts";
import { installedHooks, recordedTurn } from "./support/hooks.ts";

/** Of all other programs, as long as nobody asks for less. */
const USUAL = 0;
const LATER = 10;

interface Thread {
  id: number;
  name: string;
  nice: number;
  /** Ticks since the machine's start. */
  startedAt: number;
}

/** Of a process, by its own `/proc`. */
function threadsOf(pid: number): Thread[] {
  return fs.readdirSync(`/proc/${pid}/task`).map((id) => {
    const [, name = "", rest = ""] = /\((.*)\) (.*)/s.exec(fs.readFileSync(`/proc/${pid}/task/${id}/stat`, "utf8")) ?? [];
    return { id: Number(id), name, nice: Number(rest.split(" ")[16]), startedAt: Number(rest.split(" ")[19]) };
  });
}

test.describe("on a machine that is busy", () => {
  let home: string;
  test.beforeEach(() => { home = newHome(); });
  test.afterEach(() => removeHome(home));

  test("what answers hooks and writes the log competes as it should; compiling and drawing come later", async () => {
    const hooks = await installedHooks(home, configFolder(home));
    const app = await RunningApp.start(home);
    await hooks.replay(recordedTurn("i-basic").slice(0, -1));
    await expect.poll(async () => (await agentsOf(home)).length).toBeGreaterThan(0);

    const main = collectorFile(home)?.pid as number;
    const threads = threadsOf(main);
    const itself = threads.find(({ id }) => id === main) as Thread;
    expect(itself.nice).toBe(USUAL);
    const beside = threads.filter(({ id, name }) => id !== main && [itself.name, "V8Worker", "libuv-worker"].includes(name));
    const later = beside.filter(({ nice }) => nice === LATER);
    expect(later.length).toBeGreaterThan(0);
    // They are there before anything reads or writes: what started later, the pool that does, is not among them.
    expect(Math.max(...later.map(({ startedAt }) => startedAt))).toBeLessThanOrEqual(Math.min(...beside.filter(({ nice }) => nice === USUAL).map(({ startedAt }) => startedAt)));
    expect(beside.filter(({ nice }) => nice === USUAL).length).toBeGreaterThanOrEqual(4);

    const pages = await app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().map((window) => window.webContents.getOSProcessId()));
    await expect.poll(() => pages.map((pid) => [...new Set(threadsOf(pid).map(({ nice }) => nice))]), { message: "all threads of the mascots' page" }).toContainEqual([LATER]);
    await app.quit();
  });

  test("the engine knows each switch that the app gives it: it complains of none", async () => {
    const env = plainEnvironment({ MASCOT_HOME: home, MASCOT_LAUNCHED_BY: "hook", CLAUDE_CONFIG_DIR: configFolder(home), LANG: "C.UTF-8" });
    const app = spawn(electronBinary(), electronArguments(), { env, stdio: ["ignore", "ignore", "pipe"] });
    let said = "";
    app.stderr.setEncoding("utf8").on("data", (text: string) => { said += text; });
    const ended = once(app, "close");
    await expect.poll(() => collectorFile(home)?.pid).toBe(app.pid);
    app.kill("SIGTERM");
    await ended;
    expect(said).not.toContain("unrecognized");
  });
});
