/** The installed line, run by every shell of this machine that may be /bin/sh somewhere. */
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { buildForwarder } from "../test-support/built.ts";
import { startCollector } from "../test-support/collector.ts";
import { makeHome, spooled, spoolNames, temporaryFolder } from "../test-support/homes.ts";
import { type RunOptions, run } from "../test-support/run.ts";
import { workspaceId } from "../../app/domain/identity.ts";
import { readLabel } from "../../app/collector/spool-header.ts";
import { isUnderWay } from "../hook/spool-end.ts";
import { INSIDE_VARIABLE } from "./inside.ts";
import { installedLine, ROOM_FILE, shellQuote } from "./installed-line.ts";

const built = buildForwarder();
const SHELLS = [["sh"], ["dash"], ["bash", "--posix"], ["busybox", "sh"], ["zsh", "--emulate", "sh"], ["mksh"]].filter(([name]) => isThere(name as string));
const PAYLOAD = '{"session_id":"s1","cwd":"/w","hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"echo \\"\\\\n\\""}}';
const silent = { code: 0, stdout: "", stderr: "" };

function isThere(program: string): boolean {
  return spawnSync(program, ["-c", ":"], { stdio: "ignore" }).error === undefined;
}

function line(home: string, event = "PreToolUse", node: string | null = process.execPath): string {
  return installedLine({ event, home, node });
}

function fire(home: string, options: RunOptions & { event?: string; shell?: string[]; node?: string | null } = {}) {
  const [shell, ...args] = options.shell ?? ["/bin/sh"];
  return run(shell as string, [...args, "-c", line(home, options.event, options.node)], { input: PAYLOAD, ...options });
}

/** As while the app runs and the disk has room. */
function withRoom(home: string): string {
  writeFileSync(join(home, "app.pid"), `${process.pid}\n`);
  writeFileSync(join(home, ROOM_FILE), "");
  return home;
}

/** Node reads header bytes as Latin-1. */
function sentFields(got: { headers: Record<string, unknown> } | undefined) {
  return readLabel(Buffer.from(String(got?.headers["x-mascot-fields"]), "latin1").toString("utf8"));
}

describe.each(SHELLS)("%s", (...shell) => {
  test("fast lane: the payload lies in the spool as it came, below a line of the allowed variables", async () => {
    const home = makeHome(built);
    const env = { CLAUDE_PID: "77", CLAUDE_PROJECT_DIR: "/w/프로젝트 'x\" $y", AI_AGENT: "claude-code_2-1-332", TMUX_PANE: "a\tb", TERM_SESSION_ID: "a\nb", ANTHROPIC_API_KEY: "sk-secret" };
    expect(await fire(home, { shell, env })).toMatchObject(silent);
    const [file] = spooled(home);
    expect(file?.payload).toBe(PAYLOAD);
    expect(file?.header).toMatch(/^v=2\tprovider=claude\tPPID=\d+\tCLAUDE_PID=77\tCLAUDE_PROJECT_DIR=\/w\/프로젝트 'x" \$y\tAI_AGENT=claude-code_2-1-332$/);
    expect(file?.name).toMatch(/^0-\d+-[A-Za-z0-9-]+\.json$/);
    expect(statSync(join(home, "spool", file?.name ?? "")).mode & 0o777).toBe(0o600);
    expect(spoolNames(home)).toHaveLength(1);
  });

  test.each(["with space", "quo'te\"s", "dollar$HOME`id`", "back\\slash\\n", "한글 집", "-dash", "semi;colon&"])("E1, E3: a home named %s", async (name) => {
    const home = makeHome(built, name);
    expect(await fire(home, { shell })).toMatchObject(silent);
    expect(spooled(home).map(({ payload }) => payload)).toEqual([PAYLOAD]);
  });

  test("where the disk has room it lies there the same way, and the shell that wrote it is the hook's only process", async () => {
    const home = withRoom(makeHome(built));
    const hook = spawn(shell[0] as string, [...shell.slice(1), "-c", line(home)], { stdio: ["pipe", "pipe", "pipe"] });
    const said = Promise.all([hook.stdout, hook.stderr].map(async (stream) => (await stream.toArray()).join("")));
    hook.stdin.write(PAYLOAD.slice(0, 40));
    await expect.poll(() => spooled(home).map(({ payload }) => payload)).toEqual([PAYLOAD.slice(0, 40)]);
    if (process.platform === "linux") expect(readFileSync(`/proc/${hook.pid}/cmdline`, "utf8")).toMatch(/^(busybox\0)?cat\0/);
    hook.stdin.end(PAYLOAD.slice(40));
    expect(await once(hook, "close")).toEqual([0, null]);
    expect(await said).toEqual(["", ""]);
    const [file] = spooled(home);
    expect(file?.payload).toBe(PAYLOAD);
    expect(file?.header).toMatch(/^v=3\tprovider=claude\tPPID=\d+/);
    expect(statSync(join(home, "spool", file?.name ?? "")).mode & 0o777).toBe(0o600);
  });

  test("answer lane: the answer reaches stdout, and nothing else does", async () => {
    const home = makeHome(built);
    writeFileSync(join(home, "answers", "PreToolUse"), "");
    const collector = await startCollector(home, { answer: { status: "stored", event_ids: [], hook_output: { systemMessage: "한" } } });
    rmSync(join(home, "app.pid"), { force: true });
    expect(await fire(home, { shell, env: { CLAUDE_PID: "77" } })).toMatchObject({ code: 0, stdout: '{"systemMessage":"한"}', stderr: "" });
    expect(collector.payloads()[0]).toMatchObject({ session_id: "s1", _meta: { client_pid: 77 } });
    expect(spoolNames(home)).toEqual([]);
  });

  test("an app that died: the event is kept, and the app that comes up may take it before it is asked for", async () => {
    const home = makeHome(built);
    writeFileSync(join(home, "app.pid"), "999999999\n");
    expect(await fire(home, { shell })).toMatchObject(silent);
    expect(spooled(home).map(({ payload }) => payload)).toEqual([PAYLOAD]);
    const taken = line(home).replace("if N;then F --launch", 'rm "$s/$n.json";if N;then F --launch');
    writeFileSync(join(home, "app.pid"), "999999999\n");
    expect(await run(shell[0] as string, [...shell.slice(1), "-c", taken], { input: PAYLOAD })).toMatchObject(silent);
    expect(spooled(home)).toHaveLength(1);
  });

  test("an app that went without a word, and whose number is another program's by now: a session's start starts it anew, with or without a socket left behind", async () => {
    for (const leftBehind of [true, false]) {
      const home = makeHome(built);
      const program = join(temporaryFolder(), "app");
      writeFileSync(program, `#!/bin/sh\necho >'${program}.started'\n`, { mode: 0o755 });
      writeFileSync(join(home, "collector.json"), JSON.stringify({ appPath: program, startedAt: "2026-01-01T00:00:00Z" }));
      if (leftBehind) spawnSync(process.execPath, ["-e", "require('net').createServer().listen(process.argv[1], () => process.kill(process.pid, 'SIGKILL'))", join(home, "mascot.sock")]);
      expect(existsSync(join(home, "mascot.sock"))).toBe(leftBehind);
      const payload = '{"session_id":"s1","cwd":"/w","hook_event_name":"SessionStart","source":"startup"}';
      expect(await fire(withRoom(home), { shell, event: "SessionStart", input: payload, env: { DISPLAY: ":0", CLAUDE_CODE_SESSION_ATTENDED: "1", CLAUDE_PID: String(process.pid) } })).toMatchObject(silent);
      await expect.poll(() => existsSync(`${program}.started`), { timeout: 10_000 }).toBe(true);
      expect(spooled(home).map((file) => file.payload)).toEqual([payload]);
      expect(spoolNames(home)).toHaveLength(1);
    }
  });

  test("without node the answer comes by curl", async () => {
    const home = makeHome(built);
    writeFileSync(join(home, "answers", "PreToolUse"), "");
    rmSync(join(home, "bin"), { recursive: true });
    const collector = await startCollector(home, { answer: { systemMessage: "hi" } });
    const ran = await fire(home, { shell, node: "/nowhere/node", env: { CLAUDE_PID: "77", CLAUDE_PROJECT_DIR: "/w/한글", TERM_SESSION_ID: 'quo"te', CLAUDE_CODE_SESSION_ATTENDED: "1" } });
    expect(ran).toMatchObject({ code: 0, stdout: '{"systemMessage":"hi"}\n', stderr: "" });
    const [got] = collector.got;
    expect(got).toMatchObject({ url: "/hooks/claude", body: PAYLOAD });
    expect(sentFields(got)?.meta).toMatchObject({ client_pid: 77, project_dir: "/w/한글", attended: true, terminal_session_id: 'quo"te' });
    expect(got?.headers["x-mascot-delivery"]).toMatch(/^0-\d+-[A-Za-z0-9-]+$/);
    expect(spoolNames(home)).toEqual([]);
  });

  test("an app that runs answers by curl, without the time that node takes; a dead one is the forwarder's", async () => {
    const home = makeHome(built);
    writeFileSync(join(home, "answers", "PreToolUse"), "");
    const collector = await startCollector(home, { answer: { status: "stored", event_ids: [], hook_output: { systemMessage: "by node" } } });
    writeFileSync(join(home, "app.pid"), `${process.pid}\n`);
    await fire(home, { shell, env: { CLAUDE_PID: "77" } });
    expect(collector.got.map(({ url }) => url)).toEqual(["/hooks/claude"]);
    expect(sentFields(collector.got[0])).toMatchObject({ provider: "claude", meta: { client_pid: 77 } });
    writeFileSync(join(home, "app.pid"), "4194303\n");
    expect(await fire(home, { shell })).toMatchObject({ code: 0, stdout: '{"systemMessage":"by node"}' });
    expect(collector.got.map(({ url }) => url).slice(1)).not.toContain("/hooks/claude");
    expect(spoolNames(home)).toEqual([]);
  });

  test("S23: a node that was there at installing and is gone after an update: the PATH's is taken", async () => {
    const home = makeHome(built);
    writeFileSync(join(home, "answers", "PreToolUse"), "");
    const collector = await startCollector(home, { answer: { status: "stored", event_ids: [], hook_output: { systemMessage: "by node" } } });
    rmSync(join(home, "app.pid"), { force: true });
    expect(await fire(home, { shell, node: "/opt/homebrew/Cellar/node/20.1.0/bin/node", env: { PATH: `${dirname(process.execPath)}:/usr/bin:/bin` } })).toMatchObject({ code: 0, stdout: '{"systemMessage":"by node"}' });
    expect(collector.payloads()).toHaveLength(1);
  });

  test("a session's start is answered by an app that runs without the time that node takes, which sees the client's terminal itself; a client that is not seen is the forwarder's", async () => {
    const home = makeHome(built);
    const collector = await startCollector(home, { answer: { hookSpecificOutput: { hookEventName: "SessionStart", additionalContext: "한 memory" } } });
    const ran = await fire(home, { shell, event: "SessionStart", env: { CLAUDE_PID: String(process.pid), SSH_TTY: "/dev/pts/9", GPG_TTY: "not a tty" } });
    expect(ran).toMatchObject({ code: 0, stdout: '{"hookSpecificOutput":{"hookEventName":"SessionStart","additionalContext":"한 memory"}}\n', stderr: "" });
    expect(collector.got.map(({ url }) => url)).toEqual(["/hooks/claude"]);
    expect(sentFields(collector.got[0])?.givenTty).toBe("/dev/pts/9");
    await fire(home, { shell, event: "SessionStart", env: { CLAUDE_PID: "4194303" } });
    expect(collector.got.map(({ url }) => url).slice(1)).not.toContain("/hooks/claude");
    expect(spoolNames(home)).toEqual([]);
  });

  test("an app that runs and takes nothing: the event is spooled", async () => {
    const home = makeHome(built);
    writeFileSync(join(home, "answers", "PreToolUse"), "");
    writeFileSync(join(home, "app.pid"), `${process.pid}\n`);
    await startCollector(home, { status: 503 });
    expect(await fire(home, { shell })).toMatchObject(silent);
    expect(spooled(home).map(({ payload }) => payload)).toEqual([PAYLOAD]);
  });

  test("without node and without a collector that takes it, the event is spooled", async () => {
    const home = makeHome(built);
    writeFileSync(join(home, "answers", "PreToolUse"), "");
    rmSync(join(home, "bin"), { recursive: true });
    await startCollector(home, { status: 500 });
    expect(await fire(home, { shell, node: null })).toMatchObject(silent);
    expect(spooled(home).map(({ payload }) => payload)).toEqual([PAYLOAD]);
    expect(spoolNames(home)).toHaveLength(1);
  });

  test("the workspace is the project's folder, else the one the hook runs in, by both lanes (specification 1 §3.5)", async () => {
    const home = makeHome(built);
    const folder = join(temporaryFolder(), "진짜 folder");
    mkdirSync(folder);
    const link = join(temporaryFolder(), "link");
    symlinkSync(folder, link);
    const workspaces = async (options: RunOptions) => {
      // The payload's own cwd is another one.
      for (const event of ["PreToolUse", "SessionStart"]) await fire(home, { shell, event, ...options });
      const found = spooled(home).map(({ header }) => {
        const label = readLabel(header);
        const meta = label?.meta as { workspace_id?: string; project_dir?: string };
        return workspaceId(meta.workspace_id, meta.project_dir, "/payload/cwd");
      });
      for (const name of spoolNames(home)) rmSync(join(home, "spool", name));
      return found;
    };
    expect(await workspaces({ cwd: link })).toEqual(["진짜 folder", "진짜 folder"]);
    expect(await workspaces({ cwd: link, env: { PWD: link, CDPATH: "/" } })).toEqual(["진짜 folder", "진짜 folder"]);
    expect(await workspaces({ cwd: "/" })).toEqual(["root", "root"]);
    expect(await workspaces({ cwd: link, env: { CLAUDE_PROJECT_DIR: "/w/project/" } })).toEqual(["project", "project"]);
    expect(await workspaces({ cwd: link, env: { CLAUDE_PROJECT_DIR: "/" } })).toEqual(["진짜 folder", "진짜 folder"]);
  });

  test("L15: an event from a client that we started ourselves is ignored", async () => {
    const home = makeHome(built);
    const env = { [INSIDE_VARIABLE]: "1" };
    for (const event of ["PreToolUse", "SessionStart"]) expect(await fire(home, { shell, event, env })).toMatchObject(silent);
    expect(spoolNames(home)).toEqual([]);
  });

  test("without node and app, a session's start drops what is too old, and half of what is too much", async () => {
    const home = makeHome(built);
    rmSync(join(home, "bin"), { recursive: true });
    const old = join(home, "spool", "0-1-old.json");
    writeFileSync(old, "v=1\n{}");
    utimesSync(old, 1000, 1000);
    const start = (spoolKilobytes: number) =>
      run(shell[0] as string, [...shell.slice(1), "-c", installedLine({ event: "SessionStart", home, node: null, spoolKilobytes })], { input: PAYLOAD, env: { PATH: "/usr/bin:/bin" } });
    for (let n = 0; n < 20; n++) {
      writeFileSync(join(home, "spool", `0-2-${n}.json`), "v=1\n{}");
      utimesSync(join(home, "spool", `0-2-${n}.json`), Date.now() / 1000 - 100 + n, Date.now() / 1000 - 100 + n);
    }
    expect(await start(1000)).toMatchObject(silent);
    expect(existsSync(old)).toBe(false);
    expect(spooled(home)).toHaveLength(21);
    expect(await start(40)).toMatchObject(silent);
    const left = spooled(home);
    expect(left.filter(({ name }) => name.startsWith("0-2-")).map(({ name }) => Number(name.slice(4, -5))).sort((a, b) => a - b)).toEqual([10, 11, 12, 13, 14, 15, 16, 17, 18, 19]);
    expect(left.map(({ header }) => readLabel(header)?.gap).filter(Boolean)).toEqual([{ dropped: 10 }]);
  });

  test("a node that cannot start loses nothing: the event goes the fast way", async () => {
    const home = makeHome(built);
    const broken = join(temporaryFolder(), "node");
    writeFileSync(broken, "#!/bin/sh\necho broken >&2\necho broken\nexit 9\n", { mode: 0o755 });
    writeFileSync(join(home, "answers", "PreToolUse"), "");
    const ran = await fire(home, { shell, node: broken });
    expect(ran).toMatchObject({ code: 0, stderr: "" });
    expect(spooled(home).map(({ payload }) => payload)).toEqual([PAYLOAD]);
  });
});

describe("never in the way", () => {
  test("F3: exit 0 and silence when the home is gone, half gone, or takes nothing", async () => {
    const gone = join(temporaryFolder(), "gone");
    expect(await fire(gone)).toMatchObject(silent);
    expect(existsSync(gone)).toBe(false);
    const uninstalled = makeHome(built);
    rmSync(join(uninstalled, "installed"));
    expect(await fire(uninstalled)).toMatchObject(silent);
    expect(spoolNames(uninstalled)).toEqual([]);
    const noSpool = makeHome(built);
    rmSync(join(noSpool, "spool"), { recursive: true });
    expect(await fire(noSpool)).toMatchObject(silent);
    expect(spooled(noSpool)).toHaveLength(1);
    const blocked = makeHome(built);
    rmSync(join(blocked, "spool"), { recursive: true });
    writeFileSync(join(blocked, "spool"), "");
    expect(await fire(blocked)).toMatchObject(silent);
  });

  test("a full disk: the half-written file is taken away, the hook ends well", async () => {
    const home = makeHome(built);
    const limited = `ulimit -f 1;${line(home)}`;
    const ran = await run("/bin/sh", ["-c", limited], { input: `{"big":"${"x".repeat(100_000)}"}` });
    expect(ran).toMatchObject(silent);
    expect(spoolNames(home)).toEqual([]);
  });

  test("a quota that ends in mid-write is no success, and blocks nothing: what was written is kept", async () => {
    const home = withRoom(makeHome(built));
    const ran = await run("/bin/sh", ["-c", `ulimit -f 8;trap '' XFSZ;${line(home)}`], { input: `{"big":"${"x".repeat(100_000)}"}` });
    expect(ran).toMatchObject({ code: 1, stdout: "", stderr: "" });
    expect(spooled(home).map(({ payload }) => payload.slice(0, 8))).toEqual(['{"big":"']);
  });

  test.each(["dead", "none"])("of an app that is gone (its pid: %s) no hook believes that there is room", async (pid) => {
    const home = withRoom(makeHome(built));
    if (pid === "none") rmSync(join(home, "app.pid"));
    else writeFileSync(join(home, "app.pid"), "999999999\n");
    const ran = await run("/bin/sh", ["-c", `ulimit -f 8;trap '' XFSZ;${line(home)}`], { input: `{"big":"${"x".repeat(100_000)}"}`, env: { CLAUDE_CODE_SESSION_ATTENDED: "0" } });
    expect(ran).toMatchObject(silent);
    expect(spoolNames(home)).toEqual([]);
  });

  test("a machine whose `cat` is nowhere", async () => {
    const home = withRoom(makeHome(built));
    const withoutCat = line(home).replace("PATH=/usr/bin:/bin:$PATH", "PATH=/nowhere");
    expect(await run("/bin/sh", ["-c", withoutCat], { input: PAYLOAD })).toMatchObject(silent);
  });

  test("a disk that was full before the first byte, while the app said that it had room", async () => {
    const home = withRoom(makeHome(built));
    expect(await run("/bin/sh", ["-c", `ulimit -f 0;trap '' XFSZ;${line(home)}`], { input: PAYLOAD })).toMatchObject(silent);
    expect(spoolNames(home)).toEqual([]);
  });

  test.runIf(process.getuid?.() !== 0)("a read-only spool", async () => {
    const home = makeHome(built);
    chmodSync(join(home, "spool"), 0o500);
    expect(await fire(home)).toMatchObject(silent);
  });

  test.each(["has room", "may be full"])("a hook that is killed while its client still writes leaves a file that nobody takes for a whole one: the disk %s", async (disk) => {
    const home = disk === "has room" ? withRoom(makeHome(built)) : makeHome(built);
    const hook = spawn("/bin/sh", ["-c", line(home)], { stdio: ["pipe", "ignore", "ignore"], detached: true });
    hook.stdin.write(PAYLOAD.slice(0, 40));
    const text = () => spoolNames(home).map((name) => readFileSync(join(home, "spool", name), "utf8")).join("");
    await expect.poll(text).toContain(PAYLOAD.slice(0, 40));
    process.kill(-(hook.pid as number), "SIGKILL");
    await once(hook, "exit");
    expect(isUnderWay(text(), text(), 0)).toBe(true);
    await fire(home);
    expect(spooled(home).map(({ payload }) => payload)).toContain(PAYLOAD);
  });

  test.each(["has room", "may be full"])("a file that has the event's name already is left as it is: the disk %s", async (disk) => {
    const home = disk === "has room" ? withRoom(makeHome(built)) : makeHome(built);
    const taken = line(home).replace(/u=;read -r u <[^;]*;/, "u=x;").replace("n=0-$$-$u", "n=0-0-x");
    writeFileSync(join(home, "spool", "0-0-x.json"), "another's");
    expect(await run("/bin/sh", ["-c", taken], { input: PAYLOAD })).toMatchObject(silent);
    expect(readFileSync(join(home, "spool", "0-0-x.json"), "utf8")).toBe("another's");
    rmSync(join(home, "spool", "0-0-x.json"));
    symlinkSync(join(home, "elsewhere"), join(home, "spool", "0-0-x.json"));
    expect(await run("/bin/sh", ["-c", taken], { input: PAYLOAD })).toMatchObject(silent);
    expect(existsSync(join(home, "elsewhere"))).toBe(false);
  });

  test("no link is followed out of the spool", async () => {
    const home = makeHome(built);
    const elsewhere = temporaryFolder();
    rmSync(join(home, "spool"), { recursive: true });
    symlinkSync(elsewhere, join(home, "spool"));
    expect(await fire(home)).toMatchObject(silent);
    expect(await fire(withRoom(home))).toMatchObject(silent);
    expect(readdirSync(elsewhere)).toEqual([]);
  });

  test("nothing runs that an exported shell option or a repository's environment asks for", async () => {
    const home = makeHome(built);
    const evil = temporaryFolder();
    for (const name of ["cat", "rm", "node"]) writeFileSync(join(evil, name), `#!/bin/sh\ntouch ${evil}/ran\n`, { mode: 0o755 });
    const env = { PATH: `${evil}:${process.env["PATH"]}`, SHELLOPTS: "errexit:nounset", MASCOT_HOME: evil, NODE_OPTIONS: `--require ${evil}/x.js`, RANDOM: "../../x", CLAUDE_PID: "1" };
    expect(await fire(home, { env, shell: ["bash", "--posix"] })).toMatchObject({ code: 0, stdout: "" });
    expect(existsSync(join(evil, "ran"))).toBe(false);
    expect(spooled(home)).toHaveLength(1);
    writeFileSync(join(home, "answers", "PreToolUse"), "");
    expect(await fire(home, { env })).toMatchObject(silent);
    expect(spooled(home)).toHaveLength(2);
    rmSync(join(home, "answers", "PreToolUse"));
    expect(await fire(withRoom(home), { env, shell: ["bash", "--posix"] })).toMatchObject({ code: 0, stdout: "" });
    expect(existsSync(join(evil, "ran"))).toBe(false);
    expect(spooled(home)).toHaveLength(3);
  });

  test.each(["has room", "may be full"])("500 hooks at once lose none: the disk %s", async (disk) => {
    const home = disk === "has room" ? withRoom(makeHome(built)) : makeHome(built);
    const command = line(home);
    // One process starts them all, so that this machine's own start of processes is not what is measured.
    const script = `i=0;while [ $i -lt 500 ];do printf '{"n":%d}' $i|sh -c "$0" & i=$((i+1));done;wait`;
    execFileSync("/bin/sh", ["-c", script, command], { env: { PATH: process.env["PATH"] } });
    const numbers = spooled(home).map(({ payload }) => (JSON.parse(payload) as { n: number }).n);
    expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length: 500 }, (_, n) => n));
    expect(spoolNames(home)).toHaveLength(500);
  }, 120_000);

  test("an empty answer, and a stdin that nobody reads, are fine", async () => {
    const home = makeHome(built);
    expect(await fire(home, { input: "" })).toMatchObject(silent);
    expect(spooled(home)).toHaveLength(1);
  });
});

describe("which lane", () => {
  const lanes = async (home: string, options: Parameters<typeof fire>[1] = {}) => {
    await fire(home, options);
    return spooled(home).map(({ header }) => (header.startsWith("{") ? "answer" : "fast"));
  };

  test("SessionStart goes through the forwarder where no app runs", async () => {
    expect(await lanes(makeHome(built), { event: "SessionStart" })).toEqual(["answer"]);
  });

  test("a project with rules of its own does, too", async () => {
    const project = temporaryFolder();
    writeFileSync(join(project, ".agent-mascot.yaml"), "mode: warn\n");
    expect(await lanes(makeHome(built), { env: { CLAUDE_PROJECT_DIR: project } })).toEqual(["answer"]);
  });

  test("an app that died, of whom nobody is asked, costs no event its way: it is kept first, whatever becomes of node", async () => {
    // What it said of the disk it could not take back.
    const home = withRoom(makeHome(built));
    writeFileSync(join(home, "app.pid"), "999999999\n");
    writeFileSync(join(home, "bin", "forward-to-mascot.cjs"), `const fs = require("node:fs"); fs.writeFileSync(${JSON.stringify(join(home, "given"))}, process.argv.slice(2).join(" ") + "\\n" + fs.readFileSync(0, "utf8")); process.exit(3)`);
    expect(await fire(home)).toMatchObject(silent);
    const [kept] = spooled(home);
    expect(kept?.payload).toBe(PAYLOAD);
    const given = readFileSync(join(home, "given"), "utf8");
    expect(given).toContain("--event PreToolUse --provider claude --parent");
    expect(given).toContain("--launch\n");
    expect(given.endsWith(`${kept?.header}\n${PAYLOAD}\n# end\n`)).toBe(true);
    expect(spoolNames(home)).toHaveLength(1);
  });

  test("one that died while somebody may answer is the forwarder's", async () => {
    const home = makeHome(built);
    writeFileSync(join(home, "app.pid"), "999999999\n");
    writeFileSync(join(home, "answers", "PreToolUse"), "");
    expect(await lanes(home)).toEqual(["answer"]);
  });

  test("one that lives, was quit by the person, or died where nobody sits, starts no node", async () => {
    const ran = async (pid: string | null, env: Record<string, string> = {}) => {
      const home = makeHome(built);
      if (pid !== null) writeFileSync(join(home, "app.pid"), `${pid}\n`);
      writeFileSync(join(home, "bin", "forward-to-mascot.cjs"), `require("node:fs").writeFileSync(${JSON.stringify(join(home, "ran"))}, "")`);
      expect(await lanes(home, { env })).toEqual(["fast"]);
      return existsSync(join(home, "ran"));
    };
    expect(await ran("999999999")).toBe(true);
    expect(await ran(String(process.pid))).toBe(false);
    expect(await ran(null)).toBe(false);
    expect(await ran("999999999", { CLAUDE_CODE_SESSION_ATTENDED: "0" })).toBe(false);
  });

  test("one that died and cannot be started here is asked for by one event only", async () => {
    const home = makeHome(built);
    writeFileSync(join(home, "app.pid"), "999999999\n");
    await fire(home, { env: { CLAUDE_CODE_SESSION_ATTENDED: "1" } });
    expect(existsSync(join(home, "app.pid"))).toBe(false);
    expect(spooled(home)).toHaveLength(1);
  });

  test("of a home that lies on a drive of Windows, seen from WSL, the pid means nothing", () => {
    expect(installedLine({ event: "PreToolUse", home: "/mnt/c/Users/Kim Lee/.agent-mascot", node: null })).not.toContain("app.pid");
    expect(installedLine({ event: "PreToolUse", home: "/mnt/data/.agent-mascot", node: null })).toContain("app.pid");
  });

  test("an answer for one event does not slow the others", async () => {
    const home = makeHome(built);
    writeFileSync(join(home, "answers", "PermissionRequest"), "");
    expect(await lanes(home)).toEqual(["fast"]);
  });
});

describe("a request that the person may answer", () => {
  const ALLOWED = { hookSpecificOutput: { hookEventName: "PermissionRequest", decision: { behavior: "allow" } } };

  function homeThatAnswers(): string {
    const home = makeHome(built);
    writeFileSync(join(home, "answers", "PermissionRequest"), "");
    return home;
  }

  test("curl waits for it while somebody sits there, and no longer than for any other where nobody does", async () => {
    const home = homeThatAnswers();
    await startCollector(home, { answer: ALLOWED, answersAfter: 2_600 });
    expect(await fire(home, { event: "PermissionRequest", env: { CLAUDE_CODE_SESSION_ATTENDED: "1" } })).toMatchObject({ code: 0, stdout: `${JSON.stringify(ALLOWED)}\n`, stderr: "" });
    expect(await fire(home, { event: "PermissionRequest", env: { CLAUDE_CODE_SESSION_ATTENDED: "0" } })).toMatchObject(silent);
    expect(line(home, "PermissionRequest")).toContain("t=590");
  });

  test("the app is killed meanwhile: the line ends at once, without a word, and the event is kept", async () => {
    const home = homeThatAnswers();
    await startCollector(home, { dies: true });
    const ran = await fire(home, { event: "PermissionRequest", env: { CLAUDE_CODE_SESSION_ATTENDED: "1" } });
    expect(ran).toMatchObject(silent);
    expect(ran.ms).toBeLessThan(1_500);
    expect(spooled(home)).toHaveLength(1);
  });

  test("while nobody has switched it on, it takes the fast lane like any other", async () => {
    const home = makeHome(built);
    const collector = await startCollector(home);
    await fire(home, { event: "PermissionRequest", env: { CLAUDE_CODE_SESSION_ATTENDED: "1" } });
    expect([collector.got.length, spooled(home).length]).toEqual([0, 1]);
  });
});

describe("the text of the line", () => {
  test("is one line, ends in the marker, names no person's path where the file is shared", () => {
    const text = line("/home/kim/.agent-mascot");
    expect(text).not.toMatch(/[\n\r]/);
    expect(text.endsWith("# agent-mascot")).toBe(true);
    expect(installedLine({ event: "Stop", home: null, node: null })).not.toContain("/home/");
  });

  test("every word is quoted for the shell", () => {
    for (const word of ["a'b", "$(id)", "`id`", "a b", "\\", '"', "한", "*"]) {
      expect(execFileSync("/bin/sh", ["-c", `printf %s ${shellQuote(word)}`]).toString()).toBe(word);
    }
    expect(() => shellQuote("a\nb")).toThrow();
    expect(() => installedLine({ event: "Stop; id", home: "/h", node: null })).toThrow();
  });

  test("a home shared by $HOME works", async () => {
    const home = makeHome(built, ".agent-mascot");
    const ran = await run("/bin/sh", ["-c", installedLine({ event: "Stop", home: null, node: null })], { input: PAYLOAD, env: { HOME: join(home, "..") } });
    expect(ran).toMatchObject(silent);
    expect(spooled(home)).toHaveLength(1);
  });

  test("F15: no shell background job", () => {
    expect(line("/h").replaceAll(/\d?>&\d|&&/g, "")).not.toMatch(/&/);
  });
});

test("a folder made by the line is for the user only", async () => {
  const home = makeHome(built);
  rmSync(join(home, "spool"), { recursive: true });
  await fire(home);
  expect(statSync(join(home, "spool")).mode & 0o777).toBe(0o700);
});
