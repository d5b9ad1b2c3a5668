import { inflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { icnsOf, icoOf, pngOf } from "./containers.mjs";
import { allPictures } from "./pictures.mjs";
import { drawTray, trayStates } from "./tray.mjs";

/** Undoes the one filter that pngOf uses for all rows. */
function pixelsOf(png: Buffer, size: number): Buffer {
  const start = png.indexOf("IDAT");
  const rows = inflateSync(png.subarray(start + 4, start + 4 + png.readUInt32BE(start - 4)));
  const rowLength = size * 4;
  const pixels = Buffer.alloc(size * rowLength);
  for (let row = 0; row < size; row++) {
    const filter = rows[row * (rowLength + 1)] as number;
    for (let column = 0; column < rowLength; column++) {
      const at = row * rowLength + column;
      const left = column >= 4 ? (pixels[at - 4] as number) : 0;
      const above = row > 0 ? (pixels[at - rowLength] as number) : 0;
      const raw = rows[row * (rowLength + 1) + 1 + column] as number;
      pixels[at] = raw + [0, left, above][filter]!;
    }
  }
  return pixels;
}

describe("picture files", () => {
  it("hold exactly the pixels that were painted", () => {
    const size = 8;
    const pixels = Buffer.from(Array.from({ length: size * size * 4 }, (_, at) => (at * 37 + (at >> 3)) & 0xff));
    const png = pngOf(pixels, size);
    expect(png.readUInt32BE(16)).toBe(size);
    expect(pixelsOf(png, size).equals(pixels)).toBe(true);
  });

  it("of Windows point at each picture, 256 pixels written as 0", () => {
    const images = [16, 256].map((size) => ({ size, png: pngOf(Buffer.alloc(size * size * 4, size & 0xff), size) }));
    const ico = icoOf(images);
    expect(ico.readUInt16LE(4)).toBe(2);
    expect([ico[6], ico[22]]).toEqual([16, 0]);
    images.forEach(({ png }, index) => {
      const offset = ico.readUInt32LE(6 + 16 * index + 12);
      expect(ico.subarray(offset, offset + png.length).equals(png)).toBe(true);
    });
  });

  it("of macOS say their own length, box by box", () => {
    const images = [16, 512].map((size) => ({ size, png: pngOf(Buffer.alloc(size * size * 4), size) }));
    const icns = icnsOf(images);
    expect(icns.readUInt32BE(4)).toBe(icns.length);
    const names = [];
    for (let at = 8; at < icns.length; at += icns.readUInt32BE(at + 4)) names.push(icns.toString("latin1", at, at + 4));
    expect(names).toEqual(["icp4", "ic09"]);
  });
});

describe("tray drawings", () => {
  it("differ by state even in black alone, so that no colour is needed to tell them apart", () => {
    expect(new Set(trayStates.map((state) => drawTray(state, "template"))).size).toBe(trayStates.length);
  });

  it("exist for light and dark panels in every size, and for macOS", () => {
    const files = allPictures().map(({ file }) => file);
    for (const state of trayStates) {
      for (const tone of ["light", "dark"]) {
        for (const size of [16, 22, 32, 44]) expect(files).toContain(`tray/${state}-${tone}-${size}.png`);
      }
      expect(files).toContain(`tray/${state}Template@2x.png`);
    }
  });

  it("leave no place unfilled", () => {
    for (const { svg } of allPictures()) expect(svg).not.toMatch(/var\(|undefined|NaN/);
  });
});
