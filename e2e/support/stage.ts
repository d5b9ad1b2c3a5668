/** Where mascots stand on the real screen. */
import { expect } from "@playwright/test";
import type { RunningApp } from "./app.ts";

/** Middle of a figure that has arrived where it goes, in pixels of the screen. @param agent its id; without one: of the only mascot there is */
export async function figureCentre(app: RunningApp, agent?: string): Promise<{ x: number; y: number }> {
  const figure = agent === undefined ? ".figure-body" : `[data-agent="${agent}"] .figure-body`;
  const stage = await app.mascots();
  await expect.poll(() => stage.evaluate(() => document.getAnimations().filter((one) => one instanceof CSSTransition).length), { message: "nobody walks" }).toBe(0);
  const box = await stage.locator(figure).boundingBox();
  const window = await app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().find((candidate) => candidate.webContents.getURL().includes("mascots.html"))?.getBounds());
  if (!box || !window) throw new Error(`${agent ?? "no mascot"} is not on the desktop`);
  return { x: Math.round(window.x + box.x + box.width / 2), y: Math.round(window.y + box.y + box.height / 2) };
}
