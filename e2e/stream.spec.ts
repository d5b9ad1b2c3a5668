import { type ChildProcess, spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { expect, test } from "@playwright/test";
import type { SessionEvent, SessionRow, SessionView } from "../schemas/generated/types.ts";
import { api, eventsOf, plainEnvironment, RunningApp } from "./support/app.ts";
import { hookIn, repositoryIn, type Scene } from "./support/scene.ts";
import { SharedScene } from "./support/shared-scene.ts";

const root = path.resolve(import.meta.dirname, "..");
const shots = path.join(root, "test-results/screenshots");

const shared = new SharedScene("stream-work", { mascots: "hidden" });
let scene: Scene;
let garden: string;
const children: ChildProcess[] = [];

test.beforeEach(async () => {
  fs.mkdirSync(shots, { recursive: true });
  scene = await shared.fresh();
  garden = repositoryIn(scene.work, "garden");
});

test.afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
});
test.afterAll(() => shared.clear());

/** A program that goes on; what it printed so far, by lines. */
function running(command: string, args: string[]) {
  const child = spawn(command, args, { env: plainEnvironment({ MASCOT_HOME: scene.home }), cwd: garden, stdio: ["ignore", "pipe", "pipe"] });
  children.push(child);
  let text = "";
  child.stdout.setEncoding("utf8").on("data", (piece: string) => (text += piece));
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  return { child, ended, lines: () => text.split("\n").filter((line) => line !== "") };
}
const tail = (...args: string[]) => running(process.execPath, [path.join(root, "dist/forwarder/agent-mascot.mjs"), "tail", ...args]);
const fire = (event: string, session: string, fields: Record<string, unknown> = {}) => scene.hooks.fire(hookIn(garden, event, session, fields), {}, garden);

test("whoever follows sees each hook in words as it happens, by tail and by plain curl, and goes on where it was when the app was killed and runs again", async () => {
  const json = tail("--json", "--since", "1m", "--session", "S");
  const plain = tail("-n", "0");
  const curl = running("curl", ["-sN", "--unix-socket", path.join(scene.home, "mascot.sock"), "http://localhost/api/events/stream?event_type=user_prompt"]);
  await fire("SessionStart", "S", { source: "startup" });
  const told = () => json.lines().map((line) => JSON.parse(line) as SessionEvent);
  // A hook may come before they listen.
  await expect.poll(async () => {
    await fire("UserPromptSubmit", "T", { prompt: "Are you there?" });
    return plain.lines().length > 0 && curl.lines().some((line) => line.startsWith("data: "));
  }).toBe(true);
  await fire("UserPromptSubmit", "S", { prompt: "Plant the beans, key sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789" });
  await expect.poll(() => told().map(({ summary }) => summary)).toContainEqual(expect.stringMatching(/^The person asked: Plant the beans/));
  expect(plain.lines().at(-1)).toMatch(/ {2}garden {2}.*user_prompt {2}The person asked: Plant the beans/);
  expect([...json.lines(), ...plain.lines(), ...curl.lines()].join("\n")).not.toContain("abcdefghijklmnopqrstuvwxyz0123456789");

  await scene.app.kill();
  // Taken up from the spool, or by the app that this hook starts.
  scene.app = await RunningApp.start(scene.home);
  await fire("Stop", "S", { last_assistant_message: "They are planted." });
  await expect.poll(() => told().map(({ event_type }) => event_type), { timeout: 20_000 }).toContain("agent_stopped");
  const log = (await eventsOf(scene.home, "&session_id=S")).map(({ id }) => id);
  await expect.poll(() => told().map(({ id }) => id).at(-1)).toBe(log.at(-1));
  const ids = told().map(({ id }) => id);
  expect(ids).toEqual(log.slice(log.indexOf(ids[0] as string)));

  json.child.kill("SIGINT");
  expect(await json.ended).toBe(0);
});

test("two sessions in two terminals of one folder are told apart, and a terminal is the same for the next one in it", async () => {
  const start = (session: string) => `printf '%s' '${JSON.stringify(hookIn(garden, "SessionStart", session, { source: "startup" }).payload)}' | env CLAUDE_PID=$$ CLAUDE_PROJECT_DIR='${garden}' '${process.execPath}' '${path.join(scene.home, "bin", "forward-to-mascot.cjs")}' --home '${scene.home}' --event SessionStart; :`;
  const terminal = async (...sessions: string[]) => {
    const files = sessions.map((session) => {
      const file = path.join(scene.home, `${session}.sh`);
      fs.writeFileSync(file, start(session));
      return `sh '${file}'`;
    });
    const shell = path.join(scene.home, `shell-${sessions[0]}.sh`);
    fs.writeFileSync(shell, `${files.join("\n")}\n:\n`);
    const ran = spawn("script", ["-qc", `sh '${shell}'`, "/dev/null"], { cwd: garden, env: plainEnvironment({ SHELL: "/bin/sh" }), stdio: ["pipe", "ignore", "ignore"] });
    await new Promise((resolve) => ran.once("close", resolve));
  };
  await terminal("one", "again");
  await terminal("other");
  const sessions = async () => new Map((await api<{ items: SessionRow[] }>(scene.home, "/api/sessions")).items.map((row) => [row.session_id, row]));
  await expect.poll(async () => [...(await sessions()).keys()].sort()).toEqual(["again", "one", "other"]);
  const rows = await sessions();
  const [one, again, other] = ["one", "again", "other"].map((id) => rows.get(id)) as [SessionRow, SessionRow, SessionRow];
  expect(one).toMatchObject({ fingerprint: expect.stringMatching(/^[0-9a-f]{16}$/), tty: expect.stringMatching(/^\/dev\/pts\/\d+$/), parent_pid: expect.any(Number), start_time: expect.stringMatching(/Z$/) });
  expect(again.fingerprint).toBe(one.fingerprint);
  expect(other.fingerprint).not.toBe(one.fingerprint);
  expect((await api<{ items: SessionRow[] }>(scene.home, `/api/sessions?fingerprint=${one.fingerprint}`)).items.map(({ session_id }) => session_id).sort()).toEqual(["again", "one"]);

  await scene.app.openDashboard({ page: "sessions", session_id: "one" });
  const page = await scene.app.window("dashboard.html");
  await page.getByRole("button", { name: "About this session" }).click();
  await expect(page.getByText(one.fingerprint as string)).toBeVisible();
  await expect(page.getByText(one.tty as string)).toBeVisible();
  await page.screenshot({ path: path.join(shots, "session-terminal.png") });
});

test("the API page finds a route, shows its fields and copies its command, in English and in Korean", async () => {
  await scene.app.openDashboard({});
  const page = await scene.app.window("dashboard.html");
  await page.getByRole("button", { name: "API", exact: true }).click();
  await expect(page.getByRole("heading", { name: "For other programs" })).toBeVisible();
  await page.screenshot({ path: path.join(shots, "api-page.png") });
  const find = page.getByRole("searchbox", { name: "Find a route, a field or an error" });
  await find.fill("follow stream");
  await expect(page.getByText("1 route", { exact: true })).toBeVisible();
  await page.getByText("/api/events/stream").first().click();
  await expect(page.getByRole("rowheader", { name: "port_id" })).toBeVisible();
  await page.getByRole("button", { name: "Copy the command" }).click();
  await expect(page.getByText("Copied")).toBeVisible();
  expect(await scene.app.electron.evaluate(({ clipboard }) => clipboard.readText())).toBe("curl -N --unix-socket ~/.agent-mascot/mascot.sock -G --data-urlencode 'event_type=tool_failed,test_failed' http://localhost/api/events/stream");
  await page.screenshot({ path: path.join(shots, "api-route.png") });
  await find.fill("GET work items");
  await page.getByText("/api/ports", { exact: true }).click();
  await page.getByRole("button", { name: "PortSummary" }).first().click();
  await expect(page.locator("summary:focus", { hasText: "PortSummary" })).toBeVisible();
  await expect(page.getByRole("rowheader", { name: "depends_on" }).last()).toBeVisible();
  await find.fill("xyzzy");
  await expect(page.getByText("0 routes")).toBeVisible();

  await page.evaluate(() => window.mascot.changeSettings({ locale: "ko" }));
  await page.getByRole("searchbox", { name: "주소, 항목, 오류로 찾기" }).fill("작업 항목 만들기");
  await expect(page.getByText("주소 1개", { exact: true })).toBeVisible();
  await page.getByText("/api/ports", { exact: true }).click();
  await expect(page.getByText("새로 만들었으면 201, 이미 있으면 200입니다.")).toBeVisible();
  await page.screenshot({ path: path.join(shots, "api-route-ko.png") });
});

test("a session's view tells the windows its terminal", async () => {
  await fire("SessionStart", "S", { source: "startup" });
  await expect.poll(async () => {
    const snapshot = await (await scene.app.mascots()).evaluate(() => window.mascot.snapshot());
    return snapshot.sessions.find((session: SessionView) => session.session_id === "S")?.fingerprint;
  }).toMatch(/^[0-9a-f]{16}$/);
});
