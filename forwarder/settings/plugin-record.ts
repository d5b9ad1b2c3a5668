/** `<home>/plugin`: the folder that our plugin was written to; while it is there the lines of a plugin are live. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

export const PLUGIN_RECORD = "plugin";

/** @returns null when no plugin was made */
export function readPluginFolder(home: string): string | null {
  try {
    return readFileSync(join(home, PLUGIN_RECORD), "utf8").trim() || null;
  } catch {
    return null;
  }
}
