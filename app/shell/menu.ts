/** From menu data to Electron's menus. */
import { type BrowserWindow, globalShortcut, Menu, type MenuItemConstructorOptions } from "electron";
import type { MenuEntry, ShellCommand } from "./menu-model.ts";
import { onNativeWayland } from "./single-instance.ts";

export function buildMenu(entries: MenuEntry[], run: (command: ShellCommand) => void): Menu {
  return Menu.buildFromTemplate(template(entries, run));
}

/**
 * At the pointer, over a window that takes no keys. Whoever closes it with Escape would close nothing, and the key would go to the program they work in, where it may stop
 * an agent: for as long as the menu is open it is ours. macOS does so by itself; Wayland has nobody who would.
 */
export function popUpMenu(menu: Menu, window: BrowserWindow): void {
  open = menu;
  if (process.platform !== "darwin" && !onNativeWayland() && !globalShortcut.isRegistered(ESCAPE)) globalShortcut.register(ESCAPE, () => closeOpen(window));
  menu.popup({ window, callback: () => void (open === menu && giveBack()) });
}

const ESCAPE = "Escape";
let open: Menu | null = null;

function closeOpen(window: BrowserWindow): void {
  const menu = open;
  // First of all: whatever becomes of the menu, the next one is the other program's.
  giveBack();
  if (!window.isDestroyed()) menu?.closePopup(window);
}

function giveBack(): void {
  open = null;
  globalShortcut.unregister(ESCAPE);
}

function template(entries: MenuEntry[], run: (command: ShellCommand) => void): MenuItemConstructorOptions[] {
  return entries.map((entry) => item(entry, run));
}

function item(entry: MenuEntry, run: (command: ShellCommand) => void): MenuItemConstructorOptions {
  switch (entry.kind) {
    case "separator": return { type: "separator" };
    case "label": return { label: entry.label, enabled: false };
    case "submenu": return { label: entry.label, submenu: template(entry.entries, run) };
    case "item": return { label: entry.label, click: () => run(entry.command) };
    case "check": return { type: "checkbox", label: entry.label, checked: entry.checked, click: () => run(entry.command) };
    case "radio": return { type: "radio", label: entry.label, checked: entry.checked, click: () => run(entry.command) };
  }
}
