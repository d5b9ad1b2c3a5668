/** Agents in a container: no network to the desk, processes and a home of its own; all that both see is the folder of the app's door. */
import { spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { agentsOf, eventsOf, hideMascots, newHome, removeHome, RunningApp } from "./support/app.ts";
import { Container } from "./support/container.ts";
import { cli, recordedTurn } from "./support/hooks.ts";

test.describe("a container", () => {
  // biome-ignore lint/suspicious/noSkippedTests: only root may make namespaces.
  test.skip(!Container.isPossible(), "namespaces need root");
  let home: string;
  let container: Container;
  let app: RunningApp | null = null;

  test.beforeEach(async () => {
    home = newHome();
    container = await Container.start(home);
  });
  test.afterEach(async () => {
    await container.stop();
    await app?.quit();
    app = null;
    removeHome(home);
  });

  const remote = (...args: string[]) => cli(home, ["remote", ...args], container.env);

  test("is set up from the desk; its agent is a mascot here, what happens while the app is away comes over once and in order, its client's death is seen, and it is taken back whole", async () => {
    fs.writeFileSync(container.settingsFile, '{"theme": "dark"}');
    const done = await remote("--container", container.name, "--yes");
    expect([done.code, done.stderr]).toEqual([0, expect.stringContaining("Looking at")]);

    const client = container.exec(["sh", "-c", "echo $$ > /root/client; exec sleep 500"]);
    await expect.poll(() => fs.existsSync(path.join(container.inside, "client")) && fs.readFileSync(path.join(container.inside, "client"), "utf8").trim()).toMatch(/^\d+$/);
    const pid = fs.readFileSync(path.join(container.inside, "client"), "utf8").trim();
    const all = recordedTurn("i-basic").filter(({ payload }) => container.hears(payload.hook_event_name)).map((hook) => ({ ...hook, env: { ...hook.env, CLAUDE_PID: pid } }));
    const hooks = all.slice(0, all.findIndex(({ payload }) => payload.hook_event_name === "Stop"));
    const fire = async (some: typeof hooks) => {
      for (const hook of some) for (const { code, stdout, stderr } of await container.fire(hook)) expect([code, stdout, stderr]).toEqual([0, "", ""]);
    };
    const half = hooks.length >> 1;
    await fire(hooks.slice(0, half));
    expect(container.spooled()).toHaveLength(half);

    app = await RunningApp.start(home);
    await fire(hooks.slice(half));
    await expect.poll(() => container.spooled(), { timeout: 30_000 }).toEqual([]);
    const names = (await eventsOf(home)).flatMap(({ raw }) => (raw && typeof raw === "object" && "hook_event_name" in raw ? [String(raw.hook_event_name)] : []));
    expect(names).toEqual(hooks.map(({ payload }) => payload.hook_event_name));
    const session = hooks[0]?.payload.session_id as string;
    await expect((await app.mascots()).locator(`[data-agent="${session}"] .name-host`)).toHaveText(container.name);
    expect((await agentsOf(home))[0]).toMatchObject({ session_id: session });

    await container.exec(["sh", "-c", `kill -9 ${pid}`]);
    await client;
    await expect.poll(async () => (await eventsOf(home)).find(({ event_type }) => event_type === "session_ended")?.payload, { timeout: 20_000 }).toMatchObject({ cause: "process_gone", host: container.name });

    expect(await remote("remove", container.name, "--yes")).toMatchObject({ code: 0 });
    expect(fs.readFileSync(container.settingsFile, "utf8")).toBe('{"theme": "dark"}');
    expect(fs.existsSync(path.join(container.inside, ".agent-mascot"))).toBe(false);
  });
});

test("a client in a container that shares the home is heard, and its number is taken for none of this computer; that of a client of this computer is kept", async () => {
  // biome-ignore lint/suspicious/noSkippedTests: only root may make namespaces.
  test.skip(!Container.isPossible(), "namespaces need root");
  const home = newHome();
  hideMascots(home);
  const app = await RunningApp.start(home);
  const client = spawn("bash", ["-c", "exec -a claude sleep 500"], { stdio: "ignore" });
  try {
    /** As the fast lane leaves it. */
    const hook = (session: string, pid: string) => {
      const payload = JSON.stringify({ session_id: session, cwd: "/w/shop", hook_event_name: "UserPromptSubmit", prompt: "go on" });
      return `printf 'v=1\\tprovider=claude\\tCLAUDE_PID=%s\\n%s' "${pid}" '${payload}' >'${home}/spool/.${session}' && mv '${home}/spool/.${session}' '${home}/spool/0-1-${session}.json'`;
    };
    expect(spawnSync("unshare", ["--pid", "--fork", "--mount-proc", "sh", "-c", hook("inside", "$$")]).status).toBe(0);
    expect(spawnSync("sh", ["-c", hook("here", String(client.pid))]).status).toBe(0);
    const told = async () => Object.fromEntries((await eventsOf(home)).filter(({ event_type }) => event_type === "user_prompt").map(({ session_id, payload }) => [session_id, payload?.["client_pid"]]));
    await expect.poll(told).toEqual({ inside: 0, here: client.pid });
  } finally {
    client.kill("SIGKILL");
    await app.quit();
    removeHome(home);
  }
});
