import { existsSync } from "node:fs";
import { join } from "node:path";
import { inProject, projectRoot } from "./lib/paths.mjs";
import { run } from "./lib/run.mjs";

/**
 * @typedef {object} Outcome
 * @property {string} name
 * @property {number} passed
 * @property {number} failed
 * @property {string} [detail]  what a failed check said
 */

/** Each world with its own library and, for the main process, both Electrons. */
const typeChecks = {
  "types: tests and tools": "tsconfig.json",
  "types: build scripts": "tsconfig.build.json",
  "types: main process and forwarder": "tsconfig.app.json",
  "types: main process on the oldest Electron": "tsconfig.electron25.json",
  "types: windows": "tsconfig.renderer.json",
};

/**
 * The checks that need no running app, two at a time: each is a program of one thread.
 * @returns {AsyncGenerator<Outcome>}
 */
export async function* staticChecks() {
  const waiting = [
    ...Object.entries(typeChecks).map(([name, config]) => () => check(name, tool("typescript", "bin/tsc"), ["-p", config])),
    () => check("schemas: generated files are those of the schemas", "build/generate-schemas.mjs", ["--check"]),
    () => check("lint", tool("@biomejs/biome", "bin/biome"), ["lint", "--error-on-warnings"]),
    () => check("layers", "build/check-layers.mjs", []),
    () => check("icons: pictures are those of the drawings", "build/icons/check.mjs", []),
  ];
  /** @type {Outcome[]} */
  const outcomes = [];
  const lane = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) outcomes.push(await next());
  };
  await Promise.all([lane(), lane()]);
  yield* outcomes;
}

/**
 * @param {string} name
 * @param {string} script
 * @param {readonly string[]} args
 * @returns {Promise<Outcome>}
 */
async function check(name, script, args) {
  const done = await run(process.execPath, [script, ...args], { cwd: projectRoot });
  if (done.code === 0) return { name, passed: 1, failed: 0 };
  return { name, passed: 0, failed: 1, detail: `${done.stdout}\n${done.stderr}`.trim() };
}

/**
 * @param {string} packageName
 * @param {string} script
 */
function tool(packageName, script) {
  return inProject("node_modules", packageName, script);
}

/**
 * Prints an outcome as one line, and what went wrong below it.
 * @param {Outcome} outcome
 */
export function printOutcome({ name, passed, failed, detail }) {
  const counts = passed + failed === 1 ? "" : ` (${passed} passed, ${failed} failed)`;
  process.stdout.write(`${failed === 0 ? "✓" : "✗"} ${name}${counts}\n`);
  if (failed > 0 && detail) process.stdout.write(`${detail}\n`);
}

/** Whether there is anything for Playwright to run. */
export function hasEndToEndTests() {
  return existsSync(join(projectRoot, "e2e"));
}
