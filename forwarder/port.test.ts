/** The command line's part of work items, as a process. */
import { existsSync, mkdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { PortSummary } from "../schemas/generated/types.ts";
import { portArguments } from "./cli/port.ts";
import { durationText, portLines, portTable } from "./cli/port-text.ts";
import { wordsIn } from "./cli/words.ts";
import { serveApp } from "./test-support/answering-app.ts";
import { buildForwarder } from "./test-support/built.ts";
import { temporaryFolder } from "./test-support/homes.ts";
import { type RunOptions, run } from "./test-support/run.ts";

const built = buildForwarder();

function person() {
  const folder = realpathSync(temporaryFolder());
  const home = join(folder, ".agent-mascot");
  const cli = (args: string[], options: RunOptions = {}) => run(process.execPath, [built.cli, ...args], { cwd: folder, ...options, env: { HOME: folder, LANG: "C", ...options.env } });
  return { folder, home, cli };
}

const port = (changes: Partial<PortSummary> = {}): PortSummary => ({
  id: "login", title: "Fix the login", state: "ready", project: "/p", session_id: null, priority: "normal", depends_on: [], waits_for: [], files: 0, spent_ms: 0, running_since: null, created_at: 0,
  started_at: null, ended_at: null, ...changes,
});
const answer = (changes: Partial<PortSummary> = {}, rest: object = {}) => ({ ok: true, changed: true, port: port(changes), event_ids: [], unknown: [], freed: [], ...rest });

/** An app that answers everything with this. */
async function startApp(home: string, status: number, answered: unknown): Promise<{ path: string; body: unknown }[]> {
  const asked: { path: string; body: unknown }[] = [];
  await serveApp(home, ({ method, target, body }) => {
    asked.push({ path: `${method} ${target}`, body });
    return { status, body: answered };
  });
  return asked;
}

describe("which command lines are meant", () => {
  test.each<[string[], string[] | null]>([
    [["port", "start", "a"], ["start", "a"]], [["port"], []], [["port-start", "a", "--force"], ["start", "a", "--force"]], [["hook", "port-end", "a"], ["end", "a"]], [["hook", "context"], null], [["hook"], null],
    [["status"], null], [[], null],
  ])("%j → %j", (argv, args) => expect(portArguments(argv)).toEqual(args));
});

describe("orders", () => {
  test("create asks with the folder, and tells how to begin and what is not there yet", async () => {
    const { folder, home, cli } = person();
    const asked = await startApp(home, 201, answer({ depends_on: ["a", "b"] }, { unknown: ["b"] }));
    const ran = await cli(["port", "create", "login", "--title", "Fix the login", "--depends", "a, b", "--priority", "high"]);
    expect(ran).toMatchObject({ code: 0, stderr: "" });
    expect(ran.stdout).toBe("Created login: Fix the login\nBegin with: agent-mascot port start login\nNot created yet: b. login waits until they are\n");
    expect(asked).toEqual([{ path: "POST /api/ports", body: { id: "login", cwd: folder, depends_on: ["a", "b"], title: "Fix the login", priority: "high" } }]);
  });

  test("start for the project, for a session, by force; the client's project counts more than where the shell stands", async () => {
    const { home, cli } = person();
    const asked = await startApp(home, 200, answer({ state: "running", session_id: "S", waits_for: ["a"] }));
    const ran = await cli(["port", "start", "login", "--session", "S", "--force"], { env: { CLAUDE_PROJECT_DIR: "/work/garden" } });
    expect(ran.stdout).toBe("login is running; edits of session S in /p belong to it\nIt was to wait for a\n");
    expect(asked).toEqual([{ path: "POST /api/ports/login/start", body: { cwd: "/work/garden", session_id: "S", force: true } }]);
  });

  test("end as done, given up or paused tells time, files and what is free now", async () => {
    const { home, cli } = person();
    const asked = await startApp(home, 200, answer({ state: "done", spent_ms: 4_980_000, files: 3 }, { freed: ["x", "y"] }));
    expect((await cli(["port-end", "login"])).stdout).toBe("login is done, after 1 h 23 min; files edited: 3\nNothing holds these up any more: x, y\n");
    await cli(["port", "end", "login", "--dropped"]);
    await cli(["hook", "port-end", "login", "--paused"]);
    expect(asked.map(({ body }) => (body as { outcome: string }).outcome)).toEqual(["done", "dropped", "paused"]);
    expect(await cli(["port", "end", "login", "--dropped", "--paused"])).toMatchObject({ code: 2, stdout: "" });
  });

  test("an odd id reaches the app as it is, and its proposal the person; wrong usage is 2, a refusal 1", async () => {
    const { home, cli } = person();
    const asked = await startApp(home, 400, { error: "bad_id", message: "?", proposal: "fix-login" });
    const ran = await cli(["port", "start", "Fix Login/../x"]);
    expect(ran).toMatchObject({ code: 2, stdout: "" });
    expect(ran.stderr).toContain("Perhaps: fix-login");
    expect(asked[0]?.path).toBe("POST /api/ports/Fix%20Login%2F..%2Fx/start");
  });

  test.each([
    [{ error: "circle", ids: ["a", "b", "a"] }, "a → b → a"], [{ error: "waits", ids: ["b"] }, "login waits for b"], [{ error: "other_session", session_id: "S" }, "--force"],
    [{ error: "exists", state: "done" }, "(done)"], [{ error: "unknown_port" }, "There is no work item login here"], [{ error: "invalid body", message: "Known: id." }, "Known: id."],
  ])("%j is told in words, with 1", async (refusal, words) => {
    const { home, cli } = person();
    await startApp(home, 409, { message: "?", ...refusal });
    const ran = await cli(["port", "start", "login"]);
    expect(ran).toMatchObject({ code: 1, stdout: "" });
    expect(ran.stderr).toContain(words);
    expect((await cli(["port", "start", "login"], { env: { LANG: "ko_KR.UTF-8" } })).code).toBe(1);
  });

  test("without an app it is said how to start one", async () => {
    const { cli } = person();
    for (const args of [["create", "a"], ["start", "a"], ["end", "a"], ["list"], ["show", "a"]]) {
      const ran = await cli(["port", ...args]);
      expect(ran, args.join(" ")).toMatchObject({ code: 1, stdout: "" });
      expect(ran.stderr).toContain("Start it with: agent-mascot");
    }
  });

  test.each([[[]], [["start"]], [["start", "a", "b"]], [["list", "a"]], [["odd", "a"]], [["create", "a", "--priority", "urgent"]], [["create", "a", "--odd"]]])("wrong usage: port %j", async (args) => {
    const { cli } = person();
    expect(await cli(["port", ...(args as string[])])).toMatchObject({ code: 2, stdout: "" });
  });
});

describe("looking", () => {
  test("list and show as JSON are what the app said, one line", async () => {
    const { folder, home, cli } = person();
    const asked = await startApp(home, 200, { items: [port()], port: port(), files: [] });
    expect(JSON.parse((await cli(["port", "list", "--all", "--json"])).stdout)).toEqual({ items: [port()] });
    expect(JSON.parse((await cli(["port", "show", "login", "--json"])).stdout)).toMatchObject({ port: port(), files: [] });
    await cli(["port", "list", "--everywhere"]);
    const cwd = encodeURIComponent(folder);
    expect(asked.map(({ path }) => path)).toEqual([`GET /api/ports?cwd=${cwd}&all=1&limit=1000`, `GET /api/ports/login?cwd=${cwd}`, "GET /api/ports?limit=1000"]);
  });

  test("an empty list tells how to make one", async () => {
    const { home, cli } = person();
    await startApp(home, 200, { items: [] });
    expect((await cli(["port", "list"])).stdout).toContain("No open work items");
    expect((await cli(["port", "list", "--all"])).stdout).toContain("agent-mascot port create");
  });

  test("columns line up, Korean titles and states included; times are short", () => {
    const say = wordsIn("ko");
    const lines = portTable(say, [port({ state: "running", title: "로그인 고치기", spent_ms: 61_000 }), port({ id: "x", waits_for: ["login"] })], false);
    expect(lines).toEqual(["진행 중  login  1분  파일 0개  로그인 고치기", "대기     x      0초  파일 0개  Fix the login  (login 을(를) 기다림)"]);
    expect([5_000, 59 * 60_000, 3_600_000].map((ms) => durationText(wordsIn("en"), ms))).toEqual(["5 s", "59 min", "1 h 0 min"]);
  });

  test("a name of a file cannot move the terminal", () => {
    const lines = portLines(wordsIn("en"), { port: port({ files: 1 }), files: [{ path: "a\u001b[2Jb", edits: 2, last_at: 0 }] });
    expect(lines.at(-1)).toBe("  a�[2Jb ×2");
  });
});

describe("init", () => {
  test("writes the template at the top of the project, in the person's language, and never over another", async () => {
    const { folder, cli } = person();
    mkdirSync(join(folder, ".git"));
    mkdirSync(join(folder, "src"));
    const file = join(folder, ".agent-mascot.yaml");
    expect(await cli(["port", "init"], { cwd: join(folder, "src") })).toMatchObject({ code: 0 });
    const text = readFileSync(file, "utf8");
    expect(text).toMatch(/^# [\s\S]*tracking:[\s\S]*\n {2}mode: warn\n[\s\S]*\n {2}auto_create: true\n$/);
    writeFileSync(file, "mine");
    const again = await cli(["port", "init"], { env: { LANG: "ko_KR.UTF-8" } });
    expect(again).toMatchObject({ code: 1, stdout: "" });
    expect(again.stderr).toContain("이미 있어");
    expect(readFileSync(file, "utf8")).toBe("mine");
  });

  test("follows no link", async () => {
    const { folder, cli } = person();
    symlinkSync(join(folder, "elsewhere"), join(folder, ".agent-mascot.yaml"));
    expect((await cli(["port", "init"])).code).toBe(1);
    expect(existsSync(join(folder, "elsewhere"))).toBe(false);
  });
});
