import { spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { loadavg } from "node:os";
import { basename, join } from "node:path";
import { listFiles } from "../lib/files.mjs";
import { inProject, projectRoot, stampFolder } from "../lib/paths.mjs";

/**
 * @typedef {object} Measurement  see bench/support/report.ts
 * @property {string} id
 * @property {string} what
 * @property {number | null} figure
 * @property {string} unit
 * @property {{ what: string, figure: number }} [baseline]
 * @property {number} [ratio]
 * @property {number} [samples]
 * @property {string} [note]
 */

/**
 * @typedef {object} BenchResult
 * @property {string} bench
 * @property {string} at           ISO time
 * @property {number} load         load average of the last minute before it began
 * @property {number} seconds
 * @property {Measurement[]} measurements
 * @property {Record<string, unknown>} [details]
 * @property {string} [failed]     why there are no figures
 */

const benchFile = /\.bench\.ts$/;

/** All benches by name, those of the whole product first. */
export function allBenches() {
  const files = listFiles(inProject("bench")).filter((file) => benchFile.test(file));
  const whole = files.filter((file) => !file.includes("parts/"));
  return [...whole, ...files.filter((file) => !whole.includes(file))].map((file) => ({
    name: basename(file).replace(benchFile, ""),
    source: inProject("bench", file),
  }));
}

/**
 * @param {{ name: string, source: string }} bench
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<BenchResult>}  with `failed` when it did not work: the others are measured all the same
 */
export async function runBench({ name, source }, env) {
  const head = { bench: name, at: new Date().toISOString(), load: Number(loadavg()[0]?.toFixed(2)) };
  const from = performance.now();
  const seconds = () => Math.round((performance.now() - from) / 1000);
  try {
    const report = reportIn(await outputOf(await bundle(source, name), env));
    return { ...head, seconds: seconds(), ...report };
  } catch (error) {
    return { ...head, seconds: seconds(), measurements: [], failed: error instanceof Error ? error.message : String(error) };
  }
}

/**
 * The last line of the output is the report.
 * @param {string} output
 */
function reportIn(output) {
  const line = output.trim().split("\n").at(-1) ?? "";
  return JSON.parse(line);
}

/**
 * @param {string} source
 * @param {string} name
 */
async function bundle(source, name) {
  // Loaded here: setup runs before esbuild is installed.
  const { build } = await import("esbuild");
  const folder = join(stampFolder, "bench");
  mkdirSync(folder, { recursive: true });
  const outfile = join(folder, `${name}.cjs`);
  await build({
    entryPoints: [source],
    outfile,
    bundle: true,
    platform: "node",
    format: "cjs",
    mainFields: ["module", "main"],
    external: ["sqlite3", "electron", "@playwright/test", "pg-native"],
    logLevel: "warning",
  });
  return outfile;
}

/**
 * @param {string} script
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<string>}
 */
function outputOf(script, env) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [script], { cwd: projectRoot, env, stdio: ["ignore", "pipe", "inherit"] });
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (text) => (output += text));
    child.once("error", reject);
    child.once("close", (code) => (code === 0 ? resolve(output) : reject(new Error(`ended with ${code}`))));
  });
}
