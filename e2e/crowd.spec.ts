import path from "node:path";
import { expect, test } from "@playwright/test";
import { agentsOf, ingest, type RunningApp } from "./support/app.ts";
import { crowd } from "./support/crowd.ts";
import { clickAt, screenshot, tool } from "./support/desktop.ts";
import { SharedScene } from "./support/shared-scene.ts";

const shots = path.resolve(import.meta.dirname, "../test-results/screenshots");

test.describe("many mascots on the desktop", () => {
  const shared = new SharedScene("crowd");
  let app: RunningApp;

  test.beforeEach(async () => {
    ({ app } = await shared.fresh());
  });
  test.afterAll(() => shared.clear());

  const settled = async () => {
    const stage = await app.mascots();
    await expect.poll(() => stage.evaluate(() => document.querySelectorAll('[data-moment="entering"]').length)).toBe(0);
    await expect.poll(() => stage.evaluate(() => document.getAnimations().filter((animation) => animation instanceof CSSTransition && animation.playState === "running").length)).toBe(0);
    return stage;
  };

  for (const count of [1, 5, 20, 60]) {
    test(`${count}: everybody is inside the window, beside the others, or counted`, async () => {
      await crowd(app, count);
      const stage = await settled();
      await expect.poll(() => stage.evaluate(() => document.querySelectorAll(".figure").length + Number(document.querySelector(".crowd")?.textContent?.slice(1) ?? 0))).toBe(count);
      const outside = await stage.evaluate(() => [...document.querySelectorAll(".figure, .caption, .crowd")].filter((one) => {
        const box = one.getBoundingClientRect();
        return box.left < -1 || box.right > innerWidth + 1 || box.top < -1 || box.bottom > innerHeight + 1;
      }).length);
      expect(outside).toBe(0);
      // In the largest crowd somebody who is seen moves.
      const position = () => stage.evaluate(() => document.getAnimations().reduce((sum, { currentTime }) => sum + Number(currentTime), 0));
      const before = await position();
      await expect.poll(position).not.toBe(before);
      await screenshot(path.join(shots, `crowd-${count}.png`));
    });
  }

  test("whoever leaves while they are only counted is counted no more", async () => {
    await crowd(app, 60);
    const stage = await settled();
    const seen = () => stage.evaluate(() => document.querySelectorAll(".figure").length + Number(document.querySelector(".crowd")?.textContent?.slice(1) ?? 0));
    await expect.poll(seen).toBe(60);
    const everybody = new Set((await agentsOf(app.home)).map(({ session_id }) => session_id));
    for (const session_id of everybody) await ingest(app.home, { session_id, cwd: "/work/garden", hook_event_name: "SessionEnd", reason: "other" });
    await expect.poll(seen).toBe(0);
    await crowd(app, 5);
    await expect.poll(seen).toBe((await agentsOf(app.home)).length);
  });

  test("the badge opens a menu of those who find no room, which leads to them in the dashboard", async () => {
    await crowd(app, 60);
    const stage = await settled();
    const badge = stage.locator(".crowd");
    await expect(badge).toHaveText(/^\+\d+$/);
    const box = await badge.boundingBox();
    const window = await app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().find((candidate) => candidate.webContents.getURL().includes("mascots.html"))?.getBounds());
    if (!box || !window) throw new Error("no badge on the desktop");
    const windows = async () => (await tool("xwininfo", "-root", "-children")).split("\n").length;
    const before = await windows();
    const [x, y] = [Math.round(window.x + box.x + box.width / 2), Math.round(window.y + box.y + box.height / 2)];
    await clickAt(x, y);
    await expect.poll(windows, { message: "the menu is open" }).toBeGreaterThan(before);
    await screenshot(path.join(shots, "crowd-menu.png"));
    // It opens upwards from where it was clicked; its last entry is the nearest.
    await clickAt(x + 60, y - 17);
    const dashboard = await app.window("dashboard.html");
    await expect(dashboard.locator(".agent")).toHaveCount(60);
  });
});
