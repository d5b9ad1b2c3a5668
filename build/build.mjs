import { existsSync } from "node:fs";
import { join, relative } from "node:path";
import { hashFiles, listFiles, readIfThere, writeWhole } from "./lib/files.mjs";
import { withLock } from "./lib/lock.mjs";
import { projectRoot, stampFolder } from "./lib/paths.mjs";
import { PlainError, runScript, say, sentence } from "./lib/say.mjs";
import { productParts } from "./parts.mjs";

/** @typedef {import("./parts.mjs").Part} Part */

/**
 * @typedef {object} Workshop  where parts are built
 * @property {string} root
 * @property {string} stamps
 * @property {readonly string[]} commonInputs  besides a part's own folders: a change of them makes everything stale
 */

/** @type {Workshop} */
const projectWorkshop = {
  root: projectRoot,
  stamps: join(stampFolder, "built"),
  // The tools, and the build itself.
  commonInputs: ["package-lock.json", "vite.config.mts", "build/parts.mjs", "build/express-router.cjs", "build/generate-schemas.mjs"],
};

/**
 * Builds the parts whose sources changed since they were built last.
 * @param {{ development?: boolean, force?: boolean, quiet?: boolean }} [options]
 *   development: with source maps; force: build all; quiet: say nothing when nothing had to be built
 * @returns {Promise<string[]>} names of the parts that were built
 * @throws a PlainError with what the compilers said; the parts without errors are built all the same
 */
export async function buildProduct(options = {}) {
  const work = () => buildParts(productParts(), options, projectWorkshop);
  const built = await withLock(join(stampFolder, "build.lock"), work, () => say("anotherSetup"));
  if (built.length === 0 && !options.quiet) say("buildUpToDate");
  return built;
}

/**
 * @param {readonly Part[]} parts  in this order
 * @param {{ development?: boolean, force?: boolean }} options
 * @param {Workshop} workshop
 * @returns {Promise<string[]>} names of the parts that were built
 * @throws a PlainError, after the other parts were built
 */
export async function buildParts(parts, { development = false, force = false }, workshop) {
  const built = [];
  const failures = [];
  for (const part of parts) {
    const missing = part.entries.find((entry) => !existsSync(entry));
    if (missing) {
      say("buildSkipped", { part: part.name, entry: relative(workshop.root, missing) });
      continue;
    }
    if (!force && isFresh(part, development, workshop)) continue;
    const failure = await buildPart(part, development, workshop);
    if (failure) failures.push(failure);
    else built.push(part.name);
  }
  // The other parts are built all the same: a broken window should not keep the forwarder stale.
  if (failures.length > 0) throw new PlainError(failures.join("\n"));
  return built;
}

/**
 * @param {Part} part
 * @param {boolean} development
 * @param {Workshop} workshop
 * @returns {Promise<string | undefined>} what went wrong
 */
async function buildPart(part, development, workshop) {
  const started = performance.now();
  const before = part.changesItsInputs ? undefined : inputHash(part, development, workshop);
  try {
    await part.build({ development });
  } catch (error) {
    return sentence("buildFailed", { part: part.name, detail: error instanceof Error ? error.message : String(error) });
  }
  // The hash from before the build: a file saved while it ran makes the part stale, as it should.
  writeWhole(stampOf(part, workshop), before ?? inputHash(part, development, workshop));
  say("built", { part: part.name, ms: Math.round(performance.now() - started) });
  return undefined;
}

/**
 * @param {Part} part
 * @param {boolean} development
 * @param {Workshop} workshop
 */
function isFresh(part, development, workshop) {
  const stamp = readIfThere(stampOf(part, workshop));
  return part.outputs.every(existsSync) && stamp === inputHash(part, development, workshop);
}

/**
 * @param {Part} part
 * @param {boolean} development
 * @param {Workshop} workshop
 */
function inputHash(part, development, workshop) {
  const sources = part.inputFolders.flatMap((folder) =>
    listFiles(join(workshop.root, folder))
      .filter((file) => !/\.test\.tsx?$/.test(file))
      .map((file) => `${folder}/${file}`),
  );
  const kind = development ? "development" : "production";
  return `${kind} ${hashFiles(workshop.root, [...workshop.commonInputs, ...sources])}`;
}

/**
 * @param {Part} part
 * @param {Workshop} workshop
 */
function stampOf(part, workshop) {
  return join(workshop.stamps, part.name.replaceAll(/[^\w.]+/g, "-"));
}

if (process.argv[1] === import.meta.filename) {
  await runScript(async () => {
    const flags = new Set(process.argv.slice(2));
    await buildProduct({ development: flags.has("--development"), force: flags.has("--force") });
  });
}
