import { existsSync } from "node:fs";
import { join, relative } from "node:path";
import { hashFiles, listFiles, readIfThere, writeWhole } from "./lib/files.mjs";
import { withLock } from "./lib/lock.mjs";
import { inProject, projectRoot, stampFolder } from "./lib/paths.mjs";
import { PlainError, runScript, say, sentence } from "./lib/say.mjs";
import { productParts } from "./parts.mjs";

/** Besides a part's own folders: a change of the tools or of the build itself makes everything stale. */
const commonInputs = ["package-lock.json", "vite.config.mts", "build/parts.mjs", "build/generate-schemas.mjs"];

/**
 * Builds the parts whose sources changed since they were built last.
 * @param {{ development?: boolean, force?: boolean, quiet?: boolean }} [options]
 *   development: with source maps; force: build all; quiet: say nothing when nothing had to be built
 * @returns {Promise<string[]>} names of the parts that were built
 * @throws a PlainError with what the compilers said; the parts without errors are built all the same
 */
export async function buildProduct(options = {}) {
  return withLock(join(stampFolder, "build.lock"), () => buildStaleParts(options), () => say("anotherSetup"));
}

/** @param {{ development?: boolean, force?: boolean, quiet?: boolean }} options */
async function buildStaleParts(options) {
  const development = options.development ?? false;
  const built = [];
  const failures = [];
  for (const part of productParts()) {
    const missing = part.entries.find((entry) => !existsSync(entry));
    if (missing) {
      say("buildSkipped", { part: part.name, entry: relative(projectRoot, missing) });
      continue;
    }
    if (!options.force && isFresh(part, development)) continue;
    const failure = await buildPart(part, development);
    if (failure) failures.push(failure);
    else built.push(part.name);
  }
  // The other parts are built all the same: a broken window should not keep the forwarder stale.
  if (failures.length > 0) throw new PlainError(failures.join("\n"));
  if (built.length === 0 && !options.quiet) say("buildUpToDate");
  return built;
}

/**
 * @param {import("./parts.mjs").Part} part
 * @param {boolean} development
 * @returns {Promise<string | undefined>} what went wrong
 */
async function buildPart(part, development) {
  const started = performance.now();
  try {
    await part.build({ development });
  } catch (error) {
    return sentence("buildFailed", { part: part.name, detail: error instanceof Error ? error.message : String(error) });
  }
  // Hashed after the build: the generated schemas are inputs of themselves.
  writeWhole(stampOf(part), inputHash(part, development));
  say("built", { part: part.name, ms: Math.round(performance.now() - started) });
  return undefined;
}

/**
 * @param {import("./parts.mjs").Part} part
 * @param {boolean} development
 */
function isFresh(part, development) {
  return part.outputs.every(existsSync) && readIfThere(stampOf(part)) === inputHash(part, development);
}

/**
 * @param {import("./parts.mjs").Part} part
 * @param {boolean} development
 */
function inputHash(part, development) {
  const sources = part.inputFolders.flatMap((folder) =>
    listFiles(inProject(folder))
      .filter((file) => !/\.test\.tsx?$/.test(file))
      .map((file) => `${folder}/${file}`),
  );
  return `${development ? "development" : "production"} ${hashFiles(projectRoot, [...commonInputs, ...sources])}`;
}

/** @param {import("./parts.mjs").Part} part */
function stampOf(part) {
  return join(stampFolder, "built", part.name.replaceAll(/[^\w.]+/g, "-"));
}

if (process.argv[1] === import.meta.filename) {
  await runScript(async () => {
    const flags = new Set(process.argv.slice(2));
    await buildProduct({ development: flags.has("--development"), force: flags.has("--force") });
  });
}
