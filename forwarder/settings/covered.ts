/** `<home>/in-settings`: which projects the lines in settings files tell of, so that a plugin's copy of them is silent there and nothing is told twice. */
import { readFileSync, renameSync, unlinkSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { inspectHooks } from "./edit.ts";
import { readSettings } from "./files.ts";
import { COVERED_FILE } from "./installed-line.ts";
import { isForHome } from "./plan.ts";
import type { Records } from "./records.ts";
import { temporaryName } from "./temporaries.ts";
import { isUsualHome } from "./usual-home.ts";

/**
 * Looks at the recorded files as they are now: hooks that somebody took out cover nothing. Never fails: the doctor tells what is told twice.
 * @param userFolder where shared lines find their home: by HOME, as whoever runs this does
 */
export function noteCovered(home: string, records: Records, userFolder = homedir()): void {
  const usual = isUsualHome(home, userFolder);
  const lines = Object.entries(records).filter(([file]) => speaks(file, home, usual)).map(([file, { scope }]) => (scope === "user" ? "*" : dirname(dirname(file))));
  const text = [...new Set(lines)].map((line) => `${line}\n`).join("");
  const path = join(home, COVERED_FILE);
  if (text === readIfThere(path)) return;
  try {
    if (text === "") return unlinkSync(path);
    const temporary = join(home, temporaryName(`.${COVERED_FILE}.`));
    writeFileSync(temporary, text, { mode: 0o600 });
    renameSync(temporary, path);
  } catch {
    // Without a home there is no plugin of ours to be silent, either.
  }
}

function speaks(file: string, home: string, usual: boolean): boolean {
  const settings = readSettings(file);
  if ("ok" in settings) return false;
  const status = inspectHooks(settings.bytes);
  return status.ok && !status.disabled && status.ours.some((hook) => isForHome(hook, home, usual));
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
