import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { HookEventName } from "../../schemas/generated/types.ts";
import type { Log, Notices } from "../parts.ts";
import { readRecords } from "../../forwarder/settings/records.ts";
import { keepAnsweredEvents } from "./answers.ts";
import { foldersOfClient } from "./hooks-files.ts";
import { type HooksKeeper, keepHooks } from "./hooks-keeper.ts";
import { askClient, findCommand } from "./spawn-client.ts";

const quiet: Log = { debug() {}, info() {}, warn() {}, error() {}, withPrefix: () => quiet };

let root: string;
let keepers: HooksKeeper[];
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "mascot-hooks-"));
  keepers = [];
});
afterEach(() => {
  for (const keeper of keepers) keeper.close();
  rmSync(root, { recursive: true, force: true });
});

/** A person's computer in a folder: `~` with the client's settings, the app's home, this build's forwarder. */
function computer(options: { settings?: string; client?: boolean; version?: string | null; mayRepair?: () => boolean; home?: string } = {}) {
  const user = join(root, "user");
  const file = join(user, ".claude", "settings.json");
  const home = options.home ?? join(user, ".agent-mascot");
  const forwarder = join(root, "forwarder");
  mkdirSync(options.client === false ? user : join(user, ".claude"), { recursive: true });
  mkdirSync(forwarder, { recursive: true });
  writeFileSync(join(forwarder, "forward-to-mascot.cjs"), "// forwarder 1");
  if (options.settings !== undefined) writeFileSync(file, options.settings);
  const raised = new Set<string>();
  const notices: Notices = { raise: ({ id }) => void raised.add(id), clear: (id) => void raised.delete(id), list: () => [...raised].map((id) => ({ id, level: "warn", at: "" })), onChange: () => () => {} };
  const open = ({ configFolder = null }: { configFolder?: string | null } = {}) => {
    const keeper = keepHooks({
      paths: { home }, userFolder: user, configFolder, platform: "linux", forwarderFolder: forwarder, clock: { now: () => Date.UTC(2026, 0, 2) }, log: quiet, notices,
      askClient: async () => ({ found: options.client !== false, version: options.version === undefined ? "2.1.332" : options.version, node: "/usr/bin/node" }),
      port: () => 4820, mayRepair: options.mayRepair ?? (() => false),
      words: (problem) => `${problem.reason} ${problem.line ?? ""}:${problem.column ?? ""}`,
    });
    keepers.push(keeper);
    return keeper;
  };
  return { file, home, forwarder, raised, open, read: () => readFileSync(file, "utf8") };
}

/** Waits for a condition, looking often; fails after five seconds. */
async function until(holds: () => boolean): Promise<void> {
  const deadline = Date.now() + 5_000;
  while (!holds()) {
    if (Date.now() > deadline) throw new Error("did not happen within five seconds");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const THEIRS = '{\n  "theme": "dark",\n  "hooks": { "Stop": [ { "hooks": [ { "type": "command", "command": "say done" } ] } ] }\n}\n';

describe("installing from the app", () => {
  it("S1: adds our lines for each event the client knows, keeps what was there and makes the hooks live", async () => {
    const { file, home, open, read } = computer({ settings: THEIRS });
    const keeper = open();
    expect((await keeper.status()).state).toBe("absent");
    const status = await keeper.install("user");
    expect(status).toMatchObject({ state: "installed", file, missing_events: [], problem: null });
    expect(status.installed_events).toEqual(expect.arrayContaining(["SessionStart", "PreToolUse", "Stop", "SessionEnd"]));
    expect(read()).toContain('"say done"');
    expect(existsSync(join(home, "installed"))).toBe(true);
    expect(readFileSync(join(home, "bin", "forward-to-mascot.cjs"), "utf8")).toBe("// forwarder 1");
  });

  it("lines of an older version are told from current ones by their text, and installing renews them", async () => {
    const { file, open, read } = computer({ settings: THEIRS });
    const keeper = open();
    await keeper.install("user");
    const current = read();
    writeFileSync(file, current.replace("umask 077;", ""));
    expect((await keeper.status()).state).toBe("outdated");
    writeFileSync(file, current.replaceAll("'/usr/bin/node'", "'/opt/another/node'"));
    expect((await keeper.status()).state).toBe("installed");
    writeFileSync(file, current.replace("umask 077;", ""));
    expect((await keeper.install("user")).state).toBe("installed");
    expect(JSON.parse(read())).toEqual(JSON.parse(current));
  });

  it("S3: removing gives the file back byte for byte", async () => {
    const { home, open, read } = computer({ settings: THEIRS });
    const keeper = open();
    await keeper.install("user");
    expect(await keeper.uninstall("user")).toMatchObject({ state: "absent", problem: null });
    expect(read()).toBe(THEIRS);
    expect(existsSync(join(home, "installed"))).toBe(false);
  });

  it("S5: a settings file with a trailing comma is refused, left byte-equal, and the place is named", async () => {
    const broken = '{"theme":"dark","hooks":{},}';
    const { open, read } = computer({ settings: broken });
    const status = await open().install("user");
    expect(status).toMatchObject({ state: "unreadable", problem: "not_json 1:28" });
    expect(read()).toBe(broken);
  });

  it("S19: the client's folder is not made on a computer without the client", async () => {
    const { file, open } = computer({ client: false });
    const keeper = open();
    expect((await keeper.status()).state).toBe("no_client");
    const status = await keeper.install("user");
    expect(status.problem).toContain("no_folder");
    expect(existsSync(join(file, ".."))).toBe(false);
  });

  it("S25: a read-only file is a failure that is said, not a tick", async () => {
    const { file, open, read } = computer({ settings: THEIRS });
    chmodSync(file, 0o444);
    const status = await open().install("user");
    expect(status).toMatchObject({ state: "absent" });
    expect(status.problem).toContain("read_only");
    expect(read()).toBe(THEIRS);
  });

  it("S15: hooks are not put into a file that lost more than half of its content", async () => {
    const { file, open } = computer({ settings: JSON.stringify({ permissions: { allow: Array.from({ length: 40 }, (_, i) => `Bash(tool-${i})`) } }) });
    const keeper = open();
    await keeper.install("user");
    writeFileSync(file, "{}");
    expect((await keeper.install("user")).problem).toContain("shrunk");
    expect(readFileSync(file, "utf8")).toBe("{}");
  });

  it("lines of another home are another app's", async () => {
    const { file, home, open } = computer({ settings: THEIRS });
    const keeper = open();
    await keeper.install("user");
    writeFileSync(file, readFileSync(file, "utf8").replaceAll(home, "/elsewhere"));
    expect((await keeper.status()).state).toBe("absent");
  });

  it("says that hooks are switched off altogether", async () => {
    const { open } = computer({ settings: '{ "disableAllHooks": true }' });
    expect((await open().install("user")).problem).toContain("disabled");
  });
});

describe("while the app runs", () => {
  it("S13: a file replaced without our hooks is noticed, said, and put right only when the person asks", async () => {
    const { file, raised, open, read } = computer({ settings: THEIRS });
    const keeper = open();
    await keeper.install("user");
    expect(raised.has("hooks_missing")).toBe(false);
    let told = 0;
    keeper.onChange(() => { told += 1; });
    writeFileSync(`${file}.new`, THEIRS);
    rmSync(file);
    writeFileSync(file, THEIRS);
    await until(() => raised.has("hooks_missing"));
    expect(keeper.known()?.state).toBe("absent");
    expect(told).toBeGreaterThan(0);
    expect(read()).toBe(THEIRS);
    await keeper.install("user");
    expect(raised.has("hooks_missing")).toBe(false);
  });

  it("F23: somebody who removes our hooks again and again meets no repair of ours", async () => {
    const { file, raised, open, read } = computer({ settings: THEIRS });
    const keeper = open();
    for (let i = 0; i < 5; i += 1) {
      await keeper.install("user");
      writeFileSync(file, THEIRS);
      await until(() => raised.has("hooks_missing"));
      expect(read()).toBe(THEIRS);
    }
  });

  it("S13: hooks in another folder of the client's are looked for there, and not missed once that folder is gone", async () => {
    const { open, home, raised } = computer({ settings: "{}" });
    const other = join(root, "other account");
    mkdirSync(other);
    const file = join(other, "settings.json");
    writeFileSync(file, "{}");
    await open({ configFolder: other }).install("user");
    keepers.pop()?.close();
    expect(Object.keys(readRecords(home))).toEqual([file]);
    const keeper = open();
    expect((await keeper.status()).state).toBe("absent");
    expect(raised.has("hooks_missing")).toBe(false);
    writeFileSync(file, "{}");
    await until(() => raised.has(`hooks_missing_in:${file}`));
    rmSync(other, { recursive: true });
    await keeper.status();
    expect([...raised]).toEqual([]);
  });

  it("S13: hooks of other accounts that are lost are told of by their files, and not as the person's own, which the tray would repair", async () => {
    const { file, open, raised } = computer({ settings: "{}" });
    const files = ["work", "play"].map((name) => join(root, name, "settings.json"));
    for (const each of files) {
      mkdirSync(join(each, ".."));
      await open({ configFolder: join(each, "..") }).install("user");
      keepers.pop()?.close();
    }
    const keeper = open();
    await keeper.install("user");
    for (const each of files) writeFileSync(each, "{}");
    await keeper.status();
    expect([...raised].sort()).toEqual(files.map((each) => `hooks_missing_in:${each}`).sort());
    writeFileSync(file, "{}");
    await keeper.status();
    expect(raised.has("hooks_missing")).toBe(true);
    await keeper.repair();
    expect([...raised]).toEqual([]);
  });

  it("hooks are not put into a folder of the client's that somebody removed, but where the client reads", async () => {
    const { file, open, home, read } = computer({ settings: "{}" });
    const other = join(root, "other account");
    mkdirSync(other);
    await open({ configFolder: other }).install("user");
    expect(foldersOfClient({}, join(root, "user"), home).configFolder).toBe(other);
    rmSync(other, { recursive: true });
    const folders = foldersOfClient({}, join(root, "user"), home);
    expect(folders).toEqual({ configFolder: null, all: [join(root, "user", ".claude")] });
    const keeper = open(folders);
    expect(await keeper.install("user")).toMatchObject({ state: "installed", file });
    await keeper.repair();
    expect(read()).toContain("# agent-mascot");
    expect(existsSync(other)).toBe(false);
  });

  it("S13: one event that was lost is noticed too", async () => {
    const { file, raised, open } = computer({ settings: THEIRS });
    const keeper = open();
    await keeper.install("user");
    const settings = JSON.parse(readFileSync(file, "utf8"));
    delete settings.hooks.PreToolUse;
    writeFileSync(file, JSON.stringify(settings, null, 2));
    await until(() => raised.has("hooks_missing"));
    expect(keeper.known()).toMatchObject({ state: "partly", missing_events: ["PreToolUse"] });
  });

  it("hooks lost while the app was away are noticed at its start", async () => {
    const { file, raised, open } = computer({ settings: THEIRS });
    const first = open();
    await first.install("user");
    first.close();
    writeFileSync(file, THEIRS);
    open();
    expect(raised.has("hooks_missing")).toBe(true);
  });

  it("a person who removed the hooks is not told that they are missing", async () => {
    const { raised, open } = computer({ settings: THEIRS });
    const keeper = open();
    await keeper.install("user");
    await keeper.uninstall("user");
    await keeper.status();
    expect(raised.has("hooks_missing")).toBe(false);
  });

  it("S21: a new build's forwarder replaces the copy that hooks start", () => {
    const { home, forwarder, open } = computer();
    open().close();
    writeFileSync(join(forwarder, "forward-to-mascot.cjs"), "// forwarder 2");
    open();
    expect(readFileSync(join(home, "bin", "forward-to-mascot.cjs"), "utf8")).toBe("// forwarder 2");
  });
});

describe("repairs that the person allowed", () => {
  it("F23: three, whoever takes the hooks out; then it is said, and only the person's own repair begins anew", async () => {
    const { file, home, raised, open, read } = computer({ settings: THEIRS, mayRepair: () => true });
    const keeper = open();
    await keeper.install("user");
    for (let time = 1; time <= 3; time += 1) {
      raised.delete("hooks_repaired");
      writeFileSync(file, THEIRS);
      await until(() => raised.has("hooks_repaired") && read().includes("# agent-mascot"));
    }
    writeFileSync(file, THEIRS);
    await until(() => raised.has("hooks_fought"));
    expect(read()).toBe(THEIRS);
    keeper.close();
    open();
    expect(read()).toBe(THEIRS);
    const again = open();
    await again.repair();
    expect(read()).toContain("# agent-mascot");
    expect(raised.has("hooks_fought")).toBe(false);
    expect(existsSync(join(home, "repairs.json"))).toBe(false);
  });

  it("a client that says its version no longer keeps the events that it was given", async () => {
    const { file, home, raised, open, read } = computer({ settings: THEIRS, mayRepair: () => true });
    const first = open();
    await first.install("user");
    const whole = read();
    first.close();
    const later = computer({ settings: whole, mayRepair: () => true, version: null });
    later.open();
    writeFileSync(file, THEIRS);
    await until(() => later.raised.has("hooks_repaired"));
    expect(JSON.parse(later.read())).toEqual(JSON.parse(whole));
    await until(() => !later.raised.has("hooks_missing"));
    expect(raised.has("hooks_fought")).toBe(false);
    expect(JSON.parse(readFileSync(join(home, "repairs.json"), "utf8"))).toEqual({ count: 1 });
  });

  it("S15: none into a file that has lost more than half of its content; that is said", async () => {
    const { file, raised, open, read } = computer({ settings: JSON.stringify({ permissions: { allow: Array.from({ length: 40 }, (_, i) => `Bash(tool-${i})`) } }), mayRepair: () => true });
    await open().install("user");
    writeFileSync(file, "{}");
    await until(() => raised.has("hooks_shrunk"));
    expect(raised.has("hooks_missing")).toBe(true);
    expect(read()).toBe("{}");
  });

  const rules = (count: number) => JSON.stringify({ permissions: { allow: Array.from({ length: count }, (_, i) => `Bash(tool-${i})`) } });

  it("S1: a file that lost most of its content while our lines stayed is said, until it is whole again or the person repairs", async () => {
    const { file, raised, open, read } = computer({ settings: rules(40), mayRepair: () => true });
    const keeper = open();
    await keeper.install("user");
    const whole = read();
    const { hooks } = JSON.parse(whole) as { hooks: object };
    const ruin = JSON.stringify({ hooks });
    writeFileSync(file, ruin);
    await until(() => raised.has("hooks_shrunk"));
    expect(raised.has("hooks_missing")).toBe(false);
    expect(read()).toBe(ruin);
    writeFileSync(file, whole);
    await until(() => !raised.has("hooks_shrunk"));
    writeFileSync(file, ruin);
    await until(() => raised.has("hooks_shrunk"));
    await keeper.repair();
    await until(() => !raised.has("hooks_shrunk"));
  });

  it("S1: what a file has gained since the install counts, too", async () => {
    const { file, raised, open, read } = computer({ settings: "{}", mayRepair: () => false });
    const keeper = open();
    await keeper.install("user");
    const { hooks } = JSON.parse(read()) as { hooks: object };
    writeFileSync(file, JSON.stringify({ ...JSON.parse(rules(40)), hooks }));
    await keeper.status();
    writeFileSync(file, JSON.stringify({ hooks }));
    await until(() => raised.has("hooks_shrunk"));
  });

  it("none into a file that cannot be read", async () => {
    const { file, open, read } = computer({ settings: THEIRS, mayRepair: () => true });
    const keeper = open();
    await keeper.install("user");
    writeFileSync(file, "{ half");
    await until(() => keeper.known()?.state === "unreadable");
    expect(read()).toBe("{ half");
  });
});

describe("what is shown before it is written", () => {
  it("D1: an install, a removal and a copy, line by line; the file stays", async () => {
    const PLAIN = '{\n  "theme": "dark"\n}\n';
    const { open, read } = computer({ settings: PLAIN });
    const keeper = open();
    const install = await keeper.preview({ scope: "user", change: "install" });
    expect(install).toMatchObject({ changed: true, problem: null });
    expect(install.difference).toContain("SessionStart");
    // Whoever is to agree can read each command to its end.
    expect(install.difference.split("\n").filter((line) => line.includes(".agent-mascot") || line.includes("exit 0")).every((line) => line.includes("# agent-mascot"))).toBe(true);
    expect(install.difference).toContain("# agent-mascot");
    expect(read()).toBe(PLAIN);
    await keeper.install("user");
    const installed = read();
    expect(await keeper.preview({ scope: "user", change: "install" })).toMatchObject({ changed: false });
    expect((await keeper.preview({ scope: "user", change: "remove" })).difference).toMatch(/^- .*SessionStart/m);
    const { items } = await keeper.backups("user");
    expect(items).toHaveLength(1);
    expect(await keeper.preview({ scope: "user", change: "restore", backup: items[0]!.name })).toMatchObject({ changed: true });
    expect(await keeper.preview({ scope: "user", change: "restore", backup: "../../etc/passwd" })).toMatchObject({ changed: false, problem: expect.stringContaining("no_backup") });
    expect(read()).toBe(installed);
    expect(await keeper.restore("user", undefined, items[0]!.name)).toMatchObject({ state: "absent", problem: null });
    expect(read()).toBe(PLAIN);
    expect((await keeper.restore("user", undefined, "none")).problem).toContain("no_backup");
  });

  it("S5: a file that cannot be read is said to be so, with its line", async () => {
    const { open } = computer({ settings: '{\n  "a": 1,\n}' });
    expect(await open().preview({ scope: "user", change: "install" })).toMatchObject({ changed: false, problem: "not_json 3:1" });
  });
});

describe("hooks of a project", () => {
  it("S13: that somebody took out are missed there, and not where the project itself is gone", async () => {
    const { raised, open, project, local } = withProject();
    const keeper = open();
    await keeper.install("local", project);
    await keeper.status();
    rmSync(local);
    await until(() => raised.has(`hooks_missing_in:${local}`));
    rmSync(project, { recursive: true });
    await keeper.status();
    expect(raised.has(`hooks_missing_in:${local}`)).toBe(false);
  });

  function withProject(options: Parameters<typeof computer>[0] = {}) {
    const parts = computer(options);
    const project = join(root, "project");
    mkdirSync(project);
    return { ...parts, project, shared: join(project, ".claude", "settings.json"), local: join(project, ".claude", "settings.local.json") };
  }
  const states = async (keeper: HooksKeeper, ...projects: string[]) => (await keeper.places(projects)).map(({ scope, status }) => `${scope} ${status.state}`);

  it("are told of beside the person's own, each file by itself", async () => {
    const { open, project, local } = withProject();
    const keeper = open();
    expect(await states(keeper, project)).toEqual(["user absent", "project absent", "local absent"]);
    expect(await keeper.install("local", project)).toMatchObject({ state: "installed", file: local, problem: null });
    expect(await states(keeper, project)).toEqual(["user absent", "project absent", "local installed"]);
    await keeper.uninstall("local", project);
    expect(await states(keeper, project)).toEqual(["user absent", "project absent", "local absent"]);
    expect(existsSync(local)).toBe(false);
  });

  it("that everybody in it gets name no folder of one person", async () => {
    const { open, project, shared } = withProject();
    expect(await open().install("project", project)).toMatchObject({ state: "installed", file: shared });
    expect(readFileSync(shared, "utf8")).not.toContain(root);
  });

  it("that everybody in it gets are not put in by an app of another home, which nothing of them would reach", async () => {
    const { open, project, shared, local } = withProject({ home: join(root, "elsewhere") });
    const keeper = open();
    expect((await keeper.install("project", project)).problem).toContain("home_not_shared");
    expect((await keeper.preview({ scope: "project", project, change: "install" })).problem).toContain("home_not_shared");
    expect(existsSync(shared)).toBe(false);
    expect(await keeper.install("local", project)).toMatchObject({ state: "installed", file: local, problem: null });
  });

  it("that everybody in it gets are none of an app of another home", async () => {
    const { open, project } = withProject();
    await open().install("project", project);
    expect(await states(computer({ home: join(root, "elsewhere") }).open(), project)).toEqual(["user absent", "project absent", "local absent"]);
    expect(await states(open(), project)).toEqual(["user absent", "project installed", "local absent"]);
  });

  it("are not looked for where there is no such folder, and in the person's own folder its settings are named once", async () => {
    const { open, file } = withProject();
    const keeper = open();
    expect(await states(keeper, "/nowhere/at/all", "relative")).toEqual(["user absent"]);
    const own = await keeper.places([join(root, "user")]);
    expect(own.filter(({ status }) => status.file === file)).toHaveLength(1);
    expect((await keeper.install("local", "/nowhere/at/all")).state).toBe("absent");
  });
});

describe("the client", () => {
  it("is found on absolute parts of the PATH only, and tells its version", async () => {
    const folder = join(root, "bin");
    mkdirSync(folder);
    writeFileSync(join(folder, "claude"), '#!/bin/sh\necho "2.1.332 (Claude Code)"\n');
    expect(findCommand("claude", { PATH: folder }, "linux")).toBeNull();
    chmodSync(join(folder, "claude"), 0o755);
    expect(findCommand("claude", { PATH: `.:bin:${folder}` }, "linux")).toBe(join(folder, "claude"));
    expect(await askClient({ PATH: `${folder}:/bin:/usr/bin` }, "linux")).toMatchObject({ found: true, version: "2.1.332" });
  });

  it("that fails has no version, and one that is not there is not found", async () => {
    const folder = join(root, "bin");
    mkdirSync(folder);
    expect(await askClient({ PATH: folder }, "linux")).toEqual({ found: false, version: null, node: null });
    writeFileSync(join(folder, "claude"), "#!/bin/sh\nexit 3\n", { mode: 0o755 });
    expect(await askClient({ PATH: `${folder}:/bin` }, "linux")).toMatchObject({ found: true, version: null });
  });
});

it("the events whose hooks wait for an answer are exactly those that the app answers", async () => {
  const folder = join(root, "answers");
  mkdirSync(folder);
  let wanted = new Set<HookEventName>();
  const keep = keepAnsweredEvents(folder, () => wanted);
  const change = (...events: HookEventName[]) => {
    wanted = new Set(events);
    return keep();
  };
  await change("PreToolUse", "PermissionRequest");
  await change("PermissionRequest");
  expect(readdirSync(folder)).toEqual(["PermissionRequest"]);
  // Rules that are switched to and fro: each call is done when the folder says what holds by then.
  await Promise.all([change("SessionStart", "PreToolUse"), change(), change("PreToolUse"), change("SessionStart")]);
  expect(readdirSync(folder)).toEqual(["SessionStart"]);
  rmSync(folder, { recursive: true });
  await expect(change("PreToolUse")).rejects.toThrow("ENOENT");
  mkdirSync(folder);
  await change("PreToolUse");
  expect(readdirSync(folder)).toEqual(["PreToolUse"]);
});
