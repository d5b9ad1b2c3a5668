/** Agents of another machine: a real sshd, the person's own ssh, hooks over there and mascots here. */
import { execFile, spawn } from "node:child_process";
import fs from "node:fs";
import net from "node:net";
import path from "node:path";
import { expect, test } from "@playwright/test";
import type { SessionView } from "../schemas/generated/types.ts";
import { api, agentsOf, eventsOf, newHome, removeHome, RunningApp } from "./support/app.ts";
import { cli, recordedTurn, type RecordedHook } from "./support/hooks.ts";
import { SshHost } from "./support/ssh-host.ts";

test.describe("another machine", () => {
  let home: string;
  let host: SshHost;
  let app: RunningApp | null = null;

  test.beforeEach(() => {
    home = newHome();
  });
  test.afterEach(async () => {
    await host?.stop();
    await app?.quit();
    app = null;
    removeHome(home);
  });

  const remote = (...args: string[]) => cli(home, ["remote", ...args, "--ssh-config", host.config], host.env);

  async function setUp(options: { clearsSockets?: boolean } = {}): Promise<void> {
    host = await SshHost.start(options);
    const { code, stderr, stdout } = await remote("box", "--yes");
    expect(code, stderr + stdout).toBe(0);
  }

  /** The hooks of a recorded session that are registered there. */
  function turn(name: string, until: string): RecordedHook[] {
    const all = recordedTurn(name).filter(({ payload }) => host.hears(payload.hook_event_name));
    return all.slice(0, all.findIndex(({ payload }) => payload.hook_event_name === until) + 1);
  }

  async function fireAll(hooks: RecordedHook[]): Promise<void> {
    for (const hook of hooks) for (const { code, stdout, stderr } of await host.fire(hook)) expect([code, stdout, stderr]).toEqual([0, "", ""]);
  }

  const names = async () => (await eventsOf(home)).flatMap(({ raw }) => (raw && typeof raw === "object" && "hook_event_name" in raw ? [String(raw.hook_event_name)] : []));

  test("its agent is a mascot here, with the host's name on it and in the dashboard", async () => {
    await setUp();
    app = await RunningApp.start(home);
    await host.connect();
    const hooks = turn("i-basic", "PreToolUse");
    await fireAll(hooks);
    const session = hooks[0]?.payload.session_id as string;

    const figure = (await app.mascots()).locator(`[data-agent="${session}"]`);
    await expect(figure).toHaveAttribute("data-state", /editing|reading|running|thinking/);
    await expect(figure.locator(".name-host")).toHaveText("box");
    await expect(figure).toHaveAttribute("aria-label", / on box: /);

    const views = await api<{ items: SessionView[] }>(home, "/api/agents");
    expect(views.items[0]).toMatchObject({ host: "box" });
    // Its processes are numbers of another machine: the recorded client's is this very test's here.
    const started = (await eventsOf(home)).find(({ event_type }) => event_type === "session_started");
    expect(started).toMatchObject({ trust: "verified", payload: { host: "box", cwd: expect.stringMatching(/^host:\/\/box\//) } });
    expect(started?.payload).not.toHaveProperty("client_pid");
    expect(started?.payload).not.toHaveProperty("transcript_path");

    await cli(home, []);
    const dashboard = await app.window("dashboard.html");
    await expect(dashboard.locator(`[data-agent="${session}"] .chip.host`)).toContainText("box");
    await expect(dashboard.locator(`[data-agent="${session}"] .chip.host`)).toHaveAttribute("title", "Runs on box, another computer");
    if (process.env.MASCOT_PICTURES) {
      await dashboard.screenshot({ path: path.join(process.env.MASCOT_PICTURES, "remote-dashboard.png") });
      await (await app.mascots()).screenshot({ path: path.join(process.env.MASCOT_PICTURES, "remote-mascot.png"), omitBackground: false });
    }
  });

  for (const clearsSockets of [false, true]) {
    test(`R: a tunnel that is cut costs nothing: what happens waits there and comes over once, in order (${clearsSockets ? "socket" : "port"})`, async () => {
      await setUp({ clearsSockets });
      expect(fs.readFileSync(host.config, "utf8")).toMatch(clearsSockets ? /RemoteForward \/.*door\.sock / : /RemoteForward 127\.0\.0\.1:\d+ /);
      app = await RunningApp.start(home);
      await host.connect();
      const hooks = turn("i-basic", "SubagentStop");
      const first = hooks.slice(0, 3);
      await fireAll(first);
      await expect.poll(async () => (await names()).length).toBe(first.length);
      await expect.poll(() => host.spooled()).toEqual([]);

      await host.cut();
      await fireAll(hooks.slice(3));
      await expect.poll(() => host.link()?.state).toBe("down");
      expect(host.spooled()).toHaveLength(hooks.length - 3);

      await host.connect();
      await expect.poll(() => host.spooled(), { timeout: 20_000 }).toEqual([]);
      await expect.poll(async () => (await names()).length).toBe(hooks.length);
      expect(await names()).toEqual(hooks.map(({ payload }) => payload.hook_event_name));
      expect(host.link()).toMatchObject({ state: "up", text: "" });
    });
  }

  test("by hand MASCOT_COLLECTOR_URL and the machine's token reach the app over any port that leads to it; they hand in and open nothing else", async () => {
    await setUp();
    app = await RunningApp.start(home);
    const { port } = JSON.parse(fs.readFileSync(path.join(home, "collector.json"), "utf8")) as { port: number };
    const [start] = turn("i-basic", "PreToolUse") as [RecordedHook];
    const forwarded = net.createServer((socket) => void socket.on("error", () => undefined).pipe(net.connect(port, "127.0.0.1").on("error", () => undefined)).pipe(socket));
    await new Promise<void>((resolve) => forwarded.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(forwarded.address() as net.AddressInfo).port}`;
    const env = { PATH: process.env.PATH ?? "", HOME: host.home, MASCOT_HOME: host.mascotHome, MASCOT_COLLECTOR_URL: url };
    const handIn = () => new Promise<unknown[]>((resolve) => {
      const hand = execFile(process.execPath, [path.resolve(import.meta.dirname, "../dist/forwarder/forward-to-mascot.mjs")], { env }, (error, stdout, stderr) => resolve([error, stdout, stderr]));
      hand.stdin?.end(JSON.stringify(start.payload));
    });
    // By hand an app that is busy with its start is waited for half a second (specification 1); what did not get through stays in the spool.
    await expect.poll(handIn, { timeout: 30_000 }).toEqual([null, "", ""]);
    forwarded.close();
    const started = (await eventsOf(home)).find(({ event_type }) => event_type === "session_started");
    expect(started).toMatchObject({ trust: "verified", payload: { host: "box", cwd: expect.stringMatching(/^host:\/\/box\//) } });
    expect(started?.payload).not.toHaveProperty("client_pid");
  });

  test("an app that is away costs nothing either", async () => {
    await setUp();
    await host.connect();
    const hooks = turn("i-basic", "PreToolUse");
    await fireAll(hooks);
    await expect.poll(() => host.link()?.state).toBe("down");
    app = await RunningApp.start(home);
    await expect.poll(() => host.spooled(), { timeout: 20_000 }).toEqual([]);
    await expect.poll(names).toEqual(hooks.map(({ payload }) => payload.hook_event_name));
  });

  test("a token that the app does not know is refused, said once to the person over there, and loses nothing", async () => {
    await setUp();
    app = await RunningApp.start(home);
    await host.connect();
    fs.writeFileSync(path.join(host.mascotHome, "token"), `${"0".repeat(64)}\n`, { mode: 0o600 });
    const [start, ...rest] = turn("i-basic", "PreToolUse") as [RecordedHook, ...RecordedHook[]];
    const attended = { ...start, env: { ...start.env, CLAUDE_CODE_SESSION_ATTENDED: "1" } };
    await fireAll([attended, ...rest]);
    await expect.poll(() => host.link()?.state).toBe("refused");
    expect(host.link()?.text).toMatch(/refuses what this machine hands in: the token of this machine is not the one/);
    expect(host.spooled()).toHaveLength(1 + rest.length);
    expect(await names()).toEqual([]);

    const [again] = await host.fire(attended);
    expect(JSON.parse(again?.stdout ?? "")).toEqual({ systemMessage: host.link()?.text });
    const [silent] = await host.fire(attended);
    expect(silent).toMatchObject({ code: 0, stdout: "", stderr: "" });

    // Set up again it has a good one, and everything comes over.
    expect((await remote("box", "--yes")).code).toBe(0);
    await fireAll([attended]);
    await expect.poll(() => host.spooled(), { timeout: 20_000 }).toEqual([]);
    await expect.poll(async () => (await names()).length).toBe(4 + rest.length);
  });

  test("a client that is killed there leaves here, too", async () => {
    await setUp();
    app = await RunningApp.start(home);
    await host.connect();
    const client = spawn("sleep", ["600"], { stdio: "ignore" });
    const hooks = turn("i-basic", "UserPromptSubmit").map((hook) => ({ ...hook, env: { ...hook.env, CLAUDE_PID: String(client.pid) } }));
    await fireAll(hooks);
    await expect.poll(async () => (await agentsOf(home)).length).toBe(1);
    client.kill("SIGKILL");
    await expect.poll(async () => (await eventsOf(home)).find(({ event_type }) => event_type === "session_ended")?.payload, { timeout: 15_000 }).toMatchObject({ cause: "process_gone", host: "box" });
  });

  test("says what it will do and does nothing before a yes; remove leaves all files as they were", async () => {
    host = await SshHost.start();
    fs.writeFileSync(host.settingsFile, '{\n\t"model": "opus", "hooks": {"Stop": [{"hooks": [{"type": "command", "command": "echo mine"}]}]}\n}');
    const state = () => ({ config: fs.readFileSync(host.config, "utf8"), settings: fs.readFileSync(host.settingsFile, "utf8"), ours: fs.existsSync(host.mascotHome) });
    const before = state();

    const dry = await remote("box", "--dry-run");
    expect(dry.code).toBe(0);
    for (const part of [host.mascotHome, host.settingsFile, host.config, path.join(home, "remotes.json"), "RemoteForward", "hand in events and nothing else"]) expect(dry.stdout).toContain(part);
    const unasked = await remote("box");
    expect(unasked.code).toBe(1);
    expect(unasked.stderr).toContain("--yes");
    expect(state()).toEqual(before);
    expect(fs.existsSync(path.join(home, "remotes.json"))).toBe(false);

    expect((await remote("box", "--yes")).code).toBe(0);
    expect(state()).toMatchObject({ ours: true });
    expect(fs.statSync(path.join(host.mascotHome, "token")).mode & 0o777).toBe(0o600);
    expect(fs.statSync(path.join(home, "remotes.json")).mode & 0o777).toBe(0o600);
    expect((await remote("list")).stdout).toMatch(/^box {2}ssh /);
    // Once more changes nothing but the token.
    const config = state().config;
    expect((await remote("box", "--yes")).code).toBe(0);
    expect(state().config).toBe(config);

    const removed = await remote("remove", "box", "--yes");
    expect(removed.code, removed.stderr).toBe(0);
    expect(state()).toEqual(before);
    expect((await remote("list")).stdout).toContain("No other machine");
  });

  test("a host that cannot be reached, a name that is none and a machine with an app of its own are refused in plain words, and nothing is changed", async () => {
    host = await SshHost.start();
    const config = fs.readFileSync(host.config, "utf8");
    expect(await remote("nowhere.invalid", "--yes")).toMatchObject({ code: 1, stderr: expect.stringContaining("nowhere.invalid could not be reached") });
    for (const name of ["-oProxyCommand=x", "a b", "x;y"]) expect((await cli(home, ["remote", "--", name], host.env)).code).toBe(2);
    const taken = net.createServer();
    await new Promise<void>((resolve) => taken.listen(0, "127.0.0.1", resolve));
    const { port } = taken.address() as net.AddressInfo;
    expect(await remote("box", "--yes", "--port", String(port))).toMatchObject({ code: 1, stderr: expect.stringContaining(`forwards no port ${port}`) });
    taken.close();
    expect(fs.existsSync(host.mascotHome)).toBe(false);
    fs.mkdirSync(host.mascotHome);
    fs.writeFileSync(path.join(host.mascotHome, "collector.json"), "{}");
    expect(await remote("box", "--yes")).toMatchObject({ code: 1, stderr: expect.stringContaining("has an Agent Mascot of its own") });
    expect(fs.readFileSync(host.config, "utf8")).toBe(config);
    expect(fs.existsSync(path.join(home, "remotes.json"))).toBe(false);
  });
});
