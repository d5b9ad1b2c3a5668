// Picture files: PNG, and the icon files of Windows and macOS, which are boxes of PNGs.
import { crc32, deflateSync } from "node:zlib";

/**
 * A PNG in its simplest form, packed as tightly as zlib can: Chromium's own encoder prefers speed (half as large again).
 * @param {Buffer} pixels  RGBA rows
 * @param {number} size    pixels, square
 * @returns {Buffer}
 */
export function pngOf(pixels, size) {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header.set([8, 6], 8); // 8 bits a channel, RGBA
  const packed = [0, 1, 2].map((filter) => deflateSync(filteredRows(pixels, size * 4, filter), { level: 9, memLevel: 9 }));
  const smallest = packed.reduce((best, candidate) => (candidate.length < best.length ? candidate : best));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk("IHDR", header), chunk("IDAT", smallest), chunk("IEND", Buffer.alloc(0))]);
}

/**
 * @param {Buffer} pixels
 * @param {number} rowLength  bytes
 * @param {number} filter     0 = as they are, 1 = difference to the pixel on the left, 2 = to the one above
 */
function filteredRows(pixels, rowLength, filter) {
  const rows = pixels.length / rowLength;
  const result = Buffer.alloc(pixels.length + rows);
  const back = filter === 1 ? 4 : rowLength;
  for (let row = 0; row < rows; row++) {
    result[row * (rowLength + 1)] = filter;
    for (let column = 0; column < rowLength; column++) {
      const at = row * rowLength + column;
      const hasNeighbour = filter === 1 ? column >= 4 : row > 0;
      const neighbour = filter > 0 && hasNeighbour ? (pixels[at - back] ?? 0) : 0;
      result[row * (rowLength + 1) + 1 + column] = ((pixels[at] ?? 0) - neighbour) & 0xff;
    }
  }
  return result;
}

/**
 * @param {string} name
 * @param {Buffer} content
 */
function chunk(name, content) {
  const body = Buffer.concat([Buffer.from(name, "latin1"), content]);
  const frame = Buffer.alloc(4);
  const sum = Buffer.alloc(4);
  frame.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([frame, body, sum]);
}

/**
 * @param {readonly { size: number, png: Buffer }[]} images  up to 256 pixels
 * @returns {Buffer} a Windows .ico
 */
export function icoOf(images) {
  const header = Buffer.alloc(6 + 16 * images.length);
  header.writeUInt16LE(1, 2); // icon, not cursor
  header.writeUInt16LE(images.length, 4);
  let offset = header.length;
  images.forEach(({ size, png }, index) => {
    const entry = 6 + 16 * index;
    header.writeUInt8(size % 256, entry); // 256 is written as 0
    header.writeUInt8(size % 256, entry + 1);
    header.writeUInt16LE(1, entry + 4); // colour planes
    header.writeUInt16LE(32, entry + 6); // bits a pixel
    header.writeUInt32LE(png.length, entry + 8);
    header.writeUInt32LE(offset, entry + 12);
    offset += png.length;
  });
  return Buffer.concat([header, ...images.map(({ png }) => png)]);
}

/** The four-letter names of Apple's format by pixel size, those of sharp (2x) screens where only they exist. */
const icnsNames = { 16: "icp4", 32: "icp5", 64: "ic12", 128: "ic07", 256: "ic08", 512: "ic09", 1024: "ic10" };

/**
 * @param {readonly { size: number, png: Buffer }[]} images
 * @returns {Buffer} a macOS .icns
 */
export function icnsOf(images) {
  const boxes = images.map(({ size, png }) => box(icnsNames[/** @type {keyof typeof icnsNames} */ (size)], png));
  return box("icns", Buffer.concat(boxes));
}

/**
 * @param {string} name
 * @param {Buffer} content
 */
function box(name, content) {
  const header = Buffer.alloc(8);
  header.write(name, 0, "latin1");
  header.writeUInt32BE(content.length + 8, 4);
  return Buffer.concat([header, content]);
}
