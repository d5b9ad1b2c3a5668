import fs from "node:fs";
import net from "node:net";
import path from "node:path";
import { expect, type Page, test } from "@playwright/test";
import type { DoctorReport, DoctorStep } from "../schemas/generated/types.ts";
import { configFolder, eventsOf, hideMascots, newHome, removeHome, RunningApp, statusOf } from "./support/app.ts";
import { cli, InstalledHooks, installedHooks, recordedTurn } from "./support/hooks.ts";

const shots = path.resolve(import.meta.dirname, "../test-results");
const THEIRS = '{\r\n\t"theme": "dark",\r\n\t"hooks": { "Stop": [ { "hooks": [ { "type": "command", "command": "echo mine", "timeout": 1e1 } ] } ], "Other": [] }\r\n}';

let home: string;
let config: string;
let app: RunningApp | null;

test.beforeEach(() => {
  home = newHome();
  hideMascots(home);
  config = configFolder(home);
  fs.mkdirSync(config, { recursive: true });
  app = null;
});
test.afterEach(async () => {
  await app?.quit();
  removeHome(home);
});

const read = (file: string) => fs.readFileSync(file, "utf8");
const hooks = (args: string[], cwd?: string) => cli(home, ["hooks", ...args], { CLAUDE_CONFIG_DIR: config }, cwd);

async function doctor(env: Record<string, string> = {}): Promise<Record<DoctorStep["step"], DoctorStep>> {
  const said = await cli(home, ["doctor", "--json"], { CLAUDE_CONFIG_DIR: config, ...env });
  const { steps } = JSON.parse(said.stdout) as DoctorReport;
  expect(said.code, said.stdout).toBe(steps.some(({ state }) => state === "fail") ? 1 : 0);
  return Object.fromEntries(steps.map((step) => [step.step, step])) as Record<DoctorStep["step"], DoctorStep>;
}

async function openHooksPage(): Promise<Page> {
  const started = app as RunningApp;
  await cli(home, []);
  const page = await started.window("dashboard.html");
  await page.getByRole("button", { name: "Hooks", exact: true }).click();
  return page;
}

test("S3: install, recorded hooks, uninstall: the person's file is byte for byte as it was, and so is a project's local one", async () => {
  const project = path.join(home, "shop");
  fs.mkdirSync(path.join(project, ".claude"), { recursive: true });
  const users = path.join(config, "settings.json");
  const local = path.join(project, ".claude", "settings.local.json");
  fs.writeFileSync(local, THEIRS);
  fs.writeFileSync(users, "{}");
  app = await RunningApp.start(home);
  for (const [scope, file] of [["local", local], ["user", users]] as const) {
    fs.writeFileSync(file, THEIRS);
    const cwd = scope === "local" ? project : undefined;
    expect((await hooks(["install", "--yes", "--scope", scope, "--client-version", "2.1.332"], cwd)).code).toBe(0);
    expect(read(file)).not.toBe(THEIRS);
    const before = (await eventsOf(home)).length;
    const ran = await new InstalledHooks(file).replay(recordedTurn("cap-basic").slice(0, 6), { CLAUDE_PROJECT_DIR: project });
    expect(ran.every(({ code }) => code === 0)).toBe(true);
    await expect.poll(async () => (await eventsOf(home)).length).toBeGreaterThan(before);
    expect((await hooks(["uninstall", "--yes", "--scope", scope], cwd)).code).toBe(0);
    expect(read(file)).toBe(THEIRS);
  }
});

test("S13, F23: hooks that somebody takes out come back three times where the person allowed it; then the app says so and stops", async () => {
  const file = path.join(config, "settings.json");
  fs.writeFileSync(file, THEIRS);
  await installedHooks(home, config);
  app = await RunningApp.start(home);
  const page = await openHooksPage();
  // The switch shows what main has saved, a moment after the click.
  const putBack = page.getByRole("switch", { name: /Put hooks back/ });
  await putBack.click();
  await expect(putBack).toBeChecked();
  for (let time = 1; time <= 3; time += 1) {
    fs.writeFileSync(file, THEIRS);
    await expect.poll(() => read(file), { message: `repair ${time}` }).toContain("# agent-mascot");
    await expect.poll(async () => (await statusOf(home)).notices.find(({ id }) => id === "hooks_repaired")?.values?.["count"]).toBe(time);
  }
  fs.writeFileSync(file, THEIRS);
  await expect.poll(async () => (await statusOf(home)).notices.map(({ id }) => id)).toContain("hooks_fought");
  expect(read(file)).toBe(THEIRS);
  await expect(page.getByText(/again and again/).first()).toBeVisible();
  await page.screenshot({ path: path.join(shots, "hooks-fought.png") });
  await page.getByRole("group", { name: "All your projects" }).getByRole("button", { name: "Install hooks" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Install hooks" }).click();
  await expect.poll(() => read(file)).toContain("# agent-mascot");
  await expect.poll(async () => (await statusOf(home)).notices.map(({ id }) => id)).not.toContain("hooks_fought");
});

test("a copy is given back from the page, after it was shown", async () => {
  const file = path.join(config, "settings.json");
  fs.writeFileSync(file, THEIRS);
  await installedHooks(home, config);
  app = await RunningApp.start(home);
  const page = await openHooksPage();
  await page.getByRole("button", { name: /Restore a copy/ }).click();
  const asked = page.getByRole("dialog");
  await expect(asked.getByText(/Lines added/)).toBeVisible();
  await page.screenshot({ path: path.join(shots, "hooks-restore.png") });
  expect(read(file)).not.toBe(THEIRS);
  await asked.getByRole("button", { name: "Restore", exact: true }).click();
  await expect.poll(() => read(file)).toBe(THEIRS);
  await expect(page.getByRole("group", { name: "All your projects" }).getByText("Hooks are not installed")).toBeVisible();
});

test("the doctor finds a healthy home well, and a test event goes the whole way and is not kept", async () => {
  await installedHooks(home, config);
  app = await RunningApp.start(home);
  const before = (await eventsOf(home)).length;
  const steps = await doctor();
  for (const step of ["settings", "switches", "hooks", "command_line", "node", "answer_lane", "forwarder", "home", "app", "port", "token", "event", "database", "wal", "display"] as const) expect(steps[step].state, steps[step].text).toBe("ok");
  expect(steps.event.text).toMatch(/came in after \d+ ms/);
  expect((await eventsOf(home)).filter(({ event_type }) => event_type !== "heartbeat").length).toBe(before);

  const page = await openHooksPage();
  await page.getByRole("button", { name: "Look at everything" }).click();
  const card = page.getByRole("region", { name: "Doctor" });
  await expect(card.getByRole("listitem")).toHaveCount(21, { timeout: 30_000 });
  await expect(card.locator('[data-step="event"]')).toHaveAttribute("data-state", "ok");
  await card.scrollIntoViewIfNeeded();
  await page.screenshot({ path: path.join(shots, "doctor.png") });
  await card.getByRole("button", { name: "Copy report" }).click();
  await expect(card.getByRole("status")).toHaveText(/clipboard/);
  const copied = await app.electron.evaluate(({ clipboard }) => clipboard.readText());
  expect(copied).toContain("Agent Mascot");
  expect(copied).not.toContain(home);
  expect(copied).not.toContain(read(path.join(home, "token")).trim());
});

test("D5: the doctor names what is broken: a changed hook command, switched off hooks, an event lost, and repair mends it", async () => {
  const file = path.join(config, "settings.json");
  await installedHooks(home, config);
  app = await RunningApp.start(home);
  const page = await openHooksPage();
  fs.appendFileSync(path.join(home, "bin", "forward-to-mascot.cjs"), "\n// somebody else's line");
  const settings = JSON.parse(read(file)) as { hooks: Record<string, unknown>; disableAllHooks?: boolean };
  delete settings.hooks["PreToolUse"];
  fs.writeFileSync(file, JSON.stringify({ ...settings, disableAllHooks: true }, null, 2));
  const broken = await doctor();
  expect(broken.forwarder).toMatchObject({ state: "fail", fix: { command: "agent-mascot hooks repair" } });
  expect(broken.switches).toMatchObject({ state: "fail", text: expect.stringContaining("disableAllHooks") });
  expect(broken.hooks).toMatchObject({ state: "fail", text: expect.stringContaining("PreToolUse") });
  await page.getByRole("button", { name: "Look at everything" }).click();
  await expect(page.locator('[data-step="forwarder"]')).toHaveAttribute("data-state", "fail", { timeout: 30_000 });
  await page.locator('[data-step="forwarder"]').scrollIntoViewIfNeeded();
  await page.screenshot({ path: path.join(shots, "doctor-broken.png") });
  await page.locator('[data-step="forwarder"]').getByRole("button", { name: /Repair hooks/ }).click();
  await expect(page.locator('[data-step="forwarder"]')).toHaveAttribute("data-state", "ok", { timeout: 30_000 });
  expect(JSON.parse(read(file))).toHaveProperty("hooks.PreToolUse");
});

test("the doctor without the app: a discovery file that lies, and a port that is somebody else's", async () => {
  await installedHooks(home, config);
  app = await RunningApp.start(home);
  const where = JSON.parse(read(path.join(home, "collector.json"))) as { port: number };
  await app.kill();
  app = null;
  const stranger = net.createServer((socket) => socket.end());
  await new Promise<void>((resolve) => stranger.listen(where.port, "127.0.0.1", resolve));
  try {
    const steps = await doctor();
    expect(steps.app).toMatchObject({ state: "warn", text: expect.stringContaining("ended without a word"), fix: { command: "agent-mascot" } });
    expect(steps.port).toMatchObject({ state: "warn", text: expect.stringContaining(`(pid ${process.pid})`) });
    expect(steps.event).toMatchObject({ state: "warn", text: expect.stringContaining("written down") });
    expect(steps.database.state).toBe("ok");
    expect(fs.readdirSync(path.join(home, "spool")).filter((name) => name.endsWith(".json"))).toEqual([]);
  } finally {
    stranger.close();
  }
});

test("the port stolen while the app runs is told apart from the app's own", async () => {
  await installedHooks(home, config);
  app = await RunningApp.start(home);
  const stranger = net.createServer((socket) => socket.end("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok"));
  await new Promise<void>((resolve) => stranger.listen(0, "127.0.0.1", resolve));
  const { port } = stranger.address() as net.AddressInfo;
  try {
    const file = path.join(home, "collector.json");
    const where = JSON.parse(read(file)) as { url: string };
    fs.writeFileSync(file, JSON.stringify({ ...where, url: `http://127.0.0.1:${port}` }));
    expect((await doctor()).port).toMatchObject({ state: "fail", fix: { text: expect.any(String) } });
  } finally {
    stranger.close();
  }
});
