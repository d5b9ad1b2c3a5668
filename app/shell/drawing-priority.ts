/**
 * Drawing yields to work: the processes that draw ask the system for less than the agents, their hooks and the recording get. On a machine at rest this changes
 * nothing; on a busy one a mascot moves a little later instead of an agent waiting for it. The dashboard does not yield: it is open while a person works in it, and its keys and clicks are to be heard at once.
 */
import { app, type BrowserWindow } from "electron";
import { lowerPriority, threadsOf } from "../machine/yield-cpu.ts";
import { electronTimers } from "./timers.ts";

/** Helper threads (tiles, decoding) start with the first pictures; those that start later inherit from their makers. */
const SETTLED_MS = 2_000;

/** For as long as the window is there: also after its page was started anew in another process. */
export function yieldWhileDrawing(window: BrowserWindow): void {
  window.webContents.on("did-finish-load", () => {
    yieldDrawing(window);
    electronTimers.after(SETTLED_MS, () => yieldDrawing(window));
  });
}

function yieldDrawing(window: BrowserWindow): void {
  if (window.isDestroyed()) return;
  const page = window.webContents.getOSProcessId();
  for (const { pid, type } of app.getAppMetrics()) {
    if (pid === page || type === "GPU") for (const id of schedulable(pid)) lowerPriority(id);
  }
}

/** Linux weighs each thread by itself, other systems the process. */
function schedulable(pid: number): number[] {
  if (process.platform !== "linux") return [pid];
  try {
    return threadsOf(pid);
  } catch {
    return [];
  }
}
