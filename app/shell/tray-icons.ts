/** Which pictures the tray shows. Pure but for the file names of the icons folder: `<state>-<light|dark>-<px>.png`, `<state>Template.png`. */
import path from "node:path";
import type { TrayState } from "./tray-menu.ts";

export interface TrayPicture {
  file: string;
  scale: number;
}

/**
 * @param folder absolute path of the tray icons
 * @param dark whether the panel is dark; macOS tints template pictures itself
 */
export function trayPictures(folder: string, platform: NodeJS.Platform, state: TrayState, dark: boolean): TrayPicture[] {
  const named = (name: string, scale: number): TrayPicture => ({ file: path.join(folder, name), scale });
  if (platform === "darwin") return [named(`${state}Template.png`, 1), named(`${state}Template@2x.png`, 2)];
  const tone = dark ? "dark" : "light";
  // Linux panels are 22 px and scale what they get; Windows asks for 16 px and its multiples.
  const sizes = platform === "win32" ? [[16, 1], [32, 2]] : [[22, 1], [44, 2]];
  return sizes.map(([px, scale]) => named(`${state}-${tone}-${px}.png`, scale!));
}
