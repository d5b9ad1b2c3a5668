/** One app per home, on a display system that can show it. Settled before anything listens or is shown, so that a second start leaves no trace. */
import { app } from "electron";
import type { StartMode } from "./doors.ts";
import { argumentsOfNext, asksToBeSeen, handOver } from "./start-mode.ts";
import { canUseX11, isNativeWayland } from "./wayland.ts";
import { makeFolder } from "../machine/make-folder.ts";

/**
 * Makes the home's own folder Electron's, which is what the lock is bound to: two homes are two apps.
 * @param electronFolder `<home>/electron`
 * @param raise another start over this home asks to see the app
 * @returns true when this process is the one; false when it must end, because another has been told to show itself or takes over
 */
export function becomeTheOne(electronFolder: string, start: StartMode, raise: () => void): boolean {
  if (onNativeWayland() && canUseX11(process.env)) {
    startAgainOnX11();
    return false;
  }
  makeFolder(electronFolder, 0o700);
  app.setPath("userData", electronFolder);
  const isTheOne = app.requestSingleInstanceLock(handOver(start));
  // Its arguments are a stranger's: all it can do is to have the app shown.
  if (isTheOne) app.on("second-instance", (_event, _argv, _folder, message) => asksToBeSeen(message) && raise());
  return isTheOne;
}

export function onNativeWayland(): boolean {
  return isNativeWayland(process.env, app.commandLine.getSwitchValue("ozone-platform"), Number.parseInt(process.versions.electron, 10));
}

/** The display system is chosen before the first line of ours runs, so only a new process can have another one. It starts when this one ends. */
function startAgainOnX11(): void {
  startNext([...process.argv.slice(1), "--ozone-platform=x11"]);
}

/** Somebody asks to see an app that is ending. @returns what has the next one start when this one has ended, once, as a person's start that shows itself */
export function startAnew(): () => void {
  let isOrdered = false;
  return () => {
    if (isOrdered) return;
    isOrdered = true;
    delete process.env.MASCOT_LAUNCHED_BY;
    delete process.env.MASCOT_HIDDEN;
    startNext(argumentsOfNext(process.argv.slice(1)));
  };
}

function startNext(args: string[]): void {
  // An AppImage's program lies in a mount that ends with this process.
  app.relaunch({ execPath: process.env.APPIMAGE ?? process.execPath, args });
}
