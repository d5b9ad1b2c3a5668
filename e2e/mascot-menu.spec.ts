import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, test } from "@playwright/test";
import type { Settings } from "../schemas/generated/types.ts";
import { agentsOf, type RunningApp } from "./support/app.ts";
import { clickAt, dragFrom, screenshot, tool } from "./support/desktop.ts";
import { hookIn, oneRests, repositoryIn, type Resting, type Scene, standStill, tell } from "./support/scene.ts";
import { SharedScene } from "./support/shared-scene.ts";
import { figureCentre } from "./support/stage.ts";

const shots = path.resolve(import.meta.dirname, "../test-results/screenshots");

/** The menu opens upwards from the pointer: how far above it a line is, counted from the last one. */
const LINE = 26;
const SEPARATOR = 11;
const up = (lines: number, separators: number) => 17 + lines * LINE + separators * SEPARATOR;

/** Of the only mascot there is. */
const ALONE = { hide: up(1, 1), quiet: up(2, 1), size: up(3, 1), dismiss: up(4, 2), rename: up(5, 2), mute: up(6, 2), folder: up(7, 2), copy: up(8, 2), conversation: up(9, 2), open: up(10, 2) };
/** One was sent away, or stands away from the others: the group has a line more, or two. */
const CALL_BACK = up(2, 1);
const GATHER = up(4, 1);

test.describe("the menu of a mascot, by the mouse", () => {
  const programs = fs.mkdtempSync(path.join(os.tmpdir(), "mascot-programs-"));
  /** What the stand-in for the desktop's way to open things was given. */
  const opened = path.join(programs, "opened");
  const shared = new SharedScene("menu", { mascots: "calm", env: { PATH: `${programs}:${process.env.PATH}` } });
  let scene: Scene & Resting;
  let app: RunningApp;
  let home: string;

  test.beforeAll(() => fs.writeFileSync(path.join(programs, "xdg-open"), `#!/bin/sh\nprintf '%s\\n' "$@" >> '${opened}'\n`, { mode: 0o755 }));
  test.beforeEach(async () => {
    const fresh = await shared.fresh();
    scene = { ...fresh, ...(await oneRests(fresh)) };
    ({ app, home } = scene);
  });
  test.afterAll(async () => {
    await shared.clear();
    fs.rmSync(programs, { recursive: true, force: true });
  });

  const windows = async () => (await tool("xwininfo", "-root", "-children")).split("\n").length;
  const settings = () => JSON.parse(fs.readFileSync(path.join(home, "settings.json"), "utf8")) as Settings;

  /** @param above of the line, in px above the pointer */
  async function choose(above: number, name: string, agent?: string): Promise<{ x: number; y: number }> {
    const { x, y } = await figureCentre(app, agent);
    const before = await windows();
    await clickAt(x, y, 3);
    await expect.poll(windows, { message: "the menu is open" }).toBeGreaterThan(before);
    await screenshot(path.join(shots, `menu-${name}.png`));
    await clickAt(x - 60, y - above);
    return { x, y };
  }

  /** A line that opens a submenu on its left, the first line of which is beside it. */
  async function chooseInside(above: number, line: number, name: string): Promise<void> {
    const { x, y } = await choose(above, name);
    await screenshot(path.join(shots, `menu-${name}-open.png`));
    await clickAt(x - 220, y - above + line * LINE);
  }

  test("Escape closes it, and does not go to the program that has the keyboard: there it may stop an agent; the next one does", async () => {
    const other = spawn("stdbuf", ["-oL", "xev", "-geometry", "300x200+50+60", "-event", "keyboard"], { stdio: ["ignore", "pipe", "ignore"] });
    try {
      let heard = "";
      other.stdout.setEncoding("utf8").on("data", (text: string) => { heard += text; });
      await expect.poll(() => tool("xdotool", "search", "--onlyvisible", "--name", "Event Tester").catch(() => "")).not.toBe("");
      await clickAt(200, 160);
      await expect.poll(() => tool("xdotool", "getwindowfocus", "getwindowname").catch(() => "")).toBe("Event Tester");
      const { x, y } = await figureCentre(app);
      const before = await windows();
      await clickAt(x, y, 3);
      await expect.poll(windows, { message: "the menu is open" }).toBeGreaterThan(before);
      await tool("xdotool", "key", "Escape");
      await expect.poll(windows, { message: "the menu is closed" }).toBe(before);
      // Each key is told of twice, pressed and let go; once the last one is, so are all before it.
      await tool("xdotool", "key", "Escape", "key", "F9");
      await expect.poll(() => heard.split("keysym 0xffc6").length - 1).toBe(2);
      expect(heard.split("keysym 0xff1b").length - 1).toBe(2);
    } finally {
      other.kill();
    }
  });

  test("open in the dashboard", { tag: "@long" }, async () => {
    await choose(ALONE.open, "open");
    const dashboard = await app.window("dashboard.html");
    await expect(dashboard.locator(".page-now .agent .who strong")).toHaveText("bakery");
  });

  test("rename: the new name is met on the desktop, in the dashboard and outside, after the next start, and on the timeline of what was", async () => {
    await choose(ALONE.rename, "rename");
    const dashboard = await app.window("dashboard.html");
    await expect(dashboard.getByLabel("Name", { exact: true })).toBeFocused();
    await dashboard.keyboard.type("Oven");
    await dashboard.keyboard.press("Enter");
    await expect((await app.mascots()).locator(".name-tag")).toHaveText("Oven");
    await expect(dashboard.locator(".agent .who strong")).toHaveText("Oven");
    expect((await agentsOf(home)).map(({ display_name }) => display_name)).toEqual(["Oven"]);
    app = await shared.restart();
    const stage = await app.mascots();
    await expect(stage.locator(".name-tag")).toHaveText("Oven");
    await tell(home, ...scene.rest);
    await expect(stage.locator(".figure")).toHaveCount(0);
    await app.openDashboard({ page: "timeline" });
    const later = await app.window("dashboard.html");
    await expect(later.locator("[data-lane]").first()).toHaveText("Oven");
    await screenshot(path.join(shots, "timeline-named.png"));
  });

  test("copy the session's id", { tag: "@long" }, async () => {
    await choose(ALONE.copy, "copy");
    const [agent] = await agentsOf(home);
    await expect.poll(() => app.electron.evaluate(({ clipboard }) => clipboard.readText())).toBe(agent?.session_id);
  });

  test("open its conversation", async () => {
    await choose(ALONE.conversation, "conversation");
    const dashboard = await app.window("dashboard.html");
    await expect(dashboard.getByText("SCENARIO:long tell me").first()).toBeVisible();
  });

  test("open the project's folder, with what the desktop opens folders with", async () => {
    await choose(ALONE.folder, "folder");
    await expect.poll(() => (fs.existsSync(opened) ? fs.readFileSync(opened, "utf8").trim() : "")).toBe(scene.project);
  });

  test("no notifications of its session", { tag: "@long" }, async () => {
    await chooseInside(ALONE.mute, 0, "mute");
    const [agent] = await agentsOf(home);
    await expect.poll(() => settings().notify?.muted_sessions ?? []).toEqual([agent?.session_id]);
  });

  test("larger", { tag: "@long" }, async () => {
    const stage = await app.mascots();
    const width = async () => (await stage.locator(".figure-body").boundingBox())?.width ?? 0;
    const before = await width();
    await chooseInside(ALONE.size, 2, "size");
    await expect.poll(() => settings().mascots.size).toBe("L");
    await expect.poll(width).toBeGreaterThan(before * 1.2);
  });

  test("leave me alone for a while", { tag: "@long" }, async () => {
    await chooseInside(ALONE.quiet, 0, "quiet");
    const stage = await app.mascots();
    await expect.poll(async () => (await stage.evaluate(() => window.mascot.uiState())).quiet?.by).toBe("person");
  });

  test("hide them all", { tag: "@long" }, async () => {
    await choose(ALONE.hide, "hide");
    await expect.poll(async () => (await (await app.mascots()).evaluate(() => window.mascot.uiState())).visible).toBe(false);
  });

  test("send one away, and call it back", async () => {
    await tell(home, hookIn(repositoryIn(scene.work, "garden"), "UserPromptSubmit", "garden", { prompt: "go on" }));
    const stage = await app.mascots();
    const [bakery] = (await agentsOf(home)).filter(({ display_name }) => display_name === "bakery");
    await expect(stage.locator(".figure")).toHaveCount(2);
    await standStill(stage);
    // With a second mascot the hint how to move one alone is in the menu.
    await choose(ALONE.dismiss + LINE, "dismiss", bakery?.agent_id);
    await expect(stage.locator(".figure")).toHaveCount(1);
    expect((await stage.evaluate(() => window.mascot.uiState())).dismissed).toEqual([bakery?.agent_id]);
    await choose(CALL_BACK, "call-back", "garden");
    await expect(stage.locator(".figure")).toHaveCount(2);
  });

  test("gather: a mascot that was carried away stands with the others again", async () => {
    await tell(home, hookIn(repositoryIn(scene.work, "garden"), "UserPromptSubmit", "garden", { prompt: "go on" }));
    const stage = await app.mascots();
    await expect(stage.locator(".figure")).toHaveCount(2);
    await standStill(stage);
    const there = await figureCentre(app, "garden");
    await tool("xdotool", "keydown", "Shift");
    await dragFrom(there, { x: 400, y: 300 });
    await tool("xdotool", "keyup", "Shift");
    const way = async () => {
      const { x, y } = await figureCentre(app, "garden");
      return Math.hypot(x - there.x, y - there.y);
    };
    await expect.poll(way, { message: "it stands away" }).toBeGreaterThan(300);
    const [bakery] = (await agentsOf(home)).filter(({ display_name }) => display_name === "bakery");
    await choose(GATHER, "gather", bakery?.agent_id);
    await expect.poll(way, { message: "it is back" }).toBeLessThan(4);
    expect(settings().mascots.apart ?? {}).toEqual({});
  });
});
