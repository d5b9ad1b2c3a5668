import path from "node:path";
import { expect, test } from "@playwright/test";
import type { RunningApp } from "./support/app.ts";
import { clickAt, focusedWindow, screenshot, tool } from "./support/desktop.ts";
import { recordedTurn } from "./support/hooks.ts";
import { hookIn, oneRests, tell } from "./support/scene.ts";
import { SharedScene } from "./support/shared-scene.ts";
import { figureCentre } from "./support/stage.ts";

const shots = path.resolve(import.meta.dirname, "../test-results/screenshots");

test.describe("the card of a mascot", () => {
  const shared = new SharedScene("card", { mascots: "calm" });
  let app: RunningApp;
  let project: string;

  test.beforeEach(async () => {
    const scene = await shared.fresh();
    app = scene.app;
    ({ project } = await oneRests(scene));
  });
  test.afterAll(() => shared.clear());

  const cardBounds = () => app.electron.evaluate(({ BrowserWindow }) => {
    const window = BrowserWindow.getAllWindows().find((candidate) => candidate.webContents.getURL().includes("card.html"));
    return window?.isVisible() ? window.getBounds() : null;
  });

  test("comes when the pointer rests on it, takes no focus and no click, and goes with the pointer", async () => {
    const { x, y } = await figureCentre(app);
    const focused = await focusedWindow();
    await tool("xdotool", "mousemove", String(x), String(y - 4), "sleep", "0.05", "mousemove", String(x), String(y));
    await expect.poll(cardBounds, { message: "the card is shown" }).not.toBeNull();
    const page = await app.window("card.html");
    await expect(page.locator(".agent-card")).toContainText("Asked for");
    await expect(page.locator(".agent-card")).toContainText("Last said");
    const card = await cardBounds();
    expect((card?.y ?? 0) + (card?.height ?? 0)).toBeLessThanOrEqual(y);
    expect(await focusedWindow()).toBe(focused);
    await screenshot(path.join(shots, "mascot-card.png"));
    // A click on the card reaches what is below it: the desktop, whose pointer is then elsewhere.
    await clickAt((card?.x ?? 0) + 60, (card?.y ?? 0) + 60);
    await expect.poll(cardBounds, { message: "the card is gone" }).toBeNull();
  });

  test("tells role and project whole also beside a long state", async () => {
    const session = String(recordedTurn("i-basic")[0]?.payload.session_id);
    await tell(app.home, hookIn(project, "UserPromptSubmit", session, { prompt: "bake" }), hookIn(project, "Stop", session, { last_assistant_message: "On it.", background_tasks: [{ id: "b1", type: "subagent", status: "running", description: "the oven" }] }));
    await expect((await app.mascots()).locator(".figure")).toHaveAttribute("data-state", "watching");
    const { x, y } = await figureCentre(app);
    await tool("xdotool", "mousemove", String(x), String(y - 4), "sleep", "0.05", "mousemove", String(x), String(y));
    const page = await app.window("card.html");
    await expect(page.locator(".agent-card-state")).toHaveText("watching the background");
    expect(await page.locator(".agent-card-who span").evaluate((line) => line.scrollWidth - line.clientWidth), "nothing of it is cut off").toBeLessThanOrEqual(0);
    await tool("xdotool", "mousemove", String(x - 500), String(y - 400));
    await expect.poll(cardBounds, { message: "the card is gone" }).toBeNull();
  });

  test("stands above what the mascot says, and covers none of it", async () => {
    await tell(app.home, hookIn(project, "UserPromptSubmit", String(recordedTurn("i-basic")[0]?.payload.session_id), { prompt: "once more" }));
    const stage = await app.mascots();
    await expect(stage.locator(".figure-bubble")).toBeVisible();
    await expect(stage.locator(".figure")).toHaveAttribute("data-state", "thinking");
    const { x, y } = await figureCentre(app);
    await tool("xdotool", "mousemove", String(x), String(y - 4), "sleep", "0.05", "mousemove", String(x), String(y));
    await expect.poll(cardBounds, { message: "the card is shown" }).not.toBeNull();
    const said = await stage.locator(".figure-bubble").boundingBox();
    const window = await app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().find((candidate) => candidate.webContents.getURL().includes("mascots.html"))?.getBounds());
    await expect.poll(async () => {
      const card = await cardBounds();
      return card !== null && card.y + card.height <= Math.ceil((window?.y ?? 0) + (said?.y ?? 0));
    }).toBe(true);
    await screenshot(path.join(shots, "mascot-card-speaks.png"));
    await tool("xdotool", "mousemove", String(x - 500), String(y - 400));
    await expect.poll(cardBounds, { message: "the card is gone" }).toBeNull();
  });

  test("a pointer that only passes by is told nothing", async () => {
    const { x, y } = await figureCentre(app);
    await tool("xdotool", "mousemove", String(x), String(y), "sleep", "0.1", "mousemove", String(x - 500), String(y - 400));
    const shown = await app.electron.evaluate(async ({ BrowserWindow }) => {
      const until = Date.now() + 900;
      const isShown = () => BrowserWindow.getAllWindows().some((candidate) => candidate.webContents.getURL().includes("card.html") && candidate.isVisible());
      while (Date.now() < until && !isShown()) await new Promise((resolve) => setTimeout(resolve, 30));
      return isShown();
    });
    expect(shown).toBe(false);
  });

  test("says the same in the dashboard, by the keyboard", async () => {
    await app.openDashboard({ page: "now" });
    const dashboard = await app.window("dashboard.html");
    const more = dashboard.getByRole("button", { name: /^More about / });
    await more.focus();
    await dashboard.keyboard.press("Enter");
    await expect(more).toHaveAttribute("aria-expanded", "true");
    await expect(dashboard.locator(".agent-details")).toContainText("Last said");
    expect(await dashboard.locator(".page-now").evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth), "nothing beside the card").toBe(0);
    await screenshot(path.join(shots, "now-more.png"));
    await dashboard.keyboard.press("Enter");
    await expect(dashboard.locator(".agent-details")).toHaveCount(0);
  });
});
