import { ipcMain } from "electron";
import type { IpcRegistrar } from "./ipc-host.ts";

/** Electron's ipcMain, narrowed to what the host uses. */
export const electronRegistrar: IpcRegistrar = {
  handle: (channel, listener) => ipcMain.handle(channel, (event, ...args) => listener({ sender: event.sender, senderFrame: event.senderFrame }, ...args)),
  removeHandler: (channel) => ipcMain.removeHandler(channel),
};
