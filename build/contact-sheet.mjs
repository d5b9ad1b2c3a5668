// Paints the contact sheets, states × figures × themes, light and dark: node build/contact-sheet.mjs
// The same into another folder, as tests do: node build/contact-sheet.mjs --into=/tmp/sheets
// Other views for judging drawings: node build/contact-sheet.mjs --query='rows=slots&size=120' --out=/tmp/slots.png
import { mkdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { startDesktop } from "./desktop/desktop.mjs";
import { installedElectron } from "./electron.mjs";
import { inProject } from "./lib/paths.mjs";
import { findProgram, isRoot, run } from "./lib/run.mjs";
import { PlainError, runScript } from "./lib/say.mjs";

/** @typedef {{ query: string, target: string }} Sheet */

/** @type {(folder: string) => readonly Sheet[]} */
const everySheet = (folder) => [
  { query: "theme=light&size=88", target: join(folder, "contact-sheet.png") },
  { query: "theme=dark&size=88", target: join(folder, "contact-sheet-dark.png") },
  { query: "theme=light&size=88&look=paper&rows=states", target: join(folder, "contact-sheet-paper.png") },
  { query: "theme=dark&size=88&look=paper&rows=states", target: join(folder, "contact-sheet-paper-dark.png") },
  { query: "theme=light&size=104&rows=crowd", target: join(folder, "crowd.png") },
  { query: "theme=photo&size=104&look=paper&rows=crowd", target: join(folder, "crowd-paper.png") },
  { query: "theme=light&size=88&rows=rest,cheers,stories", target: join(folder, "stories.png") },
];

await runScript(async () => {
  const { values } = parseArgs({ options: { query: { type: "string" }, out: { type: "string" }, into: { type: "string" } } });
  const sheets = values.query === undefined ? everySheet(values.into ? resolve(values.into) : inProject("docs/images")) : [{ query: values.query, target: resolve(values.out ?? "contact-sheet.png") }];
  for (const { target } of sheets) mkdirSync(dirname(target), { recursive: true });
  await withPages((address) => paint(sheets.map(({ query, target }) => ({ url: `${address}contact-sheet.html?${query}`, target }))));
});

/**
 * Serves the renderer's pages while something is done with them.
 * @param {(address: string) => Promise<void>} use
 */
async function withPages(use) {
  const { createServer } = await import("vite");
  const server = await createServer({ configFile: inProject("vite.config.mts"), logLevel: "warn", cacheDir: inProject(".cache", "contact-sheet"), server: { host: "127.0.0.1", port: 0, hmr: false } });
  try {
    await server.listen();
    await use(server.resolvedUrls?.local[0] ?? "");
  } finally {
    await server.close();
  }
}

/** @param {readonly { url: string, target: string }[]} jobs */
async function paint(jobs) {
  const desktop = await startDesktop({ tray: false });
  try {
    const args = [...(isRoot() ? ["--no-sandbox"] : []), join(import.meta.dirname, "contact-sheet", "painter.cjs"), JSON.stringify(jobs)];
    const done = await run(installedElectron().executable, args, { env: { ...process.env, ...desktop.env }, timeoutMs: 150_000 });
    if (done.code !== 0) throw new PlainError(done.stderr);
    for (const { target } of jobs) await shrink(target);
  } finally {
    await desktop.stop();
  }
}

/**
 * A drawing of few colours needs no more than 256 of them: a quarter of the size in the repository. Left as it is without ImageMagick.
 * @param {string} file
 */
async function shrink(file) {
  const convert = findProgram("convert");
  if (convert) await run(convert, [file, "-dither", "None", "-colors", "256", `PNG8:${file}`], { timeoutMs: 60_000 });
}
