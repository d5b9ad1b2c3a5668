/** When a window has something to show for the first time. */
import type { BrowserWindow } from "electron";
import { onNativeWayland } from "./single-instance.ts";

/** Before it is shown a window of Wayland's own draws nothing, so that it never tells that it has drawn (electron/electron#48859): there the loaded page has to do. */
export function onFirstDrawn(window: BrowserWindow, then: () => void): void {
  if (onNativeWayland()) window.webContents.once("did-finish-load", then);
  else window.once("ready-to-show", then);
}
