import fs from "node:fs";
import path from "node:path";
import { expect, test } from "@playwright/test";
import type { Settings } from "../schemas/generated/types.ts";
import { RunningApp, newHome, removeHome } from "./support/app.ts";
import { crowd } from "./support/crowd.ts";
import { dragFrom, screenshot, tool } from "./support/desktop.ts";
import { figureCentre } from "./support/stage.ts";

const shots = path.resolve(import.meta.dirname, "../test-results/screenshots");

test("each of three mascots follows the pointer to where it is let go, whoever stands beside it", async () => {
  const home = newHome();
  const app = await RunningApp.start(home);
  const agents = [1, 2, 3].map((n) => `crowd-${n}`);
  await crowd(app, 6, 5);
  const stage = await app.mascots();
  await expect(stage.locator(".figure")).toHaveCount(6);
  await expect.poll(() => stage.evaluate(() => document.querySelectorAll('[data-moment="entering"]').length)).toBe(0);
  for (const [n, agent] of agents.entries()) {
    const there = { x: 300 + 200 * n, y: 300 };
    await tool("xdotool", "keydown", "Shift");
    await dragFrom(await figureCentre(app, agent), there);
    await tool("xdotool", "keyup", "Shift");
    await expect.poll(async () => {
      const { x, y } = await figureCentre(app, agent);
      return Math.hypot(x - there.x, y - there.y);
    }, { message: `${agent} stands where it was let go` }).toBeLessThan(4);
  }
  await app.quit();
  removeHome(home);
});

test("one mascot is dragged away with Shift, stays there, moves alone from then on, and the group without it", async () => {
  fs.mkdirSync(shots, { recursive: true });
  const home = newHome();
  let app = await RunningApp.start(home);
  await crowd(app, 4, 1);
  let stage = await app.mascots();
  await expect(stage.locator(".figure")).toHaveCount(4);
  await expect.poll(() => stage.evaluate(() => document.querySelectorAll('[data-moment="entering"]').length)).toBe(0);

  /** Middle of a figure on the screen. */
  const at = (agent: string) => figureCentre(app, agent);
  const near = async (agent: string, point: { x: number; y: number }) => {
    await expect.poll(async () => {
      const { x, y } = await at(agent);
      return Math.hypot(x - point.x, y - point.y);
    }, { message: `${agent} stands at ${point.x},${point.y}` }).toBeLessThan(4);
  };

  const [one, other] = [await at("crowd-1"), await at("crowd-0")];
  const there = { x: 400, y: 300 };
  await tool("xdotool", "keydown", "Shift");
  await dragFrom(one, there);
  await tool("xdotool", "keyup", "Shift");
  await near("crowd-1", there);
  await near("crowd-0", other);
  await screenshot(path.join(shots, "apart.png"));

  const edge = { x: 60, y: 300 };
  await dragFrom(there, edge);
  await expect.poll(async () => (await at("crowd-1")).x, { message: "it sticks to the left edge" }).toBeLessThan(90);
  const stuck = await at("crowd-1");
  await dragFrom(other, { x: other.x - 150, y: other.y - 200 });
  await near("crowd-0", { x: other.x - 150, y: other.y - 200 });
  await near("crowd-1", stuck);

  await app.quit();
  app = await RunningApp.start(home);
  stage = await app.mascots();
  await near("crowd-1", stuck);
  await near("crowd-0", { x: other.x - 150, y: other.y - 200 });

  expect(Object.values((JSON.parse(fs.readFileSync(path.join(home, "settings.json"), "utf8")) as Settings).mascots.apart ?? {})).toHaveLength(1);
  await app.quit();
  removeHome(home);
});
