import { execFileSync, spawn } from "node:child_process";
import fs from "node:fs";
import { type Server, createServer } from "node:net";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { RunningApp, configFolder, agentsOf, api, collectorFile, electronArguments, electronBinary, eventsOf, mainProcesses, newHome, plainEnvironment, removeHome } from "./support/app.ts";
import { cli, installedHooks, recordedTurn } from "./support/hooks.ts";

const attended = (hook: ReturnType<typeof recordedTurn>[number]) => ({ ...hook, env: { ...hook.env, CLAUDE_CODE_SESSION_ATTENDED: "1" } });

function startDetached(home: string) {
  return spawn(electronBinary(), electronArguments(), { env: plainEnvironment({ MASCOT_HOME: home }), stdio: "ignore" });
}

async function runningNow(home: string): Promise<number | null> {
  return (await api<{ pid: number }>(home, "/api/status").catch(() => null))?.pid ?? null;
}

/** Before there is a window to bring to the front: the app listens first. */
async function raiseAsSoonAsItListens(home: string): Promise<void> {
  for (const end = Date.now() + 20_000; Date.now() < end; await new Promise(setImmediate)) {
    if ((await api(home, "/api/app/raise", { method: "POST" }).catch(() => null)) !== null) return;
  }
}

async function quit(home: string): Promise<void> {
  await cli(home, ["quit"]);
  await expect.poll(() => mainProcesses(home), { timeout: 15_000 }).toEqual([]);
}

/** Somebody who accepts connections and never answers; null when the port is taken already, which serves as well. */
function holdPort(port: number): Promise<Server | null> {
  return new Promise((resolve) => {
    const server = createServer(() => undefined);
    server.once("error", () => resolve(null));
    server.listen(port, "127.0.0.1", () => resolve(server));
  });
}

test.describe("starting", () => {
  let home: string;
  test.beforeEach(() => { home = newHome(); });
  test.afterEach(() => {
    for (const pid of mainProcesses(home)) process.kill(pid, "SIGKILL");
    removeHome(home);
  });

  test("L7: two starts within 100 ms give one process and the second says nothing", async () => {
    const first = startDetached(home);
    const second = startDetached(home);
    const codes = await new Promise<(number | null)[]>((resolve) => {
      const ended: (number | null)[] = [];
      for (const child of [first, second]) child.once("exit", (code) => { ended.push(code); resolve(ended); });
    });
    expect(codes).toEqual([0]);
    await expect.poll(() => collectorFile(home)?.pid ?? null).not.toBeNull();
    await expect.poll(() => mainProcesses(home)).toEqual([collectorFile(home)?.pid]);
    await quit(home);
  });

  test("ten hooks at once with the app down start one app and none of their events is lost", async () => {
    const warm = await RunningApp.start(home);
    await warm.quit();
    const hooks = await installedHooks(home, configFolder(home));
    const turn = recordedTurn("cap-basic").map(attended);
    const start = turn[0] as (typeof turn)[number];
    const sessions = Array.from({ length: 10 }, (_, i) => `00000000-0000-4000-8000-00000000000${i}`);
    const results = (await Promise.all(sessions.map((session_id) => hooks.fire({ ...start, payload: { ...start.payload, session_id } })))).flat();
    expect(results.filter((result) => result.code !== 0 || result.stderr !== "")).toEqual([]);
    await expect.poll(async () => (await agentsOf(home).catch(() => [])).map((agent) => agent.agent_id).sort(), { timeout: 30_000 }).toEqual(sessions);
    await expect.poll(() => mainProcesses(home)).toHaveLength(1);
    await quit(home);
  });

  test("L17: quitting from the command line leaves no process, a free collector port and a closed database", async () => {
    const { pid } = await RunningApp.start(home);
    const url = collectorFile(home)?.url as string;
    const result = await cli(home, ["quit"]);
    expect(result.code).toBe(0);
    await expect.poll(() => mainProcesses(home)).toEqual([]);
    await expect(fetch(`${url}/health`)).rejects.toThrow();
    expect(collectorFile(home)).toMatchObject({ quitByPerson: true, pid });
    expect(fs.existsSync(path.join(home, "events.db-wal")) && fs.statSync(path.join(home, "events.db-wal")).size > 0).toBe(false);
  });

  test("after the person quit, an unattended hook does not bring the app back, and its event waits", async () => {
    const hooks = await installedHooks(home, configFolder(home));
    await RunningApp.start(home);
    await quit(home);
    await hooks.replay(recordedTurn("cap-basic").slice(0, 4));
    expect(mainProcesses(home)).toEqual([]);
    const app = await RunningApp.start(home);
    await expect.poll(async () => (await eventsOf(home)).map((event) => event.event_type)).toContain("user_prompt");
    await app.quit();
  });

  test("L9: two homes are two independent apps", async () => {
    const other = newHome();
    const app = await RunningApp.start(home);
    const second = await RunningApp.start(other);
    expect(collectorFile(other)?.port).not.toBe(collectorFile(home)?.port);
    await second.quit();
    await app.quit();
    removeHome(other);
  });

  test("L15: what the person opens from an app that a hook started is not taken for something of ours", async () => {
    const app = await RunningApp.start(home, { AGENT_MASCOT_INSIDE: "1" });
    expect(await app.electron.evaluate(() => process.env.AGENT_MASCOT_INSIDE)).toBeUndefined();
    await app.quit();
  });

  test("L1: a collector port that somebody else holds is passed over, and hooks still find the app", async () => {
    const squatters = [await holdPort(4820), await holdPort(4821)];
    const held = [4820, 4821].filter((_, n) => squatters[n] !== null);
    expect(held).not.toEqual([]);
    try {
      const hooks = await installedHooks(home, configFolder(home));
      const app = await RunningApp.start(home);
      expect(held).not.toContain(collectorFile(home)?.port);
      await hooks.replay(recordedTurn("cap-basic").slice(0, 2));
      await expect.poll(async () => (await agentsOf(home)).length).toBe(1);
      await app.quit();
    } finally {
      for (const server of squatters) server?.close();
    }
  });

  test("a fixed MASCOT_PORT that is taken is said plainly and events still come in", async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const port = (server.address() as { port: number }).port;
    try {
      const hooks = await installedHooks(home, configFolder(home));
      const app = await RunningApp.start(home, { MASCOT_PORT: String(port) });
      const stage = await app.mascots();
      const notices = await stage.evaluate(() => window.mascot.uiState().then((ui) => ui.notices));
      expect(notices.map((notice) => JSON.stringify(notice))).toEqual([expect.stringContaining(String(port))]);
      await hooks.replay(recordedTurn("cap-basic").slice(0, 2));
      await expect(stage.locator(".figure")).toHaveCount(1);
      await app.quit();
    } finally {
      server.close();
    }
  });

  test("L11: after a crash and a new start there are no left-over processes", async () => {
    const app = await RunningApp.start(home);
    await app.kill();
    await expect.poll(() => mainProcesses(home)).toEqual([]);
    const again = await RunningApp.start(home);
    await expect.poll(() => mainProcesses(home)).toEqual([again.pid]);
    await again.quit();
    await expect.poll(() => execFileSync("ps", ["-eo", "args"], { encoding: "utf8", maxBuffer: 2 ** 26 }).split("\n").filter((line) => line.includes(path.join(home, "electron")))).toEqual([]);
  });

  test("a second start raises the running app", async () => {
    const app = await RunningApp.start(home);
    const second = startDetached(home);
    const code = await new Promise((resolve) => second.once("exit", resolve));
    expect(code).toBe(0);
    expect(await app.window("dashboard.html")).toBeTruthy();
    expect((await api<{ pid: number }>(home, "/api/status")).pid).toBe(app.pid);
    await app.quit();
  });

  test("agent-mascot starts the app again at once after it was quit, however soon", async () => {
    const first = await RunningApp.start(home);
    await cli(home, ["quit"]);
    let before = first.pid;
    for (let time = 1; time <= 3; time += 1) {
      const asked = await cli(home, [], { DISPLAY: process.env["DISPLAY"] ?? "" });
      expect(asked, `time ${time}`).toMatchObject({ code: 0, stderr: "" });
      await expect.poll(() => runningNow(home).then((pid) => pid !== null && pid !== before), { message: `time ${time}: another app answers`, timeout: 20_000 }).toBe(true);
      before = (await runningNow(home)) as number;
      await api(home, "/api/app/quit", { method: "POST" });
    }
    await expect.poll(() => mainProcesses(home)).toEqual([]);
  });

  test("agent-mascot brings the app to the front also while it still starts", async () => {
    const asked = raiseAsSoonAsItListens(home);
    const app = await RunningApp.start(home);
    await asked;
    expect(await app.window("dashboard.html")).toBeTruthy();
    await app.quit();
  });
});
