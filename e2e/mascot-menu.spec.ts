import fs from "node:fs";
import path from "node:path";
import { expect, test } from "@playwright/test";
import type { Settings } from "../schemas/generated/types.ts";
import { RunningApp, agentsOf, configFolder, newHome, removeHome } from "./support/app.ts";
import { clickAt, screenshot, tool } from "./support/desktop.ts";
import { installedHooks, recordedTurn } from "./support/hooks.ts";
import { figureCentre } from "./support/stage.ts";

const shots = path.resolve(import.meta.dirname, "../test-results/screenshots");

/** The menu opens upwards from the pointer: how far above it each line is, counted from the last one. */
const LINE = 26;
const SEPARATOR = 11;
const UP = { quit: 17, hide: 17 + LINE + SEPARATOR, dismiss: 17 + 4 * LINE + 2 * SEPARATOR, rename: 17 + 5 * LINE + 2 * SEPARATOR, mute: 17 + 6 * LINE + 2 * SEPARATOR, folder: 17 + 7 * LINE + 2 * SEPARATOR, copy: 17 + 8 * LINE + 2 * SEPARATOR, conversation: 17 + 9 * LINE + 2 * SEPARATOR };

test.describe("the menu of a mascot, by the mouse", () => {
  let home: string;
  let app: RunningApp;

  test.beforeEach(async () => {
    fs.mkdirSync(shots, { recursive: true });
    home = newHome();
    const hooks = await installedHooks(home, configFolder(home));
    app = await RunningApp.start(home);
    const turn = recordedTurn("i-basic");
    await hooks.replay(turn.slice(0, turn.findIndex(({ payload }) => payload.hook_event_name === "Stop") + 1));
    await expect((await app.mascots()).locator(".figure")).toHaveAttribute("data-state", "resting");
    await expect.poll(async () => (await app.mascots()).evaluate(() => document.querySelectorAll("[data-moment]").length)).toBe(0);
  });
  test.afterEach(async () => {
    await app?.quit();
    removeHome(home);
  });

  const windows = async () => (await tool("xwininfo", "-root", "-children")).split("\n").length;

  async function choose(line: keyof typeof UP): Promise<void> {
    const { x, y } = await figureCentre(app);
    const before = await windows();
    await clickAt(x, y, 3);
    await expect.poll(windows, { message: "the menu is open" }).toBeGreaterThan(before);
    await screenshot(path.join(shots, `menu-${line}.png`));
    await clickAt(x - 60, y - UP[line]);
  }

  test("rename: the new name is met on the desktop, in the dashboard and outside, and after the next start", async () => {
    await choose("rename");
    const dashboard = await app.window("dashboard.html");
    await expect(dashboard.getByLabel("Name", { exact: true })).toBeFocused();
    await dashboard.keyboard.type("Oven");
    await dashboard.keyboard.press("Enter");
    await expect((await app.mascots()).locator(".name-tag")).toHaveText("Oven");
    await expect(dashboard.locator(".agent .who strong")).toHaveText("Oven");
    expect((await agentsOf(home)).map(({ display_name }) => display_name)).toEqual(["Oven"]);
    await app.quit();
    app = await RunningApp.start(home);
    await expect((await app.mascots()).locator(".name-tag")).toHaveText("Oven");
  });

  test("copy the session's id", async () => {
    await choose("copy");
    const [agent] = await agentsOf(home);
    await expect.poll(() => app.electron.evaluate(({ clipboard }) => clipboard.readText())).toBe(agent?.session_id);
  });

  test("open its conversation", async () => {
    await choose("conversation");
    const dashboard = await app.window("dashboard.html");
    await expect(dashboard.getByText("SCENARIO:long tell me").first()).toBeVisible();
  });

  test("no notifications of its session", async () => {
    await choose("mute");
    const { x, y } = await figureCentre(app);
    // The line opens a submenu on its left, whose first line is beside it.
    await screenshot(path.join(shots, "menu-mute-open.png"));
    await clickAt(x - 200, y - UP.mute);
    const [agent] = await agentsOf(home);
    await expect.poll(() => (JSON.parse(fs.readFileSync(path.join(home, "settings.json"), "utf8")) as Settings).notify?.muted_sessions ?? []).toEqual([agent?.session_id]);
  });

  test("send it away, and call it back", async () => {
    await choose("dismiss");
    const stage = await app.mascots();
    await expect(stage.locator(".figure")).toHaveCount(0);
    expect((await stage.evaluate(() => window.mascot.uiState())).dismissed).toHaveLength(1);
  });
});
