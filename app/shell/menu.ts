/** From menu data to Electron's menus. */
import { Menu, type MenuItemConstructorOptions } from "electron";
import type { MenuEntry, ShellCommand } from "./menu-model.ts";

export function buildMenu(entries: MenuEntry[], run: (command: ShellCommand) => void): Menu {
  return Menu.buildFromTemplate(template(entries, run));
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
