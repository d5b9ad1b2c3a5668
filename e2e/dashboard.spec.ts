import fs from "node:fs";
import path from "node:path";
import { type Page, expect, test } from "@playwright/test";
import type { RunningApp } from "./support/app.ts";
import { InstalledHooks, cli, recordedTurn } from "./support/hooks.ts";
import { type Scene, tell } from "./support/scene.ts";
import { SharedScene } from "./support/shared-scene.ts";

const shots = path.resolve(import.meta.dirname, "../test-results/screenshots");

test.describe("the dashboard", () => {
  const shared = new SharedScene("dashboard", { mascots: "calm" });
  let scene: Scene;
  let home: string;
  /** The client's. */
  let settings: string;
  let app: RunningApp;
  let page: Page;

  test.beforeEach(async () => {
    fs.mkdirSync(shots, { recursive: true });
    scene = await shared.fresh();
    ({ home, app } = scene);
    settings = scene.hooks.settingsFile;
    await app.openDashboard({ page: "now" });
    page = await app.window("dashboard.html");
  });
  test.afterAll(() => shared.clear());

  test("says who is at work, those who need their person first", async () => {
    await expect(page.getByText("Nobody is at work")).toBeVisible();
    await tell(home, ...recordedTurn("i-bgagent").slice(0, 8), ...recordedTurn("i-perm-deny").slice(0, 4));
    await expect(page.locator(".agent.lead")).toHaveCount(2);
    await expect(page.locator(".agent.lead").first()).toHaveAttribute("data-state", "asking_permission");
    await expect(page.locator(".agent.subagent")).toHaveCount(1);
    await page.screenshot({ path: path.join(shots, "dashboard-now.png") });
  });

  test("installs and removes hooks after a click, and nothing before it", async () => {
    const original = '{\n  "theme": "dark",\n  "hooks": { "Stop": [ { "hooks": [ { "type": "command", "command": "echo mine" } ] } ] }\n}\n';
    fs.writeFileSync(settings, original);
    await page.getByRole("button", { name: "Hooks", exact: true }).click();
    const users = page.getByRole("group", { name: "All your projects" });
    await expect(users.getByText("Hooks are not installed")).toBeVisible();
    expect(fs.readFileSync(settings, "utf8")).toBe(original);
    await users.getByRole("button", { name: "Install hooks" }).click();
    const asked = page.getByRole("dialog");
    await expect(asked.getByText(/Lines added/)).toBeVisible();
    await page.screenshot({ path: path.join(shots, "dashboard-hooks-preview.png") });
    expect(fs.readFileSync(settings, "utf8")).toBe(original);
    await asked.getByRole("button", { name: "Install hooks" }).click();
    await expect(users.getByText("Hooks are installed")).toBeVisible();
    await page.screenshot({ path: path.join(shots, "dashboard-hooks.png") });
    expect(fs.readFileSync(settings, "utf8")).toContain("echo mine");
    await users.getByRole("button", { name: "Remove hooks" }).click();
    await asked.getByRole("button", { name: "Remove hooks" }).click();
    await expect(users.getByText("Hooks are not installed")).toBeVisible();
    expect(fs.readFileSync(settings, "utf8")).toBe(original);
  });

  test("what a terminal installs is seen on the open page, for a project that events come from too", async () => {
    fs.rmSync(settings);
    await page.getByRole("button", { name: "Hooks", exact: true }).click();
    const users = page.getByRole("group", { name: "All your projects" });
    await expect(users).toHaveAttribute("data-state", "absent");
    const client = { CLAUDE_CONFIG_DIR: path.dirname(settings) };
    const project = path.join(scene.work, "webshop");
    fs.mkdirSync(project);
    const installed = await cli(home, ["hooks", "install", "--scope", "local", "--yes", "--client-version", "2.1.332"], client, project);
    expect(installed.code, installed.stderr).toBe(0);
    await new InstalledHooks(path.join(project, ".claude", "settings.local.json")).replay(recordedTurn("cap-basic").slice(0, 2), { CLAUDE_PROJECT_DIR: project });
    const local = page.getByRole("region", { name: project }).getByRole("group", { name: "Only you in this project" });
    await expect(local).toHaveAttribute("data-state", "installed");
    await page.screenshot({ path: path.join(shots, "dashboard-hooks-project.png") });
    await local.getByRole("button", { name: "Remove hooks" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove hooks" }).click();
    await expect(local).toHaveAttribute("data-state", "absent");
    expect(fs.existsSync(path.join(project, ".claude", "settings.local.json"))).toBe(false);
    await cli(home, ["hooks", "install", "--yes", "--client-version", "2.1.332"], client);
    await expect(users).toHaveAttribute("data-state", /installed|partly/);
    await expect(local).toContainText("Not needed");
  });

  test("a page that was told of no project can write into none", async () => {
    const refused = (at: { scope: "project" | "local"; project?: string }) => page.evaluate((where) => window.mascot.hooksInstall(where).then(() => "written", (error: Error) => error.message), at);
    expect(await refused({ scope: "local", project: scene.work })).toContain("refused");
    expect(await refused({ scope: "project" })).toContain("refused");
    expect(fs.existsSync(path.join(scene.work, ".claude"))).toBe(false);
  });

  test("fits a narrow window without a sideways scroll", async () => {
    await app.resizeDashboard(480, 620);
    await tell(home, ...recordedTurn("i-bgagent").slice(0, 8));
    for (const name of ["Now", "Hooks", "Settings"]) {
      await page.getByRole("button", { name, exact: true }).click();
      await expect(page.getByRole("heading", { name: new RegExp(`^${name}`), level: 2 })).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), name).toBe(0);
    }
  });

  test("speaks Korean at once when asked, in every window", async () => {
    await page.getByRole("button", { name: "Settings" }).click();
    await page.getByLabel("Language").selectOption("ko");
    await expect(page.getByRole("heading", { name: "설정" })).toBeVisible();
    await page.screenshot({ path: path.join(shots, "dashboard-settings-ko.png") });
    await tell(home, ...recordedTurn("cap-basic").slice(0, 2));
    await expect((await app.mascots()).locator(".figure-bubble")).toContainText("생각하는 중");
  });

  test("can be used with the keyboard alone", async () => {
    await page.getByRole("button", { name: "Now", exact: true }).focus();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "Work items", exact: true })).toBeVisible();
  });
});
