/** What must be settled before Electron is ready. */
import { app } from "electron";
import type { Log } from "../parts.ts";
import { registerAppScheme } from "./app-protocol.ts";
import { hardenApp, setApplicationMenu } from "./security.ts";

export function prepareElectron(log: Log): void {
  registerAppScheme();
  // The pages' short-lived objects are few and small: the usual 48 MB of room for them would only stay reserved. What a page's start leaves behind is collected
  // once 8 MB are in use, not at the usual bound of hundreds, which a page of ours never reaches.
  // expose-gc: for collectPagesGarbage.
  app.commandLine.appendSwitch("js-flags", "--max-semi-space-size=1 --initial-old-space-size=8 --expose-gc");
  hardenApp(log);
  setApplicationMenu();
  // No dock icon: the app lives in the menu bar.
  if (process.platform === "darwin") app.setActivationPolicy("accessory");
  // Toasts and the task bar of Windows know an app by the installer's appId.
  if (process.platform === "win32") app.setAppUserModelId("dev.agentmascot.app");
  // Windows come and go; the tray stays.
  app.on("window-all-closed", () => {});
}
