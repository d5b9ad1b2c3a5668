// `npm test`: installs what is missing, checks the sources, runs the unit tests, builds, and drives the real app on a real desktop.
// Ends with `N passed, N failed`; each static check counts as one.
//   npm test -- --only=static|unit|e2e|package   runs a part (what it needs is built)
//   npm test -- --long   with the long tests and those that paint the documents' pictures
import { readFileSync, rmSync } from "node:fs";
import { parseArgs } from "node:util";
import { buildProduct } from "./build.mjs";
import { checkPackage } from "./check-package.mjs";
import { printOutcome, staticChecks } from "./checks.mjs";
import { startDesktop } from "./desktop/desktop.mjs";
import { listFiles } from "./lib/files.mjs";
import { inProject, projectRoot } from "./lib/paths.mjs";
import { run } from "./lib/run.mjs";
import { runScript, stopWith } from "./lib/say.mjs";
import { setUp } from "./setup.mjs";
import { endToEndResults, unitResults } from "./test-reports.mjs";

/** @typedef {import("./checks.mjs").Outcome} Outcome */
/** @typedef {import("./test-reports.mjs").Results} Results */
/** @typedef {import("./setup.mjs").ElectronRuntime} ElectronRuntime */

/** Of the end-to-end tests: most of the time they wait, for what hooks, windows and clocks do, so that two desktops are busy at once. More parts than desktops even out. */
const DESKTOPS = 2;
const PARTS = 10;

/** @type {Record<string, (electron: ElectronRuntime) => AsyncGenerator<Outcome>>} */
const stages = {
  static: () => staticChecks(),
  unit: () => unitTests("unit tests", "unit"),
  build: buildStage,
  e2e: endToEndTests,
  package: packageStage,
};

/** What runs beside the compiler of the SQLite module. @type {Record<string, () => AsyncGenerator<Outcome>>} */
const early = {
  static: () => staticChecks(),
  unit: () => unitTests("unit tests, early", "unit-early", ["--project=early", "--maxWorkers=1"]),
};
/** What that left. @type {Record<string, () => AsyncGenerator<Outcome>>} */
const late = { "late unit": () => unitTests("unit tests, the rest", "unit", ["--project=together", "--project=alone"]) };

await runScript(async () => {
  const { values } = parseArgs({ options: { only: { type: "string", multiple: true }, long: { type: "boolean" } } });
  const unknown = values.only?.find((name) => !Object.hasOwn(stages, name));
  if (unknown !== undefined) stopWith("unknownStage", { name: unknown, known: Object.keys(stages).join(", ") });
  if (values.long) process.env.MASCOT_TEST_LONG = "1";
  /** @type {Outcome[]} */
  const outcomes = [];
  const take = async (/** @type {AsyncGenerator<Outcome> | undefined} */ stage) => {
    for await (const outcome of stage ?? []) {
      printOutcome(outcome);
      outcomes.push(outcome);
    }
  };
  let wanted = Object.keys(stages).filter((name) => !values.only || values.only.includes(name) || name === "build");
  const electron = await setUp({ screen: "desktop", typings: true, packaging: true }, async (compiling) => {
    if (!compiling) return;
    for (const name of Object.keys(early)) if (wanted.includes(name)) await take(early[name]?.());
    wanted = wanted.map((name) => (name in early ? `late ${name}` : name));
  });
  for (const name of wanted) await take(stages[name]?.(electron) ?? late[name]?.());
  // Once more at the end, where people look first.
  const wrong = outcomes.filter((outcome) => outcome.failed > 0);
  if (wrong.length > 0) console.log("\nWhat failed:");
  for (const outcome of wrong) printOutcome(outcome);
  const failed = sum(outcomes.map((outcome) => outcome.failed));
  console.log(`${sum(outcomes.map(({ passed }) => passed))} passed, ${failed} failed`);
  return failed > 0 ? 1 : 0;
});

/** @param {readonly number[]} numbers */
function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}

/**
 * @param {string} name
 * @param {string} file  of the report
 * @param {readonly string[]} [which]  what vitest is told besides
 * @returns {AsyncGenerator<Outcome>}
 */
async function* unitTests(name, file, which = []) {
  const report = inProject("test-results", `${file}.json`);
  const args = ["run", ...which, "--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  yield await reportedRun(name, ["node_modules/vitest/vitest.mjs", ...args], report, unitResults);
}

/** @returns {AsyncGenerator<Outcome>} */
async function* buildStage() {
  try {
    await buildProduct({ quiet: true });
    yield { name: "build", passed: 1, failed: 0 };
  } catch (error) {
    yield { name: "build", passed: 0, failed: 1, detail: String(error) };
  }
}

/**
 * @param {ElectronRuntime} electron
 * @returns {AsyncGenerator<Outcome>}
 */
async function* endToEndTests(electron) {
  if (!listFiles(inProject("e2e")).some((file) => /\.(?:spec|test)\.ts$/.test(file))) return;
  let next = 1;
  /** @type {Outcome[]} */
  const outcomes = [];
  await Promise.all(
    Array.from({ length: DESKTOPS }, async () => {
      while (next <= PARTS) outcomes.push(await endToEndPart(electron, next++));
    }),
  );
  yield* outcomes;
}

/**
 * @param {ElectronRuntime} electron
 * @param {number} part  from 1
 * @returns {Promise<Outcome>}
 */
async function endToEndPart(electron, part) {
  const report = inProject("test-results", `e2e-${part}.json`);
  const desktop = await startDesktop();
  try {
    const env = { ...process.env, ...desktop.env, MASCOT_ELECTRON: electron.executable, E2E_REPORT: report };
    const args = ["node_modules/@playwright/test/cli.js", "test", `--shard=${part}/${PARTS}`, `--output=${inProject("test-results", `e2e-${part}`)}`];
    return await reportedRun(
      `end-to-end tests, part ${part} of ${PARTS}`,
      args,
      report,
      endToEndResults,
      env,
    );
  } finally {
    await desktop.stop();
  }
}

/**
 * @param {ElectronRuntime} electron
 * @returns {AsyncGenerator<Outcome>}
 */
async function* packageStage(electron) {
  yield* checkPackage(electron);
}

/**
 * Runs a test runner that shows its progress and writes a report.
 * @param {string} name
 * @param {readonly string[]} args
 * @param {string} report
 * @param {(json: any) => Results} read
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<Outcome>}
 */
async function reportedRun(name, args, report, read, env) {
  rmSync(report, { force: true });
  const done = await run(process.execPath, args, { cwd: projectRoot, show: true, ...(env ? { env } : {}) });
  const result = readReport(report, read);
  // A runner can fail without a failed test: a crash, an error outside of tests, no tests at all.
  const failed = done.code !== 0 && result.failed === 0 ? 1 : result.failed;
  return { name, passed: result.passed, failed, ...(failed > 0 ? { detail: [`${name}: exit code ${done.code}`, ...result.failures].join("\n") } : {}) };
}

/**
 * @param {string} report
 * @param {(json: any) => Results} read
 * @returns {Results}
 */
function readReport(report, read) {
  try {
    return read(JSON.parse(readFileSync(report, "utf8")));
  } catch {
    return { passed: 0, failed: 0, failures: [] };
  }
}
