/** Electron's screen in the words of geometry.ts. */
import { type Display, screen } from "electron";
import type { DisplayArea } from "./geometry.ts";

export function displayAreas(): DisplayArea[] {
  const primary = screen.getPrimaryDisplay().id;
  return screen.getAllDisplays().map((display) => areaOf(display, primary));
}

/** Displays as menus name them: by the monitor's own name, else by number. */
export function displayNames(current: string | null, numbered: (number: number) => string): { key: string; name: string; current: boolean }[] {
  return screen.getAllDisplays().map((display, at) => ({ key: String(display.id), name: display.label || numbered(at + 1), current: String(display.id) === current }));
}

function areaOf(display: Display, primary: number): DisplayArea {
  // The id comes from the monitor itself (EDID or the system's own key), so it is the same one after a replug.
  return { key: String(display.id), bounds: display.bounds, workArea: display.workArea, primary: display.id === primary };
}

/** Displays were added, removed or changed. @returns the function that stops listening */
export function onDisplaysChanged(listener: () => void): () => void {
  screen.on("display-added", listener);
  screen.on("display-removed", listener);
  screen.on("display-metrics-changed", listener);
  return () => {
    screen.off("display-added", listener);
    screen.off("display-removed", listener);
    screen.off("display-metrics-changed", listener);
  };
}
