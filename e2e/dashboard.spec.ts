import fs from "node:fs";
import path from "node:path";
import { type Page, expect, test } from "@playwright/test";
import { RunningApp, configFolder, newHome, removeHome } from "./support/app.ts";
import { installedHooks, recordedTurn } from "./support/hooks.ts";

const shots = path.resolve(import.meta.dirname, "../test-results/screenshots");

test.describe("the dashboard", () => {
  let home: string;
  let config: string;
  let app: RunningApp;
  let page: Page;

  test.beforeEach(async () => {
    fs.mkdirSync(shots, { recursive: true });
    home = newHome();
    config = configFolder(home);
    fs.mkdirSync(config);
    app = await RunningApp.start(home);
    await (await app.mascots()).evaluate(() => window.mascot.openDashboard({ page: "now" }));
    page = await app.window("dashboard.html");
  });
  test.afterEach(async () => {
    await app?.quit();
    removeHome(home);
  });

  test("says who is at work, those who need their person first", async () => {
    await expect(page.getByText("Nobody is at work")).toBeVisible();
    const hooks = await installedHooks(home, path.join(home, "other-config"));
    await hooks.replay(recordedTurn("i-bgagent").slice(0, 8));
    const permission = recordedTurn("i-perm-deny");
    await hooks.replay(permission.slice(0, 4));
    await expect(page.locator(".agent.lead")).toHaveCount(2);
    await expect(page.locator(".agent.lead").first()).toHaveAttribute("data-state", "asking_permission");
    await expect(page.locator(".agent.subagent")).toHaveCount(1);
    await page.screenshot({ path: path.join(shots, "dashboard-now.png") });
  });

  test("installs and removes hooks after a click, and nothing before it", async () => {
    const settings = path.join(config, "settings.json");
    const original = '{\n  "theme": "dark",\n  "hooks": { "Stop": [ { "hooks": [ { "type": "command", "command": "echo mine" } ] } ] }\n}\n';
    fs.writeFileSync(settings, original);
    await page.getByRole("button", { name: "Hooks" }).click();
    await expect(page.getByText("Hooks are not installed")).toBeVisible();
    expect(fs.readFileSync(settings, "utf8")).toBe(original);
    await page.getByRole("button", { name: "Install hooks" }).click();
    await expect(page.getByText("Hooks are installed")).toBeVisible();
    await page.screenshot({ path: path.join(shots, "dashboard-hooks.png") });
    expect(fs.readFileSync(settings, "utf8")).toContain("echo mine");
    await page.getByRole("button", { name: "Remove hooks" }).click();
    await expect(page.getByText("Hooks are not installed")).toBeVisible();
    expect(fs.readFileSync(settings, "utf8")).toBe(original);
  });

  test("speaks Korean at once when asked, in every window", async () => {
    await page.getByRole("button", { name: "Settings" }).click();
    await page.getByLabel("Language").selectOption("ko");
    await expect(page.getByRole("heading", { name: "설정" })).toBeVisible();
    await page.screenshot({ path: path.join(shots, "dashboard-settings-ko.png") });
    const hooks = await installedHooks(home, path.join(home, "other-config"));
    await hooks.replay(recordedTurn("cap-basic").slice(0, 2));
    await expect((await app.mascots()).locator(".figure-bubble")).toContainText("생각하는 중");
  });

  test("can be used with the keyboard alone", async () => {
    await page.getByRole("button", { name: "Now" }).focus();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "Hooks", exact: true })).toBeVisible();
  });
});
