/** The tray icon. What it shows is tray-menu.ts; here it only meets Electron. */
import { existsSync, readFileSync } from "node:fs";
import { type Menu, type NativeImage, nativeImage, nativeTheme, Tray } from "electron";
import type { Log } from "../parts.ts";
import { buildMenu } from "./menu.ts";
import type { ShellCommand } from "./menu-model.ts";
import { throttle } from "./throttle.ts";
import { electronTimers } from "./timers.ts";
import { trayPictures } from "./tray-icons.ts";
import type { TrayFace, TrayState } from "./tray-menu.ts";

export interface TrayOptions {
  icons: string;
  log: Log;
  face(): TrayFace;
  run(command: ShellCommand): void;
}

export interface TrayIcon {
  /** Something that the tray tells may have changed. */
  changed(): void;
  close(): void;
}

/** Agents change many times a second; what changed is told at this pace, in ms. */
const UPDATE_INTERVAL = 600;
/**
 * A new menu closes the one that is open on some panels, and all its lines go to the panel while hooks wait: some ms, fifty in the worst case. So after each the menu stays for so many times
 * as long as it took; the icon does not wait for it.
 */
const MENU_REST = { times: 100, longest: 5_000 };
const LONGEST_OPEN = 20_000;

export function openTray(options: TrayOptions): TrayIcon {
  const first = options.face();
  const tray = new Tray(picture(options, first.state));
  let shown: TrayFace | null = null;
  /** Since when the menu is open, in ms; a panel that never tells of its closing must not stop the menu for ever. */
  let openSince: number | null = null;
  const isOpen = () => openSince !== null && performance.now() - openSince < LONGEST_OPEN;
  let shownDark = nativeTheme.shouldUseDarkColors;
  let menuRestsUntil = 0;

  const update = () => {
    if (tray.isDestroyed()) return;
    const face = options.face();
    const dark = nativeTheme.shouldUseDarkColors;
    if (face.state !== shown?.state || dark !== shownDark) tray.setImage(picture(options, face.state));
    if (face.tooltip !== shown?.tooltip) tray.setToolTip(face.tooltip);
    // Linux takes a menu as it is when it is set, so each change sets a new one; nothing is set while nothing changed.
    if (JSON.stringify(face.menu) === JSON.stringify(shown?.menu)) shown = face;
    // What is being read does not change under the pointer; it is made up for when the menu is closed.
    else if (isOpen()) later(face, LONGEST_OPEN);
    else if (face.state === shown?.state && performance.now() < menuRestsUntil) later(face, menuRestsUntil - performance.now());
    else {
      const from = performance.now();
      tray.setContextMenu(watched(buildMenu(face.menu, options.run)));
      menuRestsUntil = performance.now() + Math.min(MENU_REST.longest, MENU_REST.times * (performance.now() - from));
      shown = face;
    }
    shownDark = dark;
  };
  /** All but the menu is as it should be. */
  const later = (face: TrayFace, ms: number) => {
    shown = { ...face, menu: shown?.menu ?? [] };
    stopLater?.();
    stopLater = electronTimers.after(ms, updates.ask);
  };
  let current: Menu | null = null;
  const watched = (menu: Menu): Menu => {
    current = menu;
    menu.on("menu-will-show", () => { openSince = performance.now(); });
    menu.on("menu-will-close", () => {
      // One that was replaced may be told late.
      if (menu !== current) return;
      openSince = null;
      updates.ask();
    });
    return menu;
  };
  let stopLater: (() => void) | null = null;
  const updates = throttle(UPDATE_INTERVAL, electronTimers, update);
  updates.ask();
  nativeTheme.on("updated", updates.ask);
  // A convenience where the panel has it; many panels never send clicks, so the menu can do everything.
  tray.on("click", () => {
    // A click opens the menu there.
    if (process.platform !== "darwin") options.run({ do: "dashboard", target: {} });
  });
  return {
    changed: updates.ask,
    close() {
      stopLater?.();
      updates.stop();
      nativeTheme.off("updated", updates.ask);
      if (!tray.isDestroyed()) tray.destroy();
    },
  };
}

function picture({ icons, log }: TrayOptions, state: TrayState): NativeImage {
  const image = nativeImage.createEmpty();
  for (const { file, scale } of trayPictures(icons, process.platform, state, panelIsDark())) {
    if (existsSync(file)) image.addRepresentation({ scaleFactor: scale, buffer: readFileSync(file) });
  }
  if (image.isEmpty()) log.error("the tray's picture is missing", { state });
  if (process.platform === "darwin") image.setTemplateImage(true);
  return image;
}

/** Linux panels are dark in nearly every desktop, whatever the colours of the windows. */
function panelIsDark(): boolean {
  return process.platform === "linux" || nativeTheme.shouldUseDarkColors;
}
