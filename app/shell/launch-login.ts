/** Starting with the computer. Linux has no API for it in Electron, but a folder that every desktop reads. */
import { rm, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import path from "node:path";
import { app } from "electron";
import { autostartEntry } from "./autostart-entry.ts";
import { makeFolderSoon } from "../machine/make-folder.ts";

/** At login the app comes to the tray without any window of its own. */
const ARGUMENTS = ["--hidden"];

export async function setLoginItem(on: boolean): Promise<void> {
  // A run from source would register a path that the next clean-up takes away.
  if (!app.isPackaged) return;
  if (process.platform === "linux") return setAutostart(on);
  app.setLoginItemSettings({ openAtLogin: on, args: ARGUMENTS });
}

async function setAutostart(on: boolean): Promise<void> {
  const folder = path.join(process.env.XDG_CONFIG_HOME || path.join(homedir(), ".config"), "autostart");
  const file = path.join(folder, "agent-mascot.desktop");
  if (!on) return rm(file, { force: true });
  await makeFolderSoon(folder);
  // An AppImage runs from a mount that is gone tomorrow; its own file is what stays.
  await writeFile(file, autostartEntry([process.env.APPIMAGE ?? process.execPath, ...ARGUMENTS]), { mode: 0o644 });
}
