// `npm run bench`: measures what the product promises (build/bench/budgets.mjs), each bench on its own, and writes docs/benchmarks.md.
//   npm run bench -- --only=hooks [--only=start]   runs these; test-results/bench.json gets their figures, the page stays as it is
//   npm run bench -- --only=hooks --page           the page too, with the figures that the other benches left in the file
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { cpus, loadavg, release, totalmem } from "node:os";
import { parseArgs } from "node:util";
import { allBenches, runBench } from "./bench/benches.mjs";
import { page, QUIET_LOAD, terminalLines, verdicts } from "./bench/page.mjs";
import { buildProduct } from "./build.mjs";
import { startDesktop } from "./desktop/desktop.mjs";
import { inProject } from "./lib/paths.mjs";
import { PlainError, runScript } from "./lib/say.mjs";
import { setUp } from "./setup.mjs";

/** @typedef {import("./bench/benches.mjs").BenchResult} BenchResult */

const resultsFile = inProject("test-results", "bench.json");

await runScript(async () => {
  const { values } = parseArgs({ options: { only: { type: "string", multiple: true }, page: { type: "boolean" } } });
  const benches = wanted(values.only);
  // Before setup and build, which load the machine themselves.
  const load = Number((loadavg()[0] ?? 0).toFixed(2));
  const electron = await setUp({ screen: "desktop" });
  await buildProduct({ quiet: true });
  if (load > QUIET_LOAD) console.log(`The machine is busy (load ${load}): figures will be worse than they are; ratios say more.`);
  const desktop = await startDesktop();
  try {
    const results = await runAll(benches, { ...process.env, ...desktop.env, MASCOT_ELECTRON: electron.executable });
    keep(results);
    if (!values.only || values.page) writeFileSync(inProject("docs", "benchmarks.md"), page(known(), machine(electron.version, load)));
    for (const line of terminalLines(results)) console.log(line);
    return results.some(({ failed }) => failed) || verdicts(results).some(({ verdict }) => verdict === "not met") ? 1 : 0;
  } finally {
    await desktop.stop();
  }
});

/** @param {string[] | undefined} only */
function wanted(only) {
  const names = only?.flatMap((value) => value.split(","));
  const all = allBenches();
  const unknown = names?.find((name) => !all.some((bench) => bench.name === name));
  if (unknown) throw new PlainError(`There is no bench ${unknown}; there are: ${all.map(({ name }) => name).join(" ")}`);
  return names ? all.filter(({ name }) => names.includes(name)) : all;
}

/**
 * One after the other: two at once would measure each other.
 * @param {ReturnType<typeof allBenches>} benches
 * @param {NodeJS.ProcessEnv} env
 */
async function runAll(benches, env) {
  /** @type {BenchResult[]} */
  const results = [];
  for (const bench of benches) {
    console.log(`${bench.name} …`);
    results.push(await runBench(bench, env));
  }
  return results;
}

/**
 * Adds these results to the file; those of other benches stay in it.
 * @param {readonly BenchResult[]} results
 */
function keep(results) {
  const names = new Set(results.map(({ bench }) => bench));
  mkdirSync(inProject("test-results"), { recursive: true });
  writeFileSync(resultsFile, `${JSON.stringify([...earlier().filter(({ bench }) => !names.has(bench)), ...results], null, 1)}\n`);
}

/** What the file holds, in the order of the benches. */
function known() {
  const results = earlier();
  return allBenches().flatMap(({ name }) => results.filter(({ bench }) => bench === name));
}

/** @returns {BenchResult[]} */
function earlier() {
  try {
    const found = JSON.parse(readFileSync(resultsFile, "utf8"));
    return Array.isArray(found) ? found : [];
  } catch {
    return [];
  }
}

/**
 * @param {string} electron
 * @param {number} load
 */
function machine(electron, load) {
  const processor = `${cpus().length} × ${cpus()[0]?.model.trim() ?? "unknown"}, ${Math.round(totalmem() / 2 ** 30)} GB`;
  return { processor, system: `Linux ${release()}`, node: process.versions.node, electron, date: new Date().toISOString().slice(0, 10), load };
}
