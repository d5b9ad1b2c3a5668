// `npm run bench`: measures what docs/benchmarks.md promises and writes it there. Each bench/*.bench.* prints one JSON object.
//   npm run bench -- hook-lanes store    runs only these, and leaves the page alone
import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { cpus, release, totalmem } from "node:os";
import { basename, join } from "node:path";
import { buildProduct } from "./build.mjs";
import { budgets } from "./bench/budgets.mjs";
import { startDesktop } from "./desktop/desktop.mjs";
import { listFiles } from "./lib/files.mjs";
import { inProject, projectRoot, stampFolder } from "./lib/paths.mjs";
import { PlainError, runScript } from "./lib/say.mjs";
import { setUp } from "./setup.mjs";

/** @typedef {Record<string, any>} Figures  what a bench printed */

const benchFile = /\.bench\.(?:ts|mjs)$/;

await runScript(async () => {
  const wanted = process.argv.slice(2);
  const electron = await setUp({ screen: "desktop" });
  await buildProduct({ quiet: true });
  const desktop = await startDesktop();
  try {
    const env = { ...process.env, ...desktop.env, MASCOT_ELECTRON: electron.executable };
    const results = await runBenches(wanted, env);
    if (wanted.length === 0) writeFileSync(inProject("docs", "benchmarks.md"), page(results, electron.version));
    return printVerdicts(results);
  } finally {
    await desktop.stop();
  }
});

/**
 * One after the other: two at once would measure each other.
 * @param {readonly string[]} wanted
 * @param {NodeJS.ProcessEnv} env
 */
async function runBenches(wanted, env) {
  /** @type {Map<string, Figures>} */
  const results = new Map();
  for (const file of listFiles(inProject("bench")).filter((name) => benchFile.test(name))) {
    const name = basename(file).replace(benchFile, "");
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    process.stdout.write(`${name} …\n`);
    results.set(name, await runBench(inProject("bench", file), name, env));
  }
  return results;
}

/**
 * @param {string} source
 * @param {string} name
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<Figures>}
 */
async function runBench(source, name, env) {
  const script = source.endsWith(".ts") ? await bundle(source, name) : source;
  const output = await outputOf(script, env);
  const json = output.slice(output.indexOf("{"), output.lastIndexOf("}") + 1);
  try {
    return JSON.parse(json);
  } catch {
    throw new PlainError(`${name} printed no figures:\n${output.slice(-2_000)}`);
  }
}

/**
 * @param {string} source
 * @param {string} name
 */
async function bundle(source, name) {
  const { build } = await import("esbuild");
  const outfile = join(stampFolder, "bench", `${name}.cjs`);
  mkdirSync(join(stampFolder, "bench"), { recursive: true });
  await build({
    entryPoints: [source],
    outfile,
    bundle: true,
    platform: "node",
    format: "cjs",
    mainFields: ["module", "main"],
    external: ["sqlite3", "electron"],
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
    child.once("close", (code) => {
      if (code === 0) resolve(output);
      else reject(new PlainError(`${script} ended with ${code}:\n${output.slice(-2_000)}`));
    });
  });
}

/**
 * @param {Map<string, Figures>} results
 * @returns {number} 1 when a budget is exceeded
 */
function printVerdicts(results) {
  const lines = verdicts(results);
  for (const { what, figure, budget, kept } of lines) console.log(`${kept ? "✓" : "✗"} ${what}: ${figure} (${budget})`);
  return lines.every(({ kept }) => kept) ? 0 : 1;
}

/** @param {Map<string, Figures>} results */
function verdicts(results) {
  return budgets.flatMap(({ bench, what, figure, most, least, unit = "" }) => {
    const figures = results.get(bench);
    if (!figures) return [];
    const value = figure(figures);
    const kept = value !== undefined && (most === undefined || value <= most) && (least === undefined || value >= least);
    const budget = most === undefined ? `≥ ${least}${unit}` : `≤ ${most}${unit}`;
    return [{ what, figure: value === undefined ? "not measured" : `${value}${unit}`, budget, kept }];
  });
}

/**
 * @param {Map<string, Figures>} results
 * @param {string} electronVersion
 */
function page(results, electronVersion) {
  const rows = verdicts(results).map(({ what, figure, budget, kept }) => `| ${what} | ${figure} | ${budget} | ${kept ? "kept" : "**exceeded**"} |`);
  const details = [...results].map(([name, figures]) => `### ${name}\n\n\`\`\`json\n${JSON.stringify(figures, null, 1)}\n\`\`\``);
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? "unknown"}, ${Math.round(totalmem() / 2 ** 30)} GB, Linux ${release()}`;
  return `# Benchmarks

Written by \`npm run bench\` on ${new Date().toISOString().slice(0, 10)}: ${machine}, Node ${process.versions.node}, Electron ${electronVersion}.
Figures of different machines compare only as ratios; a busy machine spoils them all.

| what | figure | budget | |
|---|---|---|---|
${rows.join("\n")}

## All figures

${details.join("\n\n")}
`;
}
