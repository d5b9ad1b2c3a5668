/** The command line as a process. */
import { createServer } from "node:net";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { lineDifference } from "./settings/difference.ts";
import { languageOf, type Word, words, wordsIn } from "./cli/words.ts";
import { serveApp } from "./test-support/answering-app.ts";
import { buildForwarder } from "./test-support/built.ts";
import { startCollector } from "./test-support/collector.ts";
import { temporaryFolder, TOKEN } from "./test-support/homes.ts";
import { type RunOptions, run } from "./test-support/run.ts";

const built = buildForwarder();

function person() {
  const folder = temporaryFolder();
  mkdirSync(join(folder, ".claude"));
  const file = join(folder, ".claude", "settings.json");
  const home = join(folder, ".agent-mascot");
  const cli = (args: string[], options: RunOptions = {}) => run(process.execPath, [built.cli, ...args], { cwd: folder, ...options, env: { HOME: folder, ...options.env } });
  return { folder, file, home, cli };
}

/** What the doctor says of the hooks. */
async function hooksStep(cli: ReturnType<typeof person>["cli"], options: RunOptions): Promise<string | undefined> {
  const { steps } = JSON.parse((await cli(["doctor", "--json"], options)).stdout) as { steps: { step: string; text: string }[] };
  return steps.find(({ step }) => step === "hooks")?.text;
}

/** An app that answers the command line, over the socket. */
async function startApp(home: string, answers: Record<string, unknown>): Promise<string[]> {
  const asked: string[] = [];
  await serveApp(home, ({ method, url, target }) => {
    asked.push(`${method} ${target}`);
    const body = answers[url.pathname];
    return body === undefined ? { status: 404, body: { error: "not found" } } : { body };
  });
  return asked;
}

describe("hooks", () => {
  test("install, status, uninstall: the file is as it was", async () => {
    const { file, home, cli } = person();
    const before = '{\n  "theme": "dark"\n}\n';
    writeFileSync(file, before);
    expect(await cli(["hooks", "install", "--yes", "--client-version", "2.1.332"])).toMatchObject({ code: 0, stderr: "", stdout: expect.stringContaining("20 events") });
    expect(existsSync(join(home, "installed"))).toBe(true);
    expect(readFileSync(join(home, "bin", "forward-to-mascot.cjs"), "utf8")).toBe(readFileSync(built.cjs, "utf8"));
    expect((await cli(["hooks", "install", "--yes", "--client-version", "2.1.332"])).stdout).toContain("as it should be");
    expect((await cli(["hooks", "status"])).stdout).toMatch(/^user: 20 events hooked \(.*\)\n$/);
    rmSync(join(home, "installed"));
    expect((await cli(["hooks", "status"])).stdout).toContain("they do nothing");
    expect(await cli(["hooks", "uninstall", "--yes"])).toMatchObject({ code: 0, stderr: "" });
    expect(readFileSync(file, "utf8")).toBe(before);
    expect((await cli(["hooks", "uninstall", "--yes"])).stdout).toContain("No hooks of ours");
  });

  test("entries of an older version are called outdated and are replaced where they stand; another node is no other version", async () => {
    const { file, folder, cli } = person();
    writeFileSync(file, "{}");
    await cli(["hooks", "install", "--yes", "--client-version", "2.1.332"]);
    const current = readFileSync(file, "utf8");
    writeFileSync(file, current.replaceAll(process.execPath, `${folder}/other's/node`.replaceAll("'", "'\\\\''")));
    expect(readFileSync(file, "utf8")).not.toBe(current);
    expect((await cli(["hooks", "status"])).stdout).not.toContain("outdated");
    writeFileSync(file, current.replace("umask 077;", ""));
    expect((await cli(["hooks", "status"])).stdout).toContain("outdated: run agent-mascot hooks install --scope user");
    expect((await cli(["hooks", "install", "--yes", "--client-version", "2.1.332"])).code).toBe(0);
    expect(readFileSync(file, "utf8")).toBe(current);
  });

  test("D1: without a yes nothing is written, and the change is shown", async () => {
    const { file, home, cli } = person();
    writeFileSync(file, "{}");
    const ran = await cli(["hooks", "install", "--client-version", "2.1.332"]);
    expect(ran).toMatchObject({ code: 1, stderr: expect.stringContaining("--yes") });
    expect(ran.stdout).toContain('+   "hooks": {');
    expect(ran.stdout).toContain("# agent-mascot");
    expect(readFileSync(file, "utf8")).toBe("{}");
    expect(existsSync(home)).toBe(false);
  });

  test("the client's version is asked for; where it does not answer, only what all clients know is registered", async () => {
    const { folder, file, cli } = person();
    writeFileSync(file, "{}");
    const bin = join(folder, "bin");
    mkdirSync(bin);
    const path = { PATH: `${bin}:/usr/bin:/bin` };
    expect((await cli(["hooks", "install", "--yes"], { env: path })).stderr).toContain("2.0.45");
    expect(readFileSync(file, "utf8")).not.toContain("StopFailure");
    writeFileSync(join(bin, "claude"), "#!/bin/sh\necho '2.1.332 (Claude Code)'\n", { mode: 0o755 });
    expect(await cli(["hooks", "install", "--yes"], { env: path })).toMatchObject({ code: 0, stderr: "" });
    expect(readFileSync(file, "utf8")).toContain("StopFailure");
  });

  test("hooks in another folder of the client's are told of without its variable as well, by the doctor too", async () => {
    const { folder, file, cli } = person();
    const other = join(folder, "other account");
    mkdirSync(other);
    await cli(["hooks", "install", "--yes", "--client-version", "2.1.332"], { env: { CLAUDE_CONFIG_DIR: other } });
    expect((await cli(["hooks", "status"])).stdout).toBe(`user: no hooks of ours (${file})\nuser: 20 events hooked (${join(other, "settings.json")})\n`);
    expect(await hooksStep(cli, { cwd: "/" })).toBe(`20 events are hooked in ${join(other, "settings.json")}`);
    renameSync(join(other, "settings.json"), file);
    rmSync(other, { recursive: true });
    expect(await hooksStep(cli, { cwd: "/" }), "nobody reads a folder that is gone").toBe(`20 events are hooked in ${file}`);
  });

  test("for old entries of another account the command is said that leads to its settings, in the person's language", async () => {
    const { folder, cli, home } = person();
    const other = join(folder, "other account");
    mkdirSync(other);
    const file = join(other, "settings.json");
    await cli(["hooks", "install", "--yes", "--client-version", "2.1.332"], { env: { CLAUDE_CONFIG_DIR: other } });
    writeFileSync(file, readFileSync(file, "utf8").replace("umask 077;", ""));
    const command = `CLAUDE_CONFIG_DIR='${other}' agent-mascot hooks install --scope user`;
    expect((await cli(["hooks", "status"])).stdout).toContain(`outdated: run ${command}\n`);
    expect((await cli(["hooks", "status"], { env: { LANG: "ko_KR.UTF-8" } })).stdout).toContain(`이전 버전의 훅입니다. 다음을 실행하세요: ${command}\n`);
    expect((await cli(["hooks", "status"], { env: { CLAUDE_CONFIG_DIR: other } })).stdout).toContain("outdated: run agent-mascot hooks install --scope user\n");
    rmSync(join(home, "installed"));
    expect((await cli(["hooks", "status"])).stdout).toContain(`they do nothing. Run ${command}\n`);
  });

  test("entries of another home are told apart: nothing of them comes here", async () => {
    const { folder, file, cli } = person();
    writeFileSync(file, "{}");
    await cli(["hooks", "install", "--yes", "--client-version", "2.1.332"], { env: { MASCOT_HOME: join(folder, "other") } });
    expect((await cli(["hooks", "status"])).stdout).toBe(`user: no hooks of ours (${file})\n   20 entries serve another home of Agent Mascot; nothing of them comes here\n`);
    expect((await cli(["hooks", "status"], { env: { MASCOT_HOME: join(folder, "other") } })).stdout).toBe(`user: 20 events hooked (${file})\n`);
  });

  test("what is shared leads to the usual home alone: from another one a project's file gets nothing, and a plugin names that one", async () => {
    const { folder, file, cli } = person();
    writeFileSync(file, "{}");
    const project = join(folder, "project");
    mkdirSync(project);
    const elsewhere = { cwd: project, env: { MASCOT_HOME: join(folder, "other") } };
    const refused = await cli(["hooks", "install", "--yes", "--scope", "project", "--client-version", "2.1.332"], elsewhere);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining("use --scope local or user") });
    expect(existsSync(join(project, ".claude"))).toBe(false);
    const plugin = (name: string) => readFileSync(join(folder, name, "hooks", "hooks.json"), "utf8");
    await cli(["hooks", "plugin", "of other", "--client-version", "2.1.332"], { ...elsewhere, cwd: folder });
    expect(plugin("of other")).toContain(`h='${join(folder, "other")}'`);
    // A home that is found by itself, as that of Windows in WSL, is no usual one either; the usual one may be named.
    const usual = await cli(["hooks", "plugin", "of usual", "--client-version", "2.1.332"], { env: { MASCOT_HOME: join(folder, ".agent-mascot") } });
    expect(plugin("of usual")).toContain("$HOME/.agent-mascot");
    expect(usual.stdout).toContain(`claude --plugin-dir '${join(folder, "of usual")}'.`);
  });

  test("entries of another home in a project's file are no second scope: nothing would come twice", async () => {
    const { folder, file, cli } = person();
    writeFileSync(file, "{}");
    const project = join(folder, "project");
    mkdirSync(project);
    const install = (scope: string, env: Record<string, string>) => cli(["hooks", "install", "--yes", "--scope", scope, "--client-version", "2.1.332"], { cwd: project, env });
    expect(await install("local", { MASCOT_HOME: join(folder, "other") })).toMatchObject({ code: 0 });
    expect(await install("user", { MASCOT_HOME: join(folder, "other") })).toMatchObject({ code: 1, stderr: expect.stringContaining("--scope local") });
    expect(await install("user", {})).toMatchObject({ code: 0 });
  });

  test("what a project shares with everybody serves the usual home: to an app of another one it is neither installed, nor a second scope, nor to be repaired", async () => {
    const { folder, file, cli } = person();
    writeFileSync(file, "{}");
    const project = join(folder, "project");
    mkdirSync(project);
    const version = ["--client-version", "2.1.332"];
    await cli(["hooks", "install", "--yes", "--scope", "project", ...version], { cwd: project });
    const shared = join(project, ".claude", "settings.json");
    const before = readFileSync(shared, "utf8");
    const other = (...args: string[]) => cli(["hooks", ...args], { cwd: project, env: { MASCOT_HOME: join(folder, "other") } });
    expect((await other("status")).stdout).toBe(`user: no hooks of ours (${file})\nproject: no hooks of ours (${shared})\n   20 entries serve another home of Agent Mascot; nothing of them comes here\n`);
    expect(await other("install", "--yes", "--scope", "local", ...version)).toMatchObject({ code: 0, stderr: "" });
    expect(await other("repair", "--yes", ...version)).toMatchObject({ code: 0, stderr: "" });
    expect(await other("uninstall", "--yes", "--scope", "local")).toMatchObject({ code: 0 });
    expect(await other("install", "--yes", "--scope", "user", ...version)).toMatchObject({ code: 0, stderr: "" });
    expect(await hooksStep(cli, { cwd: project, env: { MASCOT_HOME: join(folder, "other") } })).toBe(`20 events are hooked in ${file}`);
    expect(readFileSync(shared, "utf8")).toBe(before);
    expect((await cli(["hooks", "status"], { cwd: project })).stdout).toContain("project: 20 events hooked");
  });

  test("each scope writes its file; a second scope is refused, for events would come twice", async () => {
    const { folder, file, cli } = person();
    writeFileSync(file, "{}");
    const project = join(folder, "project");
    mkdirSync(project);
    const there = { cwd: project };
    expect(await cli(["hooks", "install", "--yes", "--scope", "project", "--client-version", "2.1.332"], there)).toMatchObject({ code: 0 });
    const shared = readFileSync(join(project, ".claude", "settings.json"), "utf8");
    expect(shared).toContain("$HOME/.agent-mascot");
    expect(shared).not.toContain(folder);
    const second = await cli(["hooks", "install", "--yes", "--scope", "user", "--client-version", "2.1.332"], there);
    expect(second).toMatchObject({ code: 1, stderr: expect.stringContaining("--scope project") });
    expect(readFileSync(file, "utf8")).toBe("{}");
    await cli(["hooks", "uninstall", "--yes", "--scope", "project"], there);
    expect(await cli(["hooks", "install", "--yes", "--scope", "local", "--client-version", "2.1.332"], there)).toMatchObject({ code: 0 });
    expect(existsSync(join(project, ".claude", "settings.local.json"))).toBe(true);
  });

  test("refusals tell file, place and reason, in the person's language", async () => {
    const { file, cli } = person();
    writeFileSync(file, '{"theme":"dark","hooks":{},}');
    const english = await cli(["hooks", "install", "--yes", "--client-version", "2.1.332"]);
    expect(english).toMatchObject({ code: 1, stderr: expect.stringMatching(/settings\.json is not valid JSON at line 1, column 28/) });
    const korean = await cli(["hooks", "install", "--yes", "--client-version", "2.1.332"], { env: { LANG: "ko_KR.UTF-8" } });
    expect(korean.stderr).toContain("1행 28열");
    expect((await cli(["hooks", "status"])).code).toBe(1);
  });

  test("S19: where the client is not installed, its folder is not made", async () => {
    const { folder, cli } = person();
    rmSync(join(folder, ".claude"), { recursive: true });
    expect(await cli(["hooks", "install", "--yes", "--client-version", "2.1.332"])).toMatchObject({ code: 1, stderr: expect.stringContaining("Is Claude Code installed?") });
    expect(readdirSync(folder)).toEqual([]);
  });

  test("CLAUDE_CONFIG_DIR is honoured", async () => {
    const { folder, cli } = person();
    mkdirSync(join(folder, "config"));
    await cli(["hooks", "install", "--yes", "--client-version", "2.1.332"], { env: { CLAUDE_CONFIG_DIR: join(folder, "config") } });
    expect(existsSync(join(folder, "config", "settings.json"))).toBe(true);
    expect(existsSync(join(folder, ".claude", "settings.json"))).toBe(false);
  });
});

test.runIf(process.platform === "linux")("on a disk that takes nothing hooks that are as they should be are no trouble, others are refused in words, and nothing is left behind", async () => {
  const { folder, file, home, cli } = person();
  writeFileSync(file, "{}");
  const install = ["hooks", "install", "--yes", "--client-version"];
  await cli([...install, "2.1.332"]);
  const full = (...args: string[]) => run("/bin/sh", ["-c", 'ulimit -f 0;exec "$@"', "sh", process.execPath, built.cli, ...args], { cwd: folder, env: { HOME: folder } });
  expect(await full(...install, "2.1.332")).toMatchObject({ code: 0, stderr: "", stdout: `${file} is as it should be already\n` });
  expect(await full("hooks", "repair", "--yes", "--client-version", "2.1.332")).toMatchObject({ code: 0, stderr: "" });
  const before = readFileSync(file, "utf8");
  expect(await full(...install, "2.1.100")).toMatchObject({ code: 1, stderr: expect.stringMatching(new RegExp(`^${file}: EFBIG`)) });
  expect(readFileSync(file, "utf8")).toBe(before);
  expect(readdirSync(join(home, "locks"))).toEqual([]);
  expect([...readdirSync(home), ...readdirSync(join(folder, ".claude"))].filter((name) => name.endsWith(".tmp"))).toEqual([]);
});

describe.runIf(process.platform === "linux")("in a folder that was removed", () => {
  const there = (command: string) => {
    const { folder, home } = person();
    const gone = join(folder, "worktree");
    const done = () => run("/bin/sh", ["-c", `mkdir "$1";cd "$1";rmdir "$1";shift;exec "$@"`, "sh", gone, process.execPath, built.cli, ...command.split(" ")], { cwd: folder, env: { HOME: folder } });
    return { home, gone, done };
  };

  test("commands do what they do anywhere, and it keeps its name", async () => {
    expect(await there("status").done()).toMatchObject({ code: 1, stderr: "Agent Mascot is not running\n", stdout: expect.stringContaining("user: no hooks of ours") });
    const { home, gone, done } = there("event it is gone");
    await serveApp(home, ({ body }) => ({ body: { decision: "approve", notifications: [], heard: (body as { cwd: string }).cwd } }));
    expect(JSON.parse((await done()).stdout)).toMatchObject({ heard: gone });
  });

  test("nothing is put into it, and it is not made again", async () => {
    const { gone, done } = there("hooks install --yes --scope local --client-version 2.1.332");
    expect(await done()).toMatchObject({ code: 1, stderr: `${join(gone, ".claude")} is not there. Is Claude Code installed? Nothing was created\n` });
    expect(existsSync(gone)).toBe(false);
  });
});

describe("the running app", () => {
  test("a home that cannot be made is said to be the trouble", async () => {
    const { home, cli } = person();
    writeFileSync(home, "");
    expect(await cli([])).toMatchObject({ code: 1, stderr: expect.stringMatching(/^The home .* cannot be used: EEXIST/) });
  });

  const STATUS = { version: "1.2.3", pid: 9, started_at: "x", url: "http://127.0.0.1:4820", agents: 2, sessions: 1, events: 34, recording: false, notices: [{ id: "disk_full", level: "error", at: "x" }] };

  test("status", async () => {
    const { home, cli } = person();
    await startApp(home, { "/api/status": STATUS });
    const ran = await cli(["status"]);
    expect(ran.code).toBe(0);
    expect(ran.stdout).toMatch(/1\.2\.3 is running \(pid 9.*\n.*agents 2 · sessions 1 · events 34\n.*NOT being recorded\n.*disk_full/);
  });

  test("status for programs: what the app says of itself, or why it says nothing", async () => {
    const { home, cli } = person();
    const down = await cli(["status", "--json"]);
    expect(down).toMatchObject({ code: 1, stderr: "" });
    expect(JSON.parse(down.stdout)).toEqual({ running: false, problem: "Agent Mascot is not running", spooled: 0 });
    await startApp(home, { "/api/status": STATUS });
    const up = await cli(["status", "--json"]);
    expect(up.code).toBe(0);
    expect(JSON.parse(up.stdout)).toEqual({ running: true, ...STATUS, spooled: 0 });
  });

  test("an option of another command is refused, and nothing is done", async () => {
    const { home, cli } = person();
    const asked = await startApp(home, { "/api/app/quit": { ok: true } });
    expect(await cli(["quit", "--json"])).toMatchObject({ code: 2, stdout: "", stderr: "agent-mascot quit takes no --json. See agent-mascot quit --help\n" });
    expect(asked).toEqual([]);
  });

  test("not running is said, and is a failure", async () => {
    const { cli } = person();
    for (const command of ["status", "quit", "tail"]) expect(await cli([command])).toMatchObject({ code: 1, stderr: "Agent Mascot is not running\n" });
  });

  test("quit and raise reach the app", async () => {
    const { home, cli } = person();
    const asked = await startApp(home, { "/api/app/quit": { ok: true }, "/api/app/raise": { ok: true } });
    expect(await cli(["quit"])).toMatchObject({ code: 0, stderr: "" });
    expect(await cli([])).toMatchObject({ code: 0, stdout: expect.stringContaining("comes to the front") });
    expect(asked).toEqual(["POST /api/app/quit", "POST /api/app/raise"]);
  });

  test("an app that closes the door while it ends is asked once more", async () => {
    const { home, cli } = person();
    mkdirSync(home, { mode: 0o700 });
    let asked = 0;
    const ending = createServer((connection) => {
      asked++;
      if (asked === 1) connection.destroy();
      else connection.once("data", () => connection.end("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 11\r\n\r\n{\"ok\":true}"));
    });
    await new Promise<void>((resolve) => ending.listen(join(home, "mascot.sock"), resolve));
    onTestFinished(() => void ending.close());
    expect(await cli([])).toMatchObject({ code: 0, stderr: "", stdout: expect.stringContaining("comes to the front") });
    expect(asked).toBe(2);
  });

  test("over TCP the token goes only to who has shown to have it", async () => {
    const { home, cli } = person();
    mkdirSync(home, { mode: 0o700 });
    writeFileSync(join(home, "token"), TOKEN);
    const impostor = await startCollector(home, { tcpOnly: true, impostor: true });
    expect(await cli(["status"])).toMatchObject({ code: 1, stderr: expect.stringContaining("somebody else") });
    expect(JSON.stringify(impostor.got)).not.toContain(TOKEN);
    const real = await startCollector(home, { tcpOnly: true, answer: STATUS });
    expect(await cli(["status"])).toMatchObject({ code: 0 });
    expect(real.got.at(-1)?.headers["authorization"]).toBe(`Bearer ${TOKEN}`);
  });

  test("without a screen the start is refused in two lines, in the person's language", async () => {
    const { cli } = person();
    const english = await cli([]);
    expect(english).toMatchObject({ code: 1, stdout: "" });
    expect(english.stderr).toMatch(/^The app cannot be started: there is no screen here .*\nStart it in a desktop session.*\n$/);
    expect((await cli([], { env: { LANG: "ko_KR.UTF-8" } })).stderr).toMatch(/^화면이 없어 .*\n데스크톱 세션.*\n$/);
  });

  test("R1: in WSL the app of a Windows home is not called dead", async () => {
    const { home, cli } = person();
    mkdirSync(home, { mode: 0o700 });
    writeFileSync(join(home, "collector.json"), JSON.stringify({ url: "http://127.0.0.1:9", socket: null, appPath: "C:\\Program Files\\Agent Mascot\\agent-mascot.exe" }));
    writeFileSync(join(home, "token"), TOKEN);
    for (const command of [["status"], []]) expect(await cli(command, { env: { DISPLAY: ":9" } })).toMatchObject({ code: 1, stderr: `The app of this home runs on Windows and is not reachable from here; events reach it through ${join(home, "spool")}\n` });
  });
});

describe("wrong usage is 2, and says what is right", () => {
  test.each([["bogus"], ["hooks", "bogus"], ["--bogus"], ["hooks", "install", "--scope", "all"], ["hooks", "install", "--client-version", "x"], ["tail", "--lines", "x"]])("%s %s", async (...args) => {
    const ran = await person().cli(args);
    expect(ran).toMatchObject({ code: 2, stdout: "" });
    expect(ran.stderr.trim().split("\n")).toHaveLength(1);
  });

  test("help and version", async () => {
    const { cli } = person();
    expect((await cli(["--help"])).stdout).toContain("hooks uninstall");
    expect((await cli(["--version"])).stdout).toMatch(/^agent-mascot \d+\.\d+\.\d+\n$/);
    expect((await cli(["status"], { env: { MASCOT_HOME: "C:\\Users\\kim" } })).stderr).toContain("Windows path");
  });

  test.each([
    [["hooks", "install", "--help", "--yes"], "hooks install", "port create"], [["hooks", "install", "-yh"], "hooks install", "port create"], [["remote", "box", "-h"], "remote <host>", "hooks install"],
    [["port", "start", "fix-login", "--help"], "port start <id>", "hooks install"], [["tail", "--help"], "--no-follow", "hooks install"], [["help", "export"], "--format", "hooks install"],
  ])("%j tells of that command alone and does nothing", async (args, own, other) => {
    const { file, home, cli } = person();
    const { code, stdout, stderr } = await cli(args);
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toContain(own);
    expect(stdout).not.toContain(other);
    expect([existsSync(file), existsSync(home)]).toEqual([false, false]);
  });

  test("help of a command is in the person's language", async () => {
    expect((await person().cli(["hooks", "--help"], { env: { LANG: "ko_KR.UTF-8" } })).stdout).toMatch(/훅이 어디에 설치되어 있는지.*모든 명령: agent-mascot --help\n$/s);
  });
});

describe("words", () => {
  test("both languages say the same things with the same values", () => {
    const values = (text: string) => [...new Set(text.match(/\{\d\}/g) ?? [])].sort();
    for (const word of Object.keys(words.en) as Word[]) {
      expect(words.ko[word], word).toBeTruthy();
      expect(values(words.ko[word]), word).toEqual(values(words.en[word]));
    }
    expect(Object.keys(words.ko).sort()).toEqual(Object.keys(words.en).sort());
    expect(wordsIn("en")("io", "a", "b")).toBe("a: b");
  });

  test.each([[{ LANG: "ko_KR.UTF-8" }, "ko"], [{ LANG: "en_US.UTF-8" }, "en"], [{ LC_ALL: "C", LANG: "ko_KR" }, "en"], [{}, "en"]])("%j → %s", (env, language) => expect(languageOf(env)).toBe(language));

  test("a difference shows what comes and what goes", () => {
    expect(lineDifference("a\nb\nc", "a\nx\nb\nc").split("\n")).toEqual(["  a", "+ x", "  b", "  c"]);
    expect(lineDifference("a\nb", "a")).toContain("- b");
    expect(lineDifference("", "a")).toBe("+ a");
    expect(lineDifference("a\nb\nc\nd\ne", "a\nB\nc\nD\nE").split("\n"), "at each place first what goes").toEqual(["  a", "- b", "+ B", "  c", "- d", "- e", "+ D", "+ E"]);
  });
});
