/** Two monitors on a real X server: the mascots go where they are carried, come home when a monitor is unplugged, and are back on it when it is there again. */
import fs from "node:fs";
import path from "node:path";
import { expect, test } from "@playwright/test";
import type { Rect, Settings } from "../schemas/generated/types.ts";
import { ingest, newHome, removeHome, type RunningApp } from "./support/app.ts";
import { screenshot } from "./support/desktop.ts";
import { Monitors, whyNoMonitors } from "./support/monitors.ts";
import { standStill, startIn } from "./support/scene.ts";
import { figureCentre } from "./support/stage.ts";

const shots = path.resolve(import.meta.dirname, "../test-results/screenshots");
const FIRST: Rect = { x: 0, y: 0, width: 1280, height: 800 };
const SECOND: Rect = { x: 1280, y: 0, width: 1024, height: 768 };

test.describe("two monitors", () => {
  // biome-ignore lint/suspicious/noSkippedTests: it runs wherever such a server can be started
  test.skip(whyNoMonitors() !== null, whyNoMonitors() ?? "");
  let monitors: Monitors;
  let home: string;
  let app: RunningApp;

  test.beforeEach(async () => {
    monitors = await Monitors.start();
    await monitors.plugIn("1024x768");
    home = newHome();
    app = await start();
  });
  test.afterEach(async () => {
    await app?.quit();
    removeHome(home);
    await monitors?.stop();
  });

  async function start(): Promise<RunningApp> {
    const running = await startIn(home, { env: { DISPLAY: monitors.display }, mascots: "calm" });
    await ingest(home, { session_id: "s1", cwd: "/work/garden", hook_event_name: "UserPromptSubmit", prompt: "go on" });
    const stage = await running.mascots();
    await expect(stage.locator(".figure")).toHaveCount(1);
    await standStill(stage);
    return running;
  }

  const bounds = () => app.electron.evaluate(({ BrowserWindow }) => {
    const window = BrowserWindow.getAllWindows().find((candidate) => candidate.webContents.getURL().includes("mascots.html"));
    return window?.isVisible() ? window.getBounds() : null;
  });
  const isOn = async ({ x, y, width, height }: Rect) => {
    const window = await bounds();
    return window !== null && window.width > 60 && window.x >= x && window.y >= y && window.x + window.width <= x + width && window.y + window.height <= y + height;
  };
  const chosenDisplay = () => {
    const file = path.join(home, "settings.json");
    return fs.existsSync(file) ? (JSON.parse(fs.readFileSync(file, "utf8")) as Settings).mascots.display : null;
  };

  const photograph = (name: string) => screenshot(path.join(shots, `${name}.png`), monitors.display);

  async function carryTo(x: number, y: number): Promise<void> {
    const from = await figureCentre(app);
    const steps = Array.from({ length: 16 }, (_, n) => (n + 1) / 16);
    await monitors.tool("xdotool", "mousemove", String(from.x), String(from.y), "mousedown", "1");
    for (const part of steps) await monitors.tool("xdotool", "mousemove", String(Math.round(from.x + (x - from.x) * part)), String(Math.round(from.y + (y - from.y) * part)), "sleep", "0.02");
    await monitors.tool("xdotool", "mouseup", "1");
  }

  test("carried to the second: there until it is unplugged, there again when it is back, also when it is smaller then, and after the next start", async () => {
    await expect.poll(() => isOn(FIRST), { message: "they begin on the first" }).toBe(true);
    const firstPlace = await bounds();
    await carryTo(1280 + 500, 500);
    await expect.poll(() => isOn(SECOND), { message: "they are on the second" }).toBe(true);
    const place = await bounds();
    await photograph("two-monitors");

    await monitors.unplug();
    await expect.poll(() => isOn(FIRST), { message: "unplugged: on the one that is left" }).toBe(true);
    expect(await bounds(), "where they had been there before").toEqual(firstPlace);
    await monitors.plugIn("1024x768");
    await expect.poll(bounds, { message: "plugged in again: where they were put" }).toEqual(place);

    await monitors.plugIn("800x600");
    await expect.poll(() => isOn({ ...SECOND, width: 800, height: 600 }), { message: "inside of a smaller picture" }).toBe(true);
    await monitors.plugIn("1024x768");
    await expect.poll(bounds, { message: "and back" }).toEqual(place);

    await app.quit();
    app = await start();
    await expect.poll(bounds, { message: "after the next start" }).toEqual(place);
    await carryTo(1280 + 300, 300);
    await expect.poll(bounds, { message: "can be carried after all that" }).not.toEqual(place);
  });

  test("sent to the other display by the menu, which is remembered", async () => {
    const { x, y } = await figureCentre(app);
    const windows = async () => (await monitors.tool("xwininfo", "-root", "-children")).split("\n").length;
    const before = await windows();
    await monitors.tool("xdotool", "mousemove", String(x), String(y), "click", "3");
    // The menu opens upwards; from its last line: quit, hide, do not disturb, move to display.
    const line = y - (17 + 3 * 26 + 11);
    await expect.poll(windows, { message: "the menu is open" }).toBeGreaterThan(before);
    await monitors.tool("xdotool", "mousemove", String(x - 60), String(line), "click", "1");
    await photograph("menu-display");
    await monitors.tool("xdotool", "mousemove", String(x - 220), String(line + 26), "click", "1");
    await expect.poll(() => isOn(SECOND), { message: "they are on the second" }).toBe(true);
    await expect.poll(chosenDisplay, { message: "the choice is kept" }).not.toBeNull();
  });

  /** A menu has no name. */
  const topWindows = async () => (await monitors.tool("xwininfo", "-root", "-children")).split("\n").map((line) => line.trim()).filter((line) => /^0x\w+ \(has no name\)/.test(line));

  /** Of the window that is not among these: the menu's. */
  const newWindow = async (known: ReadonlySet<string>): Promise<Rect | null> => {
    const line = (await topWindows()).find((one) => !known.has(one.split(" ")[0] as string));
    const [, width, height, x, y] = (/ (\d+)x(\d+)\+-?\d+\+-?\d+ +\+(-?\d+)\+(-?\d+)$/.exec(line ?? "") ?? []).map(Number) as [number, number, number, number, number];
    return line === undefined ? null : { x, y, width, height };
  };
  type Side = "--right-of" | "--below" | "--left-of" | "--above";
  const opensWhole = async (...sides: Side[]) => {
    const secondIs = () => app.electron.evaluate(({ screen }) => screen.getAllDisplays().find(({ id }) => id !== screen.getPrimaryDisplay().id)?.bounds as Rect);
    for (const side of sides) {
      await monitors.plugIn("1024x768", side);
      const corner = { "--right-of": [1280, 0], "--below": [0, 800], "--left-of": [0, 0], "--above": [0, 0] }[side] as [number, number];
      await expect.poll(secondIs, { message: `the second is ${side}` }).toEqual({ ...SECOND, x: corner[0], y: corner[1] });
      for (const height of [760, 200]) {
        await carryTo(corner[0] + 900, corner[1] + height);
        await expect.poll(() => isOn({ ...SECOND, x: corner[0], y: corner[1] }), { message: `${side}: they are on the second` }).toBe(true);
        const { x, y } = await figureCentre(app);
        const known = new Set((await topWindows()).map((line) => line.split(" ")[0] as string));
        await monitors.tool("xdotool", "mousemove", String(x), String(y), "click", "3");
        await expect.poll(() => newWindow(known), { message: `${side}: the menu is open` }).not.toBeNull();
        const menu = (await newWindow(known)) as Rect;
        const inside = menu.x >= corner[0] && menu.y >= corner[1] && menu.x + menu.width <= corner[0] + SECOND.width && menu.y + menu.height <= corner[1] + SECOND.height;
        expect(inside, `${side}, at ${x},${y}: ${JSON.stringify(menu)}`).toBe(true);
        await monitors.tool("xdotool", "mousemove", String(corner[0] + 4), String(corner[1] + 4), "click", "1");
        await expect.poll(() => newWindow(known), { message: "the menu is closed" }).toBeNull();
      }
    }
  };
  test("the menu opens on the display that the mascots are on, and whole, wherever they stand on it: right of the first and above it", () => opensWhole("--right-of", "--above"));

  test("and below it and left of it", { tag: "@long" }, () => opensWhole("--below", "--left-of"));
});
