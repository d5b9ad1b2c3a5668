import fs from "node:fs";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { RunningApp, configFolder, agentsOf, api, collectorFile, eventsOf, newHome, removeHome } from "./support/app.ts";
import { installedHooks, recordedTurn } from "./support/hooks.ts";
import type { Snapshot } from "../schemas/generated/types.ts";

test.describe("nothing acknowledged is lost", () => {
  let home: string;
  test.beforeEach(() => { home = newHome(); });
  test.afterEach(() => removeHome(home));

  const worldOf = async (app: RunningApp): Promise<Snapshot> => (await app.mascots()).evaluate(() => window.mascot.snapshot());

  test("after kill -9 the app shows the same world as before", async () => {
    const hooks = await installedHooks(home, configFolder(home));
    const app = await RunningApp.start(home);
    for (const name of ["i-basic", "i-ask", "i-bgagent"]) await hooks.replay(recordedTurn(name).slice(0, -1));
    await expect.poll(async () => (await agentsOf(home)).length).toBeGreaterThanOrEqual(3);
    await expect.poll(() => spoolSize(home)).toBe(0);
    const before = await worldOf(app);
    await app.kill();
    const again = await RunningApp.start(home);
    const after = await worldOf(again);
    expect({ agents: byId(after.agents), sessions: after.sessions }).toEqual({ agents: byId(before.agents), sessions: before.sessions });
    await again.quit();
  });

  test("the app killed while hooks arrive: each event is in the log exactly once in the end", async () => {
    const hooks = await installedHooks(home, configFolder(home));
    const app = await RunningApp.start(home);
    const prompt = recordedTurn("cap-basic")[1] as ReturnType<typeof recordedTurn>[number];
    const prompts = Array.from({ length: 120 }, (_, i) => ({ ...prompt, payload: { ...prompt.payload, prompt: `prompt number ${i}` } }));
    const sending = Promise.all(prompts.map((hook) => hooks.fire(hook)));
    await expect.poll(async () => (await eventsOf(home)).length, { intervals: [5] }).toBeGreaterThan(5);
    await app.kill();
    const results = (await sending).flat();
    expect(results.filter((result) => result.code !== 0 || result.stdout !== "" || result.stderr !== "")).toEqual([]);
    const again = await RunningApp.start(home);
    const texts = async () => (await eventsOf(home, "&event_type=user_prompt")).map((event) => (event.payload as { text: string }).text).sort();
    await expect.poll(async () => (await texts()).length, { timeout: 20_000 }).toBe(prompts.length);
    expect(new Set(await texts()).size).toBe(prompts.length);
    await again.quit();
  });

  test("L13: 500 parallel hooks: none lost, none doubled, all silent, and no process stays", async () => {
    test.setTimeout(120_000);
    const hooks = await installedHooks(home, configFolder(home));
    const app = await RunningApp.start(home);
    const call = recordedTurn("cap-basic").find(({ payload }) => payload.hook_event_name === "PreToolUse") as ReturnType<typeof recordedTurn>[number];
    await app.mascots();
    const before = processesOf(home);
    const calls = Array.from({ length: 500 }, (_, i) => ({ ...call, payload: { ...call.payload, tool_use_id: `toolu_parallel_${i}` } }));
    const results = (await Promise.all(calls.map((hook) => hooks.fire(hook)))).flat();
    expect(results.filter((result) => result.code !== 0 || result.stdout !== "" || result.stderr !== "")).toEqual([]);
    const ids = async () => (await eventsOf(home, "&event_type=tool_started")).map((event) => (event.payload as { tool_use_id: string }).tool_use_id);
    await expect.poll(async () => (await ids()).length, { timeout: 30_000 }).toBe(500);
    expect(new Set(await ids()).size).toBe(500);
    await expect.poll(() => processesOf(home)).toEqual(before);
    await app.quit();
  });

  test("D9: a database of a newer version is refused with a message and stays as it is", async () => {
    const app = await RunningApp.start(home);
    await app.quit();
    const file = path.join(home, "events.db");
    setUserVersion(file, 999_999);
    const bytes = fs.readFileSync(file);
    const again = await RunningApp.start(home);
    const mascots = await again.mascots();
    await expect.poll(() => mascots.evaluate(() => window.mascot.uiState().then((ui) => ui.notices.map((notice) => notice.id)))).toContain("database_newer");
    await again.quit();
    expect(fs.readFileSync(file).equals(bytes)).toBe(true);
  });

  test("a damaged database is kept aside and a new one is started, and the person is told", async () => {
    const app = await RunningApp.start(home);
    await app.quit();
    fs.writeFileSync(path.join(home, "events.db"), "this is no database at all ".repeat(400));
    const again = await RunningApp.start(home);
    const mascots = await again.mascots();
    await expect.poll(() => mascots.evaluate(() => window.mascot.uiState().then((ui) => ui.notices.map((notice) => notice.id)))).toContain("database_damaged");
    expect(fs.readdirSync(home).some((name) => name.startsWith("events.damaged-"))).toBe(true);
    expect((await api<{ recording: boolean }>(home, "/api/status")).recording).toBe(true);
    await again.quit();
  });

  test("E2: the home and what is in it are for the person alone", async () => {
    const app = await RunningApp.start(home);
    const modes = ["token", "events.db", "collector.json"].map((name) => (fs.statSync(path.join(home, name)).mode & 0o777).toString(8));
    expect(modes).toEqual(["600", "600", "600"]);
    expect((fs.statSync(collectorFile(home)?.socket as string).mode & 0o077).toString(8)).toBe("0");
    await app.quit();
  });
});

function byId<T extends { agent_id: string }>(items: T[]): T[] {
  return [...items].sort((a, b) => (a.agent_id < b.agent_id ? -1 : 1));
}

/** The app, Chromium's helpers of it, and whatever else was started with this home in its arguments or its environment. */
function processesOf(home: string): number[] {
  const names = (pid: string) => ["cmdline", "environ"].some((file) => {
    try {
      return fs.readFileSync(`/proc/${pid}/${file}`, "utf8").includes(home);
    } catch {
      return false;
    }
  });
  return fs.readdirSync("/proc").filter((name) => /^\d+$/.test(name) && names(name)).map(Number).sort((a, b) => a - b);
}

function spoolSize(home: string): number {
  return fs.readdirSync(path.join(home, "spool")).filter((name) => name.endsWith(".json")).length;
}

/** Bytes 60–63 of a SQLite file, big-endian (SQLite file format §1.3). */
function setUserVersion(file: string, version: number): void {
  const handle = fs.openSync(file, "r+");
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(version);
  fs.writeSync(handle, bytes, 0, 4, 60);
  fs.closeSync(handle);
}
