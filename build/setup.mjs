import { join } from "node:path";
import { electronNote } from "./electron.mjs";
import { writeWhole } from "./lib/files.mjs";
import { withLock } from "./lib/lock.mjs";
import { stampFolder } from "./lib/paths.mjs";
import { runScript, say, stopWith } from "./lib/say.mjs";
import {
  provideDesktop,
  provideInvisibleScreen,
  provideLibraries,
  providePackagingTools,
} from "./setup/debian.mjs";
import { provideElectron, provideReplacementTypings } from "./setup/electron-runtime.mjs";
import { provideNpmPackages } from "./setup/npm-packages.mjs";

/** @typedef {import("./setup/electron-runtime.mjs").ElectronRuntime} ElectronRuntime */

/**
 * Installs what this machine lacks; does next to nothing when all is there.
 * @param {{ screen?: "any" | "desktop", typings?: boolean, packaging?: boolean }} [needs]
 *   screen: `any` = a window must open, here or on an invisible screen; `desktop` = a whole desktop for tests;
 *   typings: the type definitions of the oldest Electron; packaging: the tools that make a .deb
 * @param {(compiling: boolean) => Promise<void>} [meanwhile]  what needs all but the SQLite module: while that is compiled a core has nothing to do
 * @returns {Promise<ElectronRuntime>}
 * @throws a PlainError that says what is missing and what to do
 */
export async function setUp(needs = {}, meanwhile = async () => undefined) {
  checkNode();
  return withLock(
    join(stampFolder, "setup.lock"),
    async () => {
      const packages = await provideNpmPackages();
      let electron;
      try {
        electron = await provideSystem(needs);
        await meanwhile(packages.compiling);
      } finally {
        await packages.finished;
      }
      // For tools that start the app themselves (end-to-end tests by hand, benchmarks).
      writeWhole(electronNote, JSON.stringify(electron));
      return electron;
    },
    () => say("anotherSetup"),
  );
}

/**
 * What is no package of npm: the runtime, and what Debian brings.
 * @param {Parameters<typeof setUp>[0] & {}} needs
 */
async function provideSystem(needs) {
  const electron = await provideElectron();
  await provideLibraries(electron.executable);
  if (needs.screen === "any" && !hasScreen()) await provideInvisibleScreen();
  if (needs.screen === "desktop") await provideDesktop();
  if (needs.typings) await provideReplacementTypings();
  if (needs.packaging && process.platform === "linux") await providePackagingTools();
  return electron;
}

/** Whether a window can be opened on the person's own screen. Only Linux can be without one. */
export function hasScreen(env = process.env) {
  return process.platform !== "linux" || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY);
}

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 19)) stopWith("nodeTooOld", { found: process.versions.node });
}

if (process.argv[1] === import.meta.filename) {
  await runScript(async () => {
    await setUp({ screen: "desktop", typings: true, packaging: true });
  });
}
