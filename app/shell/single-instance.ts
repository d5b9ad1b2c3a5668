/** One app per home. The lock is taken before anything listens or is shown, so that a second start leaves no trace. */
import { mkdirSync } from "node:fs";
import { app } from "electron";
import type { StartMode } from "./doors.ts";
import { asksToBeSeen, handOver } from "./start-mode.ts";

/**
 * Makes the home's own folder Electron's, which is what the lock is bound to: two homes are two apps.
 * @param electronFolder `<home>/electron`
 * @returns true when this process is the one; false when another has been told to show itself and this one must end
 */
export function becomeTheOne(electronFolder: string, start: StartMode): boolean {
  mkdirSync(electronFolder, { recursive: true, mode: 0o700 });
  app.setPath("userData", electronFolder);
  return app.requestSingleInstanceLock(handOver(start));
}

/** Another start over this home. Its arguments are a stranger's: all it can do is to have the app shown. */
export function onSecondStart(raise: () => void): void {
  app.on("second-instance", (_event, _argv, _folder, message) => {
    if (asksToBeSeen(message)) raise();
  });
}
