/** In which terminal a session runs: the rules, and real processes in real pseudo-terminals. */
import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { buildForwarder } from "../test-support/built.ts";
import { startCollector } from "../test-support/collector.ts";
import { makeHome, spooled, temporaryFolder } from "../test-support/homes.ts";
import { run } from "../test-support/run.ts";
import { type ClientIdentity, deviceName, factsOfStat, factsOfTable, identityOf, type ProcessFacts, type Surroundings } from "./identity.ts";
import { readIdentity } from "./read-identity.ts";

const AROUND: Surroundings = { folder: "/w/proj", boot: "b1", givenTty: null, givenTerminal: null };
const CLIENT = 300;
const SHELL = 200;

/** A terminal program (100), its shell (200) and a client (300), unless said otherwise. */
function machine(changes: Partial<ProcessFacts>[] = []) {
  const process = (pid: number, parentPid: number, tty: string | null): ProcessFacts => ({ pid, parentPid, session: tty === null ? pid : SHELL, tty, startMark: `t${pid}`, startedAt: "2026-01-01T00:00:00.000Z" });
  const all = new Map([process(100, 1, null), process(SHELL, 100, "/dev/pts/3"), process(CLIENT, SHELL, "/dev/pts/3")].map((each) => [each.pid, each]));
  for (const change of changes) all.set(change.pid as number, { ...(all.get(change.pid as number) ?? process(change.pid as number, SHELL, "/dev/pts/3")), ...change });
  return (pid: number) => all.get(pid) ?? null;
}

const told = (changes: Partial<ProcessFacts>[] = [], around: Partial<Surroundings> = {}, client = CLIENT) => identityOf(client, machine(changes), { ...AROUND, ...around });
const usual = told();

describe("a fingerprint", () => {
  test("tells terminal, shell and the shell's start, and is 16 hexadecimal digits", () => {
    expect(usual).toEqual({ startedAt: "2026-01-01T00:00:00.000Z", tty: "/dev/pts/3", parentPid: SHELL, startTime: "2026-01-01T00:00:00.000Z", fingerprint: expect.stringMatching(/^[0-9a-f]{16}$/) });
  });

  test.each<[string, ClientIdentity]>([
    ["a second client", told([{ pid: 301 }], {}, 301)],
    ["a client behind a script", told([{ pid: 250 }, { pid: CLIENT, parentPid: 250 }])],
    ["a client in a shell within the shell", told([{ pid: 260 }, { pid: 301, parentPid: 260 }], {}, 301)],
    ["a clock that was set while it ran", told([{ pid: SHELL, startedAt: "2025-01-01T00:00:00.000Z" }])],
  ])("is the same for %s in the terminal", (_what, { fingerprint }) => expect(fingerprint).toBe(usual.fingerprint));

  test.each<[string, ClientIdentity]>([
    ["another terminal", told([{ pid: SHELL, tty: "/dev/pts/4" }, { pid: CLIENT, tty: "/dev/pts/4" }])],
    ["another folder", told([], { folder: "/w/other" })],
    ["a shell that has the number of one that ended", told([{ pid: SHELL, startMark: "later" }])],
    ["another shell in a terminal that was given out again", told([{ pid: 210, session: 210, parentPid: 100 }, { pid: CLIENT, parentPid: 210, session: 210 }])],
    ["the same numbers after the machine started anew", told([], { boot: "b2" })],
    ["a session of its own on the same terminal's name", told([{ pid: CLIENT, session: CLIENT }])],
  ])("differs in %s", (_what, { fingerprint }) => expect(fingerprint).not.toBe(usual.fingerprint));

  test("without a terminal the client's parent counts, and whoever is left to init is told by its own start", () => {
    const noTerminal = { pid: CLIENT, tty: null, session: CLIENT };
    const [one, same, other] = [told([noTerminal]), told([noTerminal, { pid: 301, tty: null, session: 301 }], {}, 301), told([{ ...noTerminal, parentPid: 100 }])];
    expect(one.tty).toBeUndefined();
    expect(same.fingerprint).toBe(one.fingerprint);
    expect(other.fingerprint).not.toBe(one.fingerprint);
    const left = (pid: number) => told([{ pid, tty: null, session: pid, parentPid: 1 }], {}, pid).fingerprint;
    expect(left(400)).not.toBe(left(401));
  });

  test("SSH_TTY and GPG_TTY stand in for a terminal that the process does not show", () => {
    expect(told([{ pid: CLIENT, tty: null }], { givenTty: "/dev/pts/9" })).toMatchObject({ tty: "/dev/pts/9" });
    expect(told([], { givenTty: "/dev/pts/9" })).toMatchObject({ tty: "/dev/pts/3" });
    expect([deviceName("/dev/pts/9"), deviceName("not a tty"), deviceName(""), deviceName("/dev/../etc/x y"), deviceName(undefined)]).toEqual(["/dev/pts/9", null, null, null, null]);
  });

  test("is not told where nothing is known; a terminal of Windows is known by its own number", () => {
    const nothing = (around: Partial<Surroundings>) => identityOf(CLIENT, () => null, { ...AROUND, ...around });
    expect(nothing({})).toEqual({});
    expect(identityOf(null, machine(), AROUND)).toEqual({});
    const [one, same, other] = ["w1", "w1", "w2"].map((givenTerminal) => nothing({ givenTerminal }).fingerprint);
    expect(one).toMatch(/^[0-9a-f]{16}$/);
    expect([same === one, other === one]).toEqual([true, false]);
  });

  test("processes that name each other as parents do not hold it up", () => {
    expect(told([{ pid: SHELL, parentPid: CLIENT }]).fingerprint).toMatch(/^[0-9a-f]{16}$/);
  });
});

describe("what the system says of processes", () => {
  test("a client's terminal and start on Linux, also when its name holds brackets", () => {
    const fields = Array.from({ length: 50 }, () => "0");
    Object.assign(fields, { 0: "S", 1: "70", 3: "71", 4: String((136 << 8) | 5), 19: "360000" });
    const stat = `77 (node (a) b) ${fields.join(" ")}`;
    expect(factsOfStat(stat, "7200.50 1.0", Date.UTC(2026, 0, 1, 12, 0, 0, 500))).toEqual({
      pid: 77, parentPid: 70, session: 71, tty: "/dev/pts/5", startMark: "360000", startedAt: "2026-01-01T11:00:00.000Z",
    });
    expect(factsOfStat(stat, "", 0)).toMatchObject({ startedAt: null, startMark: "360000" });
    expect(factsOfStat("", "", 0)).toBeNull();
  });

  test("the table of macOS", () => {
    const table = factsOfTable("    1     0 ??       Sat Nov 28 08:00:01 2026\n  501     1 ttys003  Sat Nov 28 11:52:46 2026    \n  900   501 ttys003  Tue Dec  1 01:02:03 2026\nno such line\n");
    expect(table.get(501)).toEqual({ pid: 501, parentPid: 1, session: null, tty: "/dev/ttys003", startMark: "Nov 28 2026 11:52:46", startedAt: "2026-11-28T11:52:46.000Z" });
    expect(table.get(1)?.tty).toBeNull();
    expect(identityOf(900, (pid) => table.get(pid) ?? null, AROUND)).toMatchObject({ tty: "/dev/ttys003", parentPid: 501, startTime: "2026-11-28T11:52:46.000Z" });
    expect(factsOfTable("")).toEqual(new Map());
  });

  test("a system without /proc is asked by its own ps, and a client that is gone tells nothing", async () => {
    const source = { env: {}, cwd: "/w", nowMs: Date.now() };
    // The ps of this machine is another program with the same words.
    const asked = await readIdentity({ ...source, clientPid: process.pid, platform: "darwin" });
    expect(asked).toMatchObject({ parentPid: process.ppid, fingerprint: expect.stringMatching(/^[0-9a-f]{16}$/) });
    for (const platform of ["linux", "darwin", "win32"] as const) expect(await readIdentity({ ...source, clientPid: 2 ** 22 + 1, platform })).toEqual({});
  });
});

const built = buildForwarder();
const START = '{"session_id":"s1","hook_event_name":"SessionStart","source":"startup","cwd":"/w"}';

interface Terminals {
  /** Runs lines of sh in a pseudo-terminal of their own; `$client` starts a client with its hook. @returns what the hooks told, in their order */
  terminal(lines: string): Promise<Record<string, unknown>[]>;
  detached(lines: string): Promise<Record<string, unknown>[]>;
  folder: string;
}

async function terminals(event = "SessionStart"): Promise<Terminals> {
  const home = makeHome(built);
  const collector = await startCollector(home);
  const folder = join(temporaryFolder(), "proj");
  mkdirSync(folder);
  writeFileSync(join(folder, "start.json"), START);
  const hook = `'${process.execPath}' '${join(home, "bin", "forward-to-mascot.cjs")}' --home '${home}' --event ${event} <'${folder}/start.json'`;
  writeFileSync(join(folder, "client.sh"), `CLAUDE_PID=$$; export CLAUDE_PID CLAUDE_PROJECT_DIR; ${hook}; :`);
  writeFileSync(join(folder, "wrapper.sh"), `sh '${folder}/client.sh'; :`);
  const inside = async (command: string, args: string[], lines: string) => {
    const before = collector.payloads().length;
    writeFileSync(join(folder, "lines.sh"), `client='sh ${folder}/client.sh'; wrapped='sh ${folder}/wrapper.sh'; ${lines}\n`);
    const child = spawn(command, args, { cwd: folder, detached: true, stdio: ["pipe", "ignore", "ignore"], env: { PATH: process.env["PATH"] ?? "", SHELL: "/bin/sh", CLAUDE_PROJECT_DIR: folder } });
    await new Promise((resolve) => child.once("close", resolve));
    return collector.payloads().slice(before).map((payload) => payload["_meta"] as Record<string, unknown>);
  };
  return { folder, terminal: (lines) => inside("script", ["-qc", `sh ${folder}/lines.sh`, "/dev/null"], lines), detached: (lines) => inside("sh", [join(folder, "lines.sh")], lines) };
}

describe.runIf(process.platform === "linux")("real terminals", () => {
  test("two in one folder differ; each stays the same for every client in it, behind a script and in a shell within the shell, too", async () => {
    const { terminal } = await terminals();
    const first = await terminal("$client; $client; $wrapped; sh -c \"$client; :\"");
    const second = await terminal("$client");
    expect(first).toHaveLength(4);
    for (const { fingerprint, tty } of first) expect({ fingerprint, tty }).toEqual({ fingerprint: expect.stringMatching(/^[0-9a-f]{16}$/), tty: expect.stringMatching(/^\/dev\/pts\/\d+$/) });
    expect(new Set(first.map(({ fingerprint }) => fingerprint)).size).toBe(1);
    expect(second[0]?.["fingerprint"]).toMatch(/^[0-9a-f]{16}$/);
    expect(second[0]?.["fingerprint"]).not.toBe(first[0]?.["fingerprint"]);
  });

  test("the shell is named with its start", async () => {
    const { terminal, folder } = await terminals();
    const { readFileSync } = await import("node:fs");
    const before = Date.now();
    const [told] = await terminal(`echo $$ >'${folder}/shell.pid'; $client`);
    expect(told?.["parent_pid"]).toBe(Number(readFileSync(join(folder, "shell.pid"), "utf8")));
    expect(Math.abs(Date.parse(String(told?.["start_time"])) - before)).toBeLessThan(60_000);
  });

  test("without a terminal two shells in one folder differ, and one is the same for all its clients", async () => {
    const { detached } = await terminals();
    const [one, again] = await detached("$client; $client");
    const [other] = await detached("$client");
    expect(one?.["tty"]).toBeUndefined();
    expect(one?.["fingerprint"]).toMatch(/^[0-9a-f]{16}$/);
    expect([again?.["fingerprint"] === one?.["fingerprint"], other?.["fingerprint"] === one?.["fingerprint"]]).toEqual([true, false]);
  });

  test("no other event is told of it", async () => {
    const { terminal } = await terminals("Stop");
    const [told] = await terminal("$client");
    expect(told).toMatchObject({ project_dir: expect.any(String) });
    for (const name of ["tty", "parent_pid", "start_time", "fingerprint", "client_started_at"]) expect(told).not.toHaveProperty(name);
  });

  test("a start that waits in the spool keeps what was read while its client ran; by hand the shell is this process' parent", async () => {
    const home = makeHome(built);
    await run(process.execPath, [join(home, "bin", "forward-to-mascot.cjs"), "--home", home, "--event", "SessionStart", "--parent", String(process.pid)], { input: START });
    expect(JSON.parse(spooled(home)[0]?.header ?? "{}").meta).toMatchObject({ parent_pid: process.ppid, fingerprint: expect.stringMatching(/^[0-9a-f]{16}$/) });
    const other = makeHome(built);
    const collector = await startCollector(other);
    await run(process.execPath, [built.mjs], { input: '{"hook_type":"session-start","cwd":"/test"}', env: { MASCOT_HOME: other } });
    expect(collector.payloads()[0]?.["_meta"]).toMatchObject({ parent_pid: process.pid, fingerprint: expect.stringMatching(/^[0-9a-f]{16}$/) });
  });
});
