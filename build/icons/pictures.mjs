// Which pictures are made of which drawing.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { drawTray, trayStates } from "./tray.mjs";

const here = import.meta.dirname;

/** What the committed pictures were made of: compared by `check.mjs`. */
export const recordFile = join(here, "pictures.json");

/**
 * @typedef {object} Picture
 * @property {string} file  below build/icons/
 * @property {number} size  pixels, square
 * @property {string} svg
 */

const appSizes = [16, 24, 32, 48, 64, 128, 256, 512, 1024];
const traySizes = [16, 22, 32, 44];

/** @returns {Picture[]} */
export function allPictures() {
  return [...appPictures(), ...trayPictures()];
}

/** @returns {Picture[]} */
function appPictures() {
  const detailed = readFileSync(join(here, "icon.svg"), "utf8");
  const bold = readFileSync(join(here, "icon-small.svg"), "utf8");
  return appSizes.map((size) => ({ file: `${size}x${size}.png`, size, svg: size <= 32 ? bold : detailed }));
}

/** @returns {Picture[]} */
function trayPictures() {
  return trayStates.flatMap((state) => [
    ...traySizes.flatMap((size) =>
      /** @type {const} */ (["light", "dark"]).map((tone) => ({
        file: `tray/${state}-${tone}-${size}.png`,
        size,
        svg: drawTray(state, tone),
      })),
    ),
    // macOS finds the sharper one by its name, and tints what is called Template.
    { file: `tray/${state}Template.png`, size: 16, svg: drawTray(state, "template") },
    { file: `tray/${state}Template@2x.png`, size: 32, svg: drawTray(state, "template") },
  ]);
}

/**
 * One hash over all drawings and sizes.
 * @param {readonly Picture[]} pictures
 */
export function hashOfDrawings(pictures) {
  const hash = createHash("sha256");
  for (const { file, size, svg } of pictures) hash.update(`${file} ${size} ${svg}\n`);
  return hash.digest("hex");
}

/** @param {Uint8Array} content */
export function hashOfPicture(content) {
  return createHash("sha256").update(content).digest("hex");
}
