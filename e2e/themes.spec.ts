/** How the mascots look is the person's choice: ours, or a folder of theirs, which can do nothing but look. */
import fs from "node:fs";
import path from "node:path";
import { type Page, expect, test } from "@playwright/test";
import { RunningApp, configFolder, newHome, removeHome } from "./support/app.ts";
import { screenshot } from "./support/desktop.ts";
import { installedHooks, recordedTurn } from "./support/hooks.ts";

const shots = path.resolve(import.meta.dirname, "../test-results/themes");

const picture = (colour: string, inner = "") => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 120"><ellipse cx="60" cy="80" rx="42" ry="28" fill="${colour}" stroke="#332244" stroke-width="4"/>${inner}</svg>`;

test.describe("themes", () => {
  let home: string;
  let app: RunningApp;
  let stage: Page;

  const put = (name: string, text: string) => {
    const file = path.join(home, "themes", name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, text);
  };
  const manifest = (name: string) => JSON.stringify({ format: 1, name, author: "A friend", characters: [{ name: "Pebble", pictures: { resting: "pebble/resting.svg", working: "pebble/working.svg" } }] });

  async function settings(): Promise<Page> {
    await stage.evaluate(() => window.mascot.openDashboard({ page: "settings" }));
    return app.window("dashboard.html");
  }

  test.beforeEach(async () => {
    fs.mkdirSync(shots, { recursive: true });
    home = newHome();
    const hooks = await installedHooks(home, configFolder(home));
    put("pebbles/theme.json", manifest("Pebbles"));
    put("pebbles/pebble/resting.svg", picture("#8fb9aa"));
    put("pebbles/pebble/working.svg", picture("#d9a05b"));
    put("wicked/theme.json", manifest("Wicked"));
    put("wicked/pebble/resting.svg", picture("#ff0000", "<script>document.title='taken'</script>"));
    put("wicked/pebble/working.svg", picture("#ff0000"));
    app = await RunningApp.start(home);
    await hooks.replay(recordedTurn("cap-basic").slice(0, 2));
    stage = await app.mascots();
    await expect(stage.locator(".figure-body svg.mascot")).toHaveCount(1);
  });
  test.afterEach(async () => {
    await app?.quit();
    removeHome(home);
  });

  test("paper cut is chosen in the settings and worn at once, also after a restart", async () => {
    const page = await settings();
    await page.getByRole("radio", { name: "Paper cut" }).click();
    await expect(page.getByRole("radio", { name: "Paper cut" })).toBeChecked();
    // Sheets have shadows, outlines have none.
    await expect(stage.locator('.m-pass-ink path[transform="translate(1 1.9)"]').first()).toBeAttached();
    await page.locator(".themes").screenshot({ path: path.join(shots, "choice.png") });
    await screenshot(path.join(shots, "paper-cut.png"));
    await app.quit();
    app = await RunningApp.start(home);
    stage = await app.mascots();
    await expect(stage.locator('.m-pass-ink path[transform="translate(1 1.9)"]').first()).toBeAttached();
  });

  test("a folder of the person's own is shown as pictures, and changes when they are changed", async () => {
    const page = await settings();
    await page.getByRole("radio", { name: "Pebbles" }).click();
    await expect(page.getByRole("radio", { name: "Pebbles" })).toBeChecked();
    const image = stage.locator(".figure-body img");
    await expect(image).toHaveAttribute("src", /^app:\/\/theme\/pebbles\/\d+\/pebble\//);
    await expect.poll(() => image.evaluate((element) => (element as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
    const before = await image.getAttribute("src");
    await screenshot(path.join(shots, "pebbles.png"));
    put("pebbles/pebble/resting.svg", picture("#334455"));
    await page.getByRole("button", { name: "Look again" }).click();
    await expect.poll(() => image.getAttribute("src")).not.toBe(before);
    await expect.poll(() => image.evaluate((element) => (element as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
    expect(await stage.evaluate(async () => {
      const tried = ["app://theme/pebbles/1/../../token", "app://theme/pebbles/1/theme.json", "app://theme/wicked/1/pebble/resting.svg", "app://theme/pebbles/1/%2e%2e/%2e%2e/settings.json"];
      const loaded = await Promise.all(tried.map((src) => new Promise((done) => Object.assign(new Image(), { src, onload: () => done(src), onerror: () => done(null) }))));
      return loaded.filter((src) => src !== null);
    })).toEqual([]);
  });

  test("a theme with a script is told with the reason, cannot be shown, and the usual mascots stay", async () => {
    await stage.evaluate(() => window.mascot.uiState());
    const page = await settings();
    await page.evaluate(() => window.mascot.changeSettings({ theme: "wicked" }));
    await expect(page.getByText("The theme “wicked” cannot be used")).toBeVisible();
    await page.reload();
    await stage.evaluate(() => window.mascot.openDashboard({ page: "settings" }));
    await expect(page.locator(".theme-problem")).toContainText("pebble/resting.svg has a script");
    await expect(stage.locator(".figure-body svg.mascot")).toHaveCount(1);
    await expect(stage.locator(".figure-body img")).toHaveCount(0);
    expect(await stage.title()).not.toBe("taken");
  });
});
