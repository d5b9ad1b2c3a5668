/** The box of an app that cannot start: there is no window and no tray yet. */
import { app, dialog } from "electron";
import { electronTimers } from "./timers.ts";

/** A start that nobody watches must end all the same, in ms. */
const LONGEST = 120_000;

/** @returns once the person has read it, or nobody did for too long, or there is no screen to show it on */
export async function showFailure(text: string): Promise<void> {
  const tooLong = new Promise<void>((resolve) => void electronTimers.after(LONGEST, resolve));
  const read = app.whenReady().then(() => dialog.showMessageBox({ type: "error", title: "Agent Mascot", message: "Agent Mascot", detail: text, noLink: true }));
  await Promise.race([read.then(() => undefined, () => undefined), tooLong]);
}
