import { execFile } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { expect } from "@playwright/test";

const execute = promisify(execFile);

/** Runs a desktop tool and gives its output. */
export async function tool(command: string, ...args: string[]): Promise<string> {
  return (await execute(command, args, { encoding: "utf8" })).stdout.trim();
}

export const clickAt = (x: number, y: number, button = 1) => tool("xdotool", "mousemove", String(x), String(y), "click", String(button));

/** Presses at one place, moves in steps as a hand does, releases at another. */
export async function dragFrom(from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> {
  await tool("xdotool", "mousemove", String(from.x), String(from.y), "mousedown", "1");
  const steps = 12;
  for (let step = 1; step <= steps; step += 1) {
    await tool("xdotool", "mousemove", String(Math.round(from.x + ((to.x - from.x) * step) / steps)), String(Math.round(from.y + ((to.y - from.y) * step) / steps)), "sleep", "0.02");
  }
  await tool("xdotool", "mouseup", "1");
}

/** Window that has the keyboard, by its X id. A desktop that has just begun gives it to nobody for a moment. */
export async function focusedWindow(): Promise<string> {
  let id = "";
  await expect.poll(async () => (id = await tool("xdotool", "getwindowfocus").catch(() => "")), { message: "a window has the keyboard" }).not.toBe("");
  return id;
}

/** Names under which programs have a tray icon now. */
export async function trayItems(): Promise<string[]> {
  const answer = await tool("gdbus", "call", "--session", "--dest", "org.kde.StatusNotifierWatcher", "--object-path", "/StatusNotifierWatcher",
    "--method", "org.freedesktop.DBus.Properties.Get", "org.kde.StatusNotifierWatcher", "RegisteredStatusNotifierItems");
  return [...answer.matchAll(/'([^']+)'/g)].map((match) => match[1] as string);
}

/** For people to look at, who asked for it (`npm test -- --long`): taking one costs more of the processor than most of what it shows. */
export async function screenshot(file: string, display = process.env.DISPLAY ?? ""): Promise<void> {
  if (!process.env.MASCOT_TEST_LONG) return;
  fs.mkdirSync(path.dirname(file), { recursive: true });
  await tool("import", "-display", display, "-window", "root", file);
}

/** Colour of one pixel of the screen as `r,g,b`. */
export async function pixel(x: number, y: number): Promise<string> {
  const text = await tool("import", "-window", "root", "-crop", `1x1+${x}+${y}`, "-depth", "8", "txt:-");
  return /\((\d+,\d+,\d+)/.exec(text)?.[1] ?? "";
}
