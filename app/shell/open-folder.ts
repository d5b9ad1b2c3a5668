/** Shows a folder in the desktop's file manager. */
import { stat } from "node:fs/promises";
import { isAbsolute } from "node:path";
import { shell } from "electron";
import type { Log } from "../parts.ts";

/** The path was told by a client: what is no folder is not opened, and a folder that macOS would start as a program is shown in the one above it. */
export async function openFolder(folder: string, log: Log): Promise<void> {
  const isFolder = isAbsolute(folder) && (await stat(folder).then((found) => found.isDirectory(), () => false));
  if (!isFolder) return log.warn("the project's folder is not there any more");
  if (process.platform === "darwin") return shell.showItemInFolder(folder);
  const problem = await shell.openPath(folder);
  if (problem !== "") log.warn("the project's folder could not be opened", { problem });
}
