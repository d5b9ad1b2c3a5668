/** The hook command as a process, installed and by hand, against collectors of every temper. */
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { defaultHome } from "./hook/default-home.ts";
import { buildForwarder } from "./test-support/built.ts";
import { isSigned, startCollector, startStranger } from "./test-support/collector.ts";
import { makeHome, spooled, spoolNames, temporaryFolder } from "./test-support/homes.ts";
import { type Ran, type RunOptions, run, until } from "./test-support/run.ts";

const built = buildForwarder();
const node = process.execPath;

/** fx-prompt of the field faults, without a final newline */
const PROMPT = '{"session_id":"s1","prompt_id":"p1","transcript_path":"/nope.jsonl","cwd":"/w","permission_mode":"default","hook_event_name":"UserPromptSubmit","prompt":"hi"}';
const PROMPT_KO = '{"session_id":"s1","hook_event_name":"UserPromptSubmit","prompt":"로그인 버그를 고쳐줘 🐛 — \\"따옴표\\" \\\\ 역슬래시"}';

const installed = (home: string, event: string, options: RunOptions = {}) =>
  run(node, [join(home, "bin", "forward-to-mascot.cjs"), "--home", home, "--event", event], { input: PROMPT, ...options });
const byHand = (home: string, options: RunOptions = {}) => run(node, [built.mjs], { input: PROMPT, ...options, env: { MASCOT_HOME: home, ...options.env } });
/**
 * Milliseconds of a run beyond what an empty node takes at that moment. A busy machine can only make it longer, so the shortest of a few
 * counts; it is tried again only while it is too long.
 */
async function shortest(once: () => Promise<Ran>, limit: number): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let i = 0; i < 5 && best >= limit; i++) {
    const floor = (await run(node, ["-e", "0"])).ms;
    const ran = await once();
    expect(ran).toMatchObject(silent);
    best = Math.min(best, ran.ms - floor);
  }
  return best;
}
const silent = { code: 0, stdout: "", stderr: "" };

describe("installed, app up", () => {
  test("the payload arrives with where and when, over the socket", async () => {
    const home = makeHome(built);
    const collector = await startCollector(home);
    const env = { CLAUDE_PROJECT_DIR: "/w/proj", CLAUDE_PID: "42", CLAUDE_CODE_SESSION_ATTENDED: "1", ANTHROPIC_API_KEY: "sk-secret" };
    expect(await installed(home, "UserPromptSubmit", { env })).toMatchObject(silent);
    const [got] = collector.got;
    expect(got).toMatchObject({ method: "POST", url: "/ingest", headers: { host: "localhost", "content-type": "application/json", "x-mascot-provider": "claude" } });
    expect(collector.payloads()[0]).toMatchObject({ session_id: "s1", prompt: "hi", _meta: { workspace_id: "proj", client_pid: 42, attended: true, project_dir: "/w/proj" } });
    expect(got?.body).not.toContain("sk-secret");
    expect(spoolNames(home)).toEqual([]);
  });

  test("F21: a payload without a final newline is not lost, and neither is one in Korean", async () => {
    const home = makeHome(built);
    const collector = await startCollector(home);
    await installed(home, "UserPromptSubmit", { input: PROMPT_KO });
    expect(collector.payloads()[0]).toMatchObject({ prompt: '로그인 버그를 고쳐줘 🐛 — "따옴표" \\ 역슬래시' });
  });

  test("only an answer that the collector marks as hook output is printed", async () => {
    const home = makeHome(built);
    await startCollector(home, { answer: { status: "stored", event_ids: ["e"], hook_output: { hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "deny" } } } });
    expect((await installed(home, "PreToolUse")).stdout).toBe('{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny"}}');
  });

  test.each([{ answer: { status: "stored", event_ids: [], hook_output: {} } }, { answer: { status: "duplicate", event_ids: [] } }, { answer: "text" }, { answer: { hook_output: "no" } }])(
    "nothing is printed for %j",
    async (behaviour) => {
      const home = makeHome(built);
      await startCollector(home, behaviour);
      expect(await installed(home, "SessionStart")).toMatchObject(silent);
    },
  );

  test.each(["[]", "null", '"x"', "3"])("a payload that is %s is sent as it is, with its meta in a header", async (input) => {
    const home = makeHome(built);
    const collector = await startCollector(home);
    expect(await installed(home, "Stop", { input })).toMatchObject(silent);
    const [got] = collector.got;
    expect(got?.body).toBe(input);
    expect(JSON.parse(Buffer.from(String(got?.headers["x-mascot-meta"]), "base64").toString("utf8"))).toHaveProperty("delivery_id");
  });

  test("8 MB arrive whole, by the spool where the machine is too busy to send them in time", async () => {
    const home = makeHome(built);
    const collector = await startCollector(home);
    const output = "한".repeat(2_700_000);
    expect(await installed(home, "PostToolUse", { input: JSON.stringify({ hook_event_name: "PostToolUse", tool_response: output }) })).toMatchObject(silent);
    const arrived = [...collector.payloads(), ...spooled(home).map(({ payload }) => JSON.parse(payload) as Record<string, unknown>)];
    expect(arrived.length).toBeGreaterThan(0);
    for (const payload of arrived) expect(payload["tool_response"]).toBe(output);
  });

  test("a hold ends at once when the client kills it", async () => {
    const home = makeHome(built);
    writeFileSync(join(home, "answers", "PermissionRequest"), "");
    const collector = await startCollector(home, { hang: true });
    const { spawn } = await import("node:child_process");
    const child = spawn(node, [join(home, "bin", "forward-to-mascot.cjs"), "--home", home, "--event", "PermissionRequest"], { env: { PATH: "", CLAUDE_CODE_SESSION_ATTENDED: "1" } });
    child.stdin.end(PROMPT);
    await until(() => collector.got.length === 1);
    const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
    child.kill("SIGTERM");
    expect(await ended).toBe(0);
  });
});

describe("a request that the person may answer", () => {
  const REQUEST = '{"session_id":"s1","cwd":"/w","hook_event_name":"PermissionRequest","tool_name":"Bash","tool_input":{"command":"ls"}}';
  const ATTENDED = { CLAUDE_CODE_SESSION_ATTENDED: "1" };
  const ALLOWED = { hookSpecificOutput: { hookEventName: "PermissionRequest", decision: { behavior: "allow" } } };

  function homeThatAnswers(): string {
    const home = makeHome(built);
    writeFileSync(join(home, "answers", "PermissionRequest"), "");
    return home;
  }

  test("the hook waits longer than any other for the answer, and prints it", async () => {
    const home = homeThatAnswers();
    await startCollector(home, { answer: { status: "stored", event_ids: [], hook_output: ALLOWED }, answersAfter: 2_600 });
    expect(await installed(home, "PermissionRequest", { input: REQUEST, env: ATTENDED })).toMatchObject({ code: 0, stdout: JSON.stringify(ALLOWED), stderr: "" });
  });

  test("in an unattended run it does not wait", async () => {
    const home = homeThatAnswers();
    await startCollector(home, { hang: true });
    expect((await installed(home, "PermissionRequest", { input: REQUEST, env: { CLAUDE_CODE_SESSION_ATTENDED: "0" } })).ms).toBeLessThan(2_600);
  });

  test("the app is killed meanwhile: it ends at once, without a word, and the event is kept", async () => {
    const home = homeThatAnswers();
    await startCollector(home, { dies: true });
    const ran = await installed(home, "PermissionRequest", { input: REQUEST, env: ATTENDED });
    expect(ran).toMatchObject(silent);
    expect(ran.ms).toBeLessThan(2_000);
    expect(spooled(home)).toHaveLength(1);
  });
});

describe("installed, nothing works", () => {
  test("F1: the app is away: a hundred prompts pass in silence, none takes 300 ms, none is lost", async () => {
    const home = makeHome(built);
    const prompts = Array.from({ length: 100 }, (_, i) => i);
    const hand = async () => {
      while (prompts.pop() !== undefined) expect(await installed(home, "UserPromptSubmit")).toMatchObject(silent);
    };
    await Promise.all([hand(), hand()]);
    expect(await shortest(() => installed(home, "UserPromptSubmit"), 300)).toBeLessThan(300);
    expect(spooled(home).length).toBeGreaterThanOrEqual(100);
  }, 120_000);

  test.each([
    ["no app", {}],
    ["500", { status: 500 }],
    ["401", { status: 401 }],
    ["400", { status: 400 }],
    ["no JSON", { answer: "<html>" }],
  ])("F3: exit 0 and silence: %s", async (what, behaviour) => {
    const home = makeHome(built);
    if (what !== "no app") await startCollector(home, behaviour);
    expect(await installed(home, "Stop")).toMatchObject(silent);
    const lost = what === "400" || what === "no JSON";
    expect(spooled(home)).toHaveLength(lost ? 0 : 1);
  });

  test("F17: a collector that accepts and never answers costs two seconds at most, one at the session's end", async () => {
    const home = makeHome(built);
    await startCollector(home, { hang: true });
    writeFileSync(join(home, "answers", "PreToolUse"), "");
    for (const [event, limit] of [["PreToolUse", 2000], ["PostToolUse", 2000], ["SessionEnd", 1000]] as const) {
      expect(await shortest(() => installed(home, event), limit)).toBeLessThan(limit);
    }
    expect(spooled(home).length).toBeGreaterThanOrEqual(3);
  }, 60_000);

  test("stdin that is never closed holds nothing up, and what came is kept", async () => {
    const home = makeHome(built);
    const ran = await installed(home, "Stop", { keepOpen: true });
    expect(ran).toMatchObject(silent);
    expect(ran.ms).toBeLessThan(4000);
    expect(spooled(home)[0]?.payload).toBe(PROMPT);
  });

  test("what is no JSON is not kept, and nothing is said", async () => {
    const home = makeHome(built);
    expect(await installed(home, "Stop", { input: '{"half":' })).toMatchObject(silent);
    expect(await installed(home, "Stop", { input: "" })).toMatchObject(silent);
    expect(spoolNames(home)).toEqual([]);
  });

  test("a spool file says in its first line what the forwarder knew, and below has the payload as it came", async () => {
    const home = makeHome(built);
    await installed(home, "UserPromptSubmit", { env: { CLAUDE_PROJECT_DIR: "/w/proj" } });
    const [file] = spooled(home);
    const header = JSON.parse(file?.header ?? "") as Record<string, unknown>;
    expect(header).toMatchObject({ provider: "claude", meta: { workspace_id: "proj" } });
    expect(`${header["delivery_id"]}.json`).toBe(file?.name);
    expect(file?.name).toMatch(/^[A-Za-z0-9_.-]+\.json$/);
    expect(file?.payload).toBe(PROMPT);
    expect(statSync(join(home, "spool", file?.name ?? "")).mode & 0o777).toBe(0o600);
  });

  test("D: a disk that takes nothing (spool is no folder) is borne in silence", async () => {
    const home = makeHome(built);
    rmSync(join(home, "spool"), { recursive: true });
    writeFileSync(join(home, "spool"), "in the way");
    expect(await installed(home, "Stop")).toMatchObject(silent);
  });

  test("a home that is gone, or has no hooks installed, is not made again", async () => {
    const home = makeHome(built);
    rmSync(join(home, "installed"));
    expect(await installed(home, "Stop")).toMatchObject(silent);
    expect(spoolNames(home)).toEqual([]);
    const gone = join(temporaryFolder(), "gone");
    expect(await run(node, [built.cjs, "--home", gone, "--event", "Stop"], { input: PROMPT })).toMatchObject(silent);
    expect(existsSync(gone)).toBe(false);
    expect(await run(node, [built.cjs, "--home", "relative"], { input: PROMPT })).toMatchObject(silent);
  });

  test.runIf(process.platform === "linux")("F13: a home on a drive that went away leaves no process behind that asks for it for ever", async () => {
    expect(await byHand("/proc/none/of/these")).toMatchObject({ code: 0 });
  });

  test("F5: no failure is remembered: after many, the next is delivered as if nothing had been", async () => {
    const home = makeHome(built);
    for (let i = 0; i < 5; i++) await installed(home, "Stop");
    const before = readdirSync(home).sort();
    const collector = await startCollector(home);
    await installed(home, "Stop");
    expect(collector.payloads()).toHaveLength(1);
    expect(before).toEqual(["answers", "bin", "installed", "spool", "token"]);
  });

  test.each([
    ["an address that is none", '{"url":"::","socket":null}'],
    ["a port that is none", '{"url":"http://127.0.0.1:99999","socket":null}'],
    ["other things than it should", '{"url":5,"socket":7,"appPath":[],"appArgs":"x"}'],
    ["an address on another computer", '{"url":"http://203.0.113.1:4820","socket":null}'],
    ["nothing that can be read", "\u0000{"],
  ])("a collector.json that holds %s: the event is kept, in time and in silence", async (_, content) => {
    const home = makeHome(built);
    writeFileSync(join(home, "collector.json"), content);
    const ran = await installed(home, "Stop", { env: { DISPLAY: ":9" } });
    expect(ran).toMatchObject(silent);
    expect(ran.ms).toBeLessThan(2500);
    expect(spooled(home)).toHaveLength(1);
  });

  test("an event that the client stops in mid-delivery (Esc, its timeout) is kept", async () => {
    const home = makeHome(built);
    const collector = await startCollector(home, { hang: true });
    const { spawn } = await import("node:child_process");
    const child = spawn(node, [join(home, "bin", "forward-to-mascot.cjs"), "--home", home, "--event", "Stop"], { env: { PATH: "" } });
    child.stdin.end(PROMPT);
    await until(() => collector.got.length === 1);
    const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
    child.kill("SIGTERM");
    expect(await ended).toBe(0);
    expect(spooled(home)[0]?.payload).toBe(PROMPT);
  });

  test("no link is followed out of the spool", async () => {
    const home = makeHome(built);
    const elsewhere = temporaryFolder();
    rmSync(join(home, "spool"), { recursive: true });
    symlinkSync(elsewhere, join(home, "spool"));
    for (const event of ["Stop", "SessionStart"]) expect(await installed(home, event)).toMatchObject(silent);
    expect(readdirSync(elsewhere)).toEqual([]);
  });
});

describe("nobody else gets anything", () => {
  test("L1: a stranger on the socket path, in a folder that others may write to, hears nothing", async () => {
    const home = makeHome(built);
    const stranger = await startStranger(join(home, "mascot.sock"));
    chmodSync(home, 0o777);
    expect(await installed(home, "Stop")).toMatchObject(silent);
    expect(stranger.heard()).toBe("");
    expect(spooled(home)).toHaveLength(1);
  });

  test("somebody on the socket who speaks no HTTP gets an event spooled, not lost", async () => {
    const home = makeHome(built);
    await startStranger(join(home, "mascot.sock"), "SSH-2.0-OpenSSH_9.2\r\n");
    expect(await installed(home, "Stop")).toMatchObject(silent);
    expect(spooled(home)).toHaveLength(1);
  });

  test("over TCP a stranger on the port learns nothing of the payload, installed or by hand", async () => {
    const home = makeHome(built);
    const collector = await startCollector(home, { tcpOnly: true, impostor: true });
    expect(await installed(home, "Stop")).toMatchObject(silent);
    const hand = await byHand(home, { env: { MASCOT_COLLECTOR_URL: collector.url } });
    expect(hand.stderr).toContain("could not prove");
    expect(collector.got.map(({ url }) => url)).toEqual(["/health", "/health"]);
    expect(collector.got.every(({ body }) => body === "")).toBe(true);
    expect(spooled(home)).toHaveLength(2);
  });

  test("over TCP the request is signed and the token never travels", async () => {
    const home = makeHome(built);
    const collector = await startCollector(home, { tcpOnly: true });
    expect(await installed(home, "Stop")).toMatchObject(silent);
    const post = collector.got.find(({ url }) => url === "/ingest");
    expect(post && isSigned(post)).toBe(true);
    expect(JSON.stringify(collector.got)).not.toContain("ab".repeat(32));
  });

  test("L3: a pid file that names a living stranger harms neither of them", async () => {
    const home = makeHome(built);
    writeFileSync(join(home, "collector.json"), JSON.stringify({ url: "http://127.0.0.1:1", socket: join(home, "mascot.sock"), pid: process.pid }));
    writeFileSync(join(home, "app.pid"), String(process.pid));
    expect(await installed(home, "Stop")).toMatchObject(silent);
    expect(() => process.kill(process.pid, 0)).not.toThrow();
    expect(spooled(home)).toHaveLength(1);
  });

  test("what a repository's settings put into the environment changes nothing", async () => {
    const home = makeHome(built);
    const other = makeHome(built, "other");
    const evil = await startCollector(other);
    const script = join(other, "evil");
    writeFileSync(script, `#!/bin/sh\ntouch ${other}/started\n`, { mode: 0o755 });
    const env = { MASCOT_HOME: other, MASCOT_COLLECTOR_URL: evil.url, MASCOT_APP_PATH: script, MASCOT_PORT: String(evil.port), DISPLAY: ":9", CLAUDE_CODE_SESSION_ATTENDED: "1" };
    expect(await installed(home, "SessionStart", { env })).toMatchObject(silent);
    expect(evil.got).toEqual([]);
    expect(existsSync(join(other, "started"))).toBe(false);
    expect(spooled(home)).toHaveLength(1);
    expect(spooled(other)).toHaveLength(0);
  });

  test("two homes are two worlds", async () => {
    const [one, two] = [makeHome(built, "one"), makeHome(built, "two")];
    const [first, second] = [await startCollector(one), await startCollector(two)];
    await Promise.all([installed(one, "Stop", { input: '{"n":1}' }), installed(two, "Stop", { input: '{"n":2}' })]);
    expect([first.payloads().map(({ n }) => n), second.payloads().map(({ n }) => n)]).toEqual([[1], [2]]);
  });
});

describe("the app is started by a hook", () => {
  /** An app that says it was started, and with what. */
  function fakeApp(folder: string, body = ""): string {
    const path = join(folder, "agent-mascot");
    writeFileSync(path, `#!/bin/sh\nenv > '${folder}/env'\nps -o sid= -p $$ > '${folder}/sid'\nls -l /proc/$$/fd > '${folder}/fds'\npwd > '${folder}/cwd'\necho x >> '${folder}/starts'\n${body}`, { mode: 0o755 });
    return path;
  }
  const starts = (folder: string) => (existsSync(join(folder, "starts")) ? readFileSync(join(folder, "starts"), "utf8").length / 2 : 0);
  const ranBefore = (home: string, appPath: string, more: object = {}) =>
    writeFileSync(join(home, "collector.json"), JSON.stringify({ url: "http://127.0.0.1:1", port: 1, pid: 1, appPath, version: "0", startedAt: "x", socket: join(home, "mascot.sock"), ...more }));
  const desktop = { DISPLAY: ":9", CLAUDE_CODE_SESSION_ATTENDED: "1" };

  test("ten hooks at once start one app, detached, without the hook's environment, and lose nothing", async () => {
    const home = makeHome(built);
    const folder = temporaryFolder();
    ranBefore(home, fakeApp(folder));
    const env = { ...desktop, NODE_OPTIONS: "--no-warnings", ELECTRON_RUN_AS_NODE: "1", ANTHROPIC_API_KEY: "sk-secret", LD_PRELOAD: "", MASCOT_PORT: "1" };
    const all = await Promise.all(Array.from({ length: 10 }, () => installed(home, "SessionStart", { env })));
    for (const ran of all) expect(ran).toMatchObject(silent);
    await until(() => starts(folder) > 0);
    expect(spooled(home)).toHaveLength(10);
    const environment = readFileSync(join(folder, "env"), "utf8");
    expect(environment).toContain(`MASCOT_HOME=${home}`);
    expect(environment).toContain("MASCOT_LAUNCHED_BY=hook");
    expect(environment).toContain("DISPLAY=:9");
    expect(environment).not.toMatch(/NODE_OPTIONS|ELECTRON_|sk-secret|LD_PRELOAD|MASCOT_PORT/);
    expect(readFileSync(join(folder, "cwd"), "utf8").trim()).toBe(home);
    // All ten have ended, so no further start can come.
    expect(starts(folder)).toBe(1);
  });

  test("a lock that an app left behind long ago is taken over, a fresh one is not", async () => {
    const home = makeHome(built);
    const folder = temporaryFolder();
    ranBefore(home, fakeApp(folder));
    mkdirSync(join(home, "locks"));
    writeFileSync(join(home, "locks", "launch"), "1 1");
    await installed(home, "Stop", { env: desktop });
    expect(starts(folder)).toBe(0);
    const old = Date.now() / 1000 - 60;
    utimesSync(join(home, "locks", "launch"), old, old);
    await installed(home, "Stop", { env: desktop });
    await until(() => starts(folder) === 1);
  });

  test.each([
    ["in a cloud session", { ...desktop, CLAUDE_CODE_REMOTE: "true" }, {}],
    ["R5: without a display", { CLAUDE_CODE_SESSION_ATTENDED: "1", SSH_CONNECTION: "1.2.3.4 5 6 7" }, {}],
    ["where nobody sits", { DISPLAY: ":9", CLAUDE_CODE_SESSION_ATTENDED: "0" }, {}],
    ["after the person has quit it", desktop, { quitByPerson: true, stoppedAt: "x" }],
  ])("not %s", async (_, env, record) => {
    const home = makeHome(built);
    const folder = temporaryFolder();
    ranBefore(home, fakeApp(folder), record);
    expect(await installed(home, "Stop", { env })).toMatchObject(silent);
    expect(existsSync(join(home, "locks"))).toBe(false);
    expect(starts(folder)).toBe(0);
    expect(spooled(home)).toHaveLength(1);
  });

  test("after the person has quit it, the next session they sit at starts it again", async () => {
    const home = makeHome(built);
    const folder = temporaryFolder();
    ranBefore(home, fakeApp(folder), { quitByPerson: true });
    await installed(home, "SessionStart", { env: desktop });
    await until(() => starts(folder) === 1);
  });

  test("never a program that others may write to, nor one below the project", async () => {
    const home = makeHome(built);
    const open = temporaryFolder();
    const openApp = fakeApp(open);
    chmodSync(openApp, 0o777);
    ranBefore(home, openApp);
    await installed(home, "Stop", { env: desktop });
    const project = temporaryFolder();
    ranBefore(home, fakeApp(project));
    await installed(home, "Stop", { env: desktop, cwd: project });
    await installed(home, "Stop", { env: { ...desktop, CLAUDE_PROJECT_DIR: project } });
    await installed(home, "Stop", { env: desktop, input: JSON.stringify({ cwd: project }) });
    expect([starts(open), starts(project)]).toEqual([0, 0]);
    expect(existsSync(join(home, "locks"))).toBe(false);
  });

  test("a session start that needs context waits for the app and gets its answer", async () => {
    const home = makeHome(built);
    writeFileSync(join(home, "answers", "SessionStart"), "");
    const folder = temporaryFolder();
    ranBefore(home, fakeApp(folder));
    const running = installed(home, "SessionStart", { env: desktop });
    await until(() => starts(folder) === 1);
    const collector = await startCollector(home, { answer: { status: "stored", event_ids: [], hook_output: { systemMessage: "welcome" } } });
    expect(await running).toMatchObject({ code: 0, stdout: '{"systemMessage":"welcome"}', stderr: "" });
    expect(collector.payloads()).toHaveLength(1);
    expect(spoolNames(home)).toEqual([]);
  });

  test("F11, F13: nothing of ours is left behind once a hook has ended", async () => {
    const home = makeHome(built);
    await startCollector(home);
    await Promise.all(Array.from({ length: 20 }, () => installed(home, "Stop")));
    const ours = readdirSync("/proc").filter((pid) => /^\d+$/.test(pid)).filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(home);
      } catch {
        return false;
      }
    });
    expect(ours).toEqual([]);
  });
});

describe("by hand it says what is wrong (specification 1 §10)", () => {
  test.each([
    ["not JSON", "nope", /^\[mascot-hook\] stdin is not JSON/],
    ["empty", "", /^\[mascot-hook\] stdin is empty/],
  ])("%s: one line on stderr and exit 1", async (_, input, line) => {
    const ran = await byHand(makeHome(built), { input });
    expect(ran).toMatchObject({ code: 1, stdout: "" });
    expect(ran.stderr).toMatch(line);
    expect(ran.stderr.trim().split("\n")).toHaveLength(1);
  });

  test("the app runs: silence, over the given URL with a signature", async () => {
    const home = makeHome(built);
    const collector = await startCollector(home);
    expect(await byHand(home, { env: { MASCOT_COLLECTOR_URL: collector.url, CLAUDE_PROJECT_DIR: "/w/proj", TERM_SESSION_ID: "t9" } })).toMatchObject(silent);
    expect(collector.got.map(({ url }) => url)).toEqual(["/health", "/ingest"]);
    expect(isSigned(collector.got[1] as never)).toBe(true);
    expect(collector.payloads()[0]).toMatchObject({ _meta: { workspace_id: "proj", terminal_session_id: "t9" } });
  });

  test("without a token of ours a plain collector gets a plain request", async () => {
    const home = makeHome(built);
    rmSync(join(home, "token"));
    const collector = await startCollector(makeHome(built, "theirs"));
    expect(await byHand(home, { env: { MASCOT_COLLECTOR_URL: collector.url } })).toMatchObject(silent);
    expect(collector.got.map(({ url }) => url)).toEqual(["/ingest"]);
  });

  test("without a URL it finds the app of its home", async () => {
    const home = makeHome(built);
    const collector = await startCollector(home);
    expect(await byHand(home)).toMatchObject(silent);
    expect(collector.payloads()).toHaveLength(1);
  });

  test("MASCOT_VERBOSE=1 tells what goes on", async () => {
    const home = makeHome(built);
    await startCollector(home);
    const ran = await byHand(home, { env: { MASCOT_VERBOSE: "1" } });
    expect(ran).toMatchObject({ code: 0, stdout: "", stderr: `[mascot-hook] delivering to ${join(home, "mascot.sock")}\n[mascot-hook] delivered\n` });
  });

  test("ingest fails: one line, exit 0, the event is kept", async () => {
    const home = makeHome(built);
    const collector = await startCollector(home, { status: 500, answer: { error: "broken" } });
    const ran = await byHand(home, { env: { MASCOT_COLLECTOR_URL: collector.url } });
    expect(ran).toMatchObject({ code: 0, stdout: "" });
    expect(ran.stderr).toMatch(/^\[mascot-hook\] ingest failed: 500 broken .*kept/);
    expect(spooled(home)).toHaveLength(1);
  });

  test("no app to be found, one that is not safe to start, one that never comes up", async () => {
    const home = makeHome(built);
    const env = { MASCOT_COLLECTOR_URL: "http://127.0.0.1:9", DISPLAY: ":9" };
    const found = existsSync("/usr/bin/agent-mascot");
    if (!found) expect((await byHand(home, { env })).stderr).toMatch(/^\[mascot-hook\] app not found, cannot auto-launch/);
    expect((await byHand(home, { env: { ...env, MASCOT_APP_PATH: "relative/app" } })).stderr).toContain("not absolute");
    const folder = temporaryFolder();
    const app = join(folder, "app");
    writeFileSync(app, `#!/bin/sh\ntouch ${folder}/started\n`, { mode: 0o755 });
    const ran = await byHand(home, { env: { ...env, MASCOT_APP_PATH: app } });
    expect(ran).toMatchObject({ code: 0, stdout: "" });
    expect(ran.stderr).toMatch(/^\[mascot-hook\] app launch timeout/);
    expect(ran.ms).toBeLessThan(8000);
    expect(existsSync(join(folder, "started"))).toBe(true);
  }, 30_000);

  test.each([
    // What exactly is wrong with it the network of this computer says.
    ["another computer that does not answer", "http://203.0.113.1:4820", /^\[mascot-hook\] ingest failed: .* \(the event is kept/],
    ["a name that nobody knows", "http://no-such-host.invalid:4820", /^\[mascot-hook\] ingest failed: no-such-host.invalid is not known \(the event is kept/],
  ])("%s costs a second at most, and no app is started for it", async (_, url, line) => {
    const home = makeHome(built);
    const folder = temporaryFolder();
    const app = join(folder, "app");
    writeFileSync(app, `#!/bin/sh\ntouch ${folder}/started\n`, { mode: 0o755 });
    const ran = await byHand(home, { env: { MASCOT_COLLECTOR_URL: url, MASCOT_APP_PATH: app, DISPLAY: ":9" } });
    expect(ran).toMatchObject({ code: 0, stdout: "" });
    expect(ran.stderr).toMatch(line);
    expect(ran.ms).toBeLessThan(2000);
    expect(spooled(home)).toHaveLength(1);
    expect(existsSync(join(folder, "started"))).toBe(false);
  });

  test("a collector that takes the connection and says nothing is given up after half a second", async () => {
    const home = makeHome(built);
    const collector = await startCollector(home, { hang: true });
    const ran = await byHand(home, { env: { MASCOT_COLLECTOR_URL: collector.url } });
    expect(ran.stderr).toMatch(/^\[mascot-hook\] ingest failed: no answer in time .*kept/);
    expect(ran.ms).toBeLessThan(2500);
    expect(collector.got.map(({ url }) => url)).toEqual(["/health"]);
  });

  test("an app that was started and listens elsewhere is not waited for", async () => {
    const home = makeHome(built);
    const folder = temporaryFolder();
    const app = join(folder, "app");
    const record = JSON.stringify({ url: "http://127.0.0.1:4999", port: 4999, pid: 1, appPath: app, version: "0", startedAt: "2099-01-01T00:00:00Z" });
    writeFileSync(app, `#!/bin/sh\necho '${record}' > '${home}/collector.json'\n`, { mode: 0o755 });
    const ran = await byHand(home, { env: { MASCOT_COLLECTOR_URL: "http://127.0.0.1:9", MASCOT_APP_PATH: app, DISPLAY: ":9" } });
    expect(ran.stderr).toMatch(/^\[mascot-hook\] the app runs, but at http:\/\/127.0.0.1:4999 and not at http:\/\/127.0.0.1:9 .*kept/);
    expect(ran.ms).toBeLessThan(3000);
  });

  test("stdin that stays open: a whole payload is delivered at once, half a one is given up after five seconds", async () => {
    const home = makeHome(built);
    const collector = await startCollector(home);
    const whole = await byHand(home, { keepOpen: true });
    expect(whole).toMatchObject(silent);
    expect(whole.ms).toBeLessThan(3000);
    expect(collector.payloads()).toHaveLength(1);
    const [half, nothing] = await Promise.all(['{"half":', ""].map((input) => byHand(home, { keepOpen: true, input })));
    expect(half).toMatchObject({ code: 1, stdout: "" });
    expect(half?.stderr).toMatch(/^\[mascot-hook\] stdin is not JSON/);
    expect(half?.ms).toBeLessThan(8000);
    expect(nothing?.code).toBe(1);
    expect(nothing?.stderr).toMatch(/^\[mascot-hook\] stdin is empty/);
  }, 30_000);

  test("a file as stdin is read to its end", async () => {
    const home = makeHome(built);
    const collector = await startCollector(home);
    const file = join(home, "payload.json");
    writeFileSync(file, JSON.stringify({ text: "한".repeat(200_000) }));
    expect(await run("/bin/sh", ["-c", `exec "${node}" "${built.mjs}" <"${file}"`], { env: { MASCOT_HOME: home } })).toMatchObject(silent);
    expect((collector.payloads()[0] as { text: string }).text).toHaveLength(200_000);
  });

  test("L15: within a client that we started ourselves nothing is delivered", async () => {
    const home = makeHome(built);
    const collector = await startCollector(home);
    expect(await byHand(home, { env: { AGENT_MASCOT_INSIDE: "1" } })).toMatchObject(silent);
    expect(collector.got).toEqual([]);
    expect(spoolNames(home)).toEqual([]);
  });

  test("a Windows path inside WSL is named for what it is", async () => {
    const home = makeHome(built);
    await startCollector(home);
    const ran = await byHand(home, { env: { MASCOT_APP_PATH: "F:/tools/agent-mascot/agent-mascot.exe" } });
    expect(ran.stderr).toMatch(/^\[mascot-hook\] F:\/tools.* is a Windows path/);
    expect(ran.code).toBe(0);
  });
});

describe("R1: in WSL, with an app on Windows", () => {
  /** The home of a Windows app as WSL sees it: its collector is on a loopback of its own, its pid is a number of Windows. */
  function windowsHome(): string {
    const home = makeHome(built);
    writeFileSync(join(home, "collector.json"), JSON.stringify({ url: "http://127.0.0.1:9", socket: null, port: 9, pid: 999999999, appPath: "C:\\Users\\kim\\agent-mascot.exe", version: "0", startedAt: "x" }));
    writeFileSync(join(home, "app.pid"), "999999999\n");
    return home;
  }

  test("events go into its spool, fast and in silence; it is not started, and not taken for dead", async () => {
    const home = windowsHome();
    const env = { DISPLAY: ":9", CLAUDE_CODE_SESSION_ATTENDED: "1", WSL_DISTRO_NAME: "Debian" };
    for (const event of ["SessionStart", "Stop"]) expect(await installed(home, event, { env })).toMatchObject(silent);
    expect(await shortest(() => installed(home, "Stop", { env }), 300)).toBeLessThan(300);
    expect(spooled(home).length).toBeGreaterThanOrEqual(3);
    expect(existsSync(join(home, "app.pid"))).toBe(true);
    expect(existsSync(join(home, "locks"))).toBe(false);
  });

  test("by hand it says where the event went", async () => {
    const home = windowsHome();
    const ran = await byHand(home, { env: { DISPLAY: ":9" } });
    expect(ran.stderr).toMatch(/^\[mascot-hook\] the app runs on Windows .*kept/);
    expect(ran.ms).toBeLessThan(3000);
    expect(spooled(home)).toHaveLength(1);
  });

  test("the Windows home is the default where exactly one has an app, and the Linux side never had one", () => {
    const root = temporaryFolder();
    const [userFolder, windowsUsers] = [join(root, "home"), join(root, "Users")];
    const ran = (folder: string) => {
      mkdirSync(join(folder, ".agent-mascot"), { recursive: true });
      writeFileSync(join(folder, ".agent-mascot", "collector.json"), "{}");
    };
    const kernelFile = join(root, "version");
    const chosen = (env: Record<string, string> = { WSL_DISTRO_NAME: "Debian" }) => defaultHome({ env, userFolder, windowsUsers, kernelFile });
    expect(chosen()).toBe(join(userFolder, ".agent-mascot"));
    ran(join(windowsUsers, "kim"));
    mkdirSync(join(windowsUsers, "Public"));
    expect(chosen()).toBe(join(windowsUsers, "kim", ".agent-mascot"));
    expect(chosen({})).toBe(join(userFolder, ".agent-mascot"));
    writeFileSync(kernelFile, "Linux version 6.1.0-18-amd64 (debian-kernel@lists.debian.org)\n");
    expect(chosen({})).toBe(join(userFolder, ".agent-mascot"));
    writeFileSync(kernelFile, "Linux version 5.15.153.1-microsoft-standard-WSL2 (root@941d701f84f1) (gcc 11.2.0) #1 SMP\n");
    expect(chosen({})).toBe(join(windowsUsers, "kim", ".agent-mascot"));
    ran(join(windowsUsers, "lee"));
    expect(chosen()).toBe(join(userFolder, ".agent-mascot"));
    rmSync(join(windowsUsers, "lee"), { recursive: true });
    ran(userFolder);
    expect(chosen()).toBe(join(userFolder, ".agent-mascot"));
  });
});

test("the spool is kept within 30 days at a session's start, and what was dropped leaves one note", async () => {
  const home = makeHome(built);
  const old = Date.now() / 1000 - 31 * 24 * 3600;
  for (const name of ["a", "b"]) {
    writeFileSync(join(home, "spool", `${name}.json`), `{}\n{"hook_event_name":"PreToolUse"}`);
    utimesSync(join(home, "spool", `${name}.json`), old, old);
  }
  expect(await installed(home, "SessionStart")).toMatchObject(silent);
  const gaps = spooled(home).map(({ header }) => JSON.parse(header) as { gap?: { dropped: number } }).filter(({ gap }) => gap);
  expect(gaps).toMatchObject([{ gap: { dropped: 2 } }]);
  expect(spooled(home).some(({ name }) => name === "a.json" || name === "b.json")).toBe(false);
});
