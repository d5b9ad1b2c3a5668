// For everything that starts the app from its sources: `npm start`, end-to-end tests, benchmarks.
import { join } from "node:path";
import { readIfThere } from "./lib/files.mjs";
import { projectRoot, stampFolder } from "./lib/paths.mjs";
import { isRoot } from "./lib/run.mjs";

/** Where setup wrote down which Electron is used. */
export const electronNote = join(stampFolder, "electron.json");

/**
 * The Electron that setup installed.
 * @returns {import("./setup/electron-runtime.mjs").ElectronRuntime}
 * @throws when setup has not run in this checkout
 */
export function installedElectron() {
  const note = readIfThere(electronNote);
  if (!note) throw new Error("No Electron yet: run `node build/setup.mjs` (or `npm start`, `npm test`) first.");
  return JSON.parse(note);
}

/**
 * The command line that runs the app from its sources.
 * @param {readonly string[]} [args]  for the app
 * @returns {string[]}
 */
export function electronArguments(args = []) {
  // Chromium refuses to start its sandbox for root, and root is who people are in a container.
  // Development only: a packaged app never gets this switch.
  const sandbox = isRoot() ? ["--no-sandbox"] : [];
  return [...sandbox, projectRoot, ...args];
}
