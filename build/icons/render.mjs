// Paints all icons anew: node build/icons/render.mjs
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { startDesktop } from "../desktop/desktop.mjs";
import { installedElectron } from "../electron.mjs";
import { isRoot, run } from "../lib/run.mjs";
import { PlainError, runScript } from "../lib/say.mjs";
import { icnsOf, icoOf, pngOf } from "./containers.mjs";
import { allPictures, hashOfDrawings, hashOfPicture, recordFile } from "./pictures.mjs";

const here = import.meta.dirname;

await runScript(async () => {
  const pictures = allPictures();
  await paint(pictures);
  writeFileSync(join(here, "icon.ico"), icoOf(withContent([16, 24, 32, 48, 64, 128, 256])));
  writeFileSync(join(here, "icon.icns"), icnsOf(withContent([16, 32, 64, 128, 256, 512, 1024])));
  writeFileSync(recordFile, `${JSON.stringify(record(pictures), null, 2)}\n`);
});

/** @param {readonly import("./pictures.mjs").Picture[]} pictures */
async function paint(pictures) {
  const folder = mkdtempSync(join(tmpdir(), "mascot-icons-"));
  const jobFile = join(folder, "jobs.json");
  const jobs = pictures.map(({ size, svg }, index) => ({ svg, size, target: join(folder, `${index}.rgba`) }));
  writeFileSync(jobFile, JSON.stringify(jobs));
  const desktop = await startDesktop({ tray: false });
  try {
    const args = [...(isRoot() ? ["--no-sandbox"] : []), join(here, "painter.cjs"), jobFile];
    const env = { ...process.env, ...desktop.env };
    const done = await run(installedElectron().executable, args, { env, timeoutMs: 120_000 });
    if (done.code !== 0) throw new PlainError(done.stderr);
    pictures.forEach(({ file, size }, index) => {
      mkdirSync(dirname(join(here, file)), { recursive: true });
      writeFileSync(join(here, file), pngOf(readFileSync(jobs[index]?.target ?? ""), size));
    });
  } finally {
    await desktop.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {readonly number[]} sizes */
function withContent(sizes) {
  return sizes.map((size) => ({ size, png: readFileSync(join(here, `${size}x${size}.png`)) }));
}

/** @param {readonly import("./pictures.mjs").Picture[]} pictures */
function record(pictures) {
  const files = [...pictures.map(({ file }) => file), "icon.ico", "icon.icns"];
  return {
    drawings: hashOfDrawings(pictures),
    files: Object.fromEntries(files.map((file) => [file, hashOfPicture(readFileSync(join(here, file)))])),
  };
}
