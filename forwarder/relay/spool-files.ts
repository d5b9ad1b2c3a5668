/** The spool as the relay sees it: what waits, oldest first, in batches that fit a request. */
import { closeSync, constants, fstatSync, lstatSync, openSync, readdirSync, readSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import type { SpoolParcel } from "../../schemas/generated/types.ts";
import { type SpoolLimits, textOfFile } from "../hook/spool-end.ts";

const NAME = /^[A-Za-z0-9_-][A-Za-z0-9_.-]{0,190}\.json$/;
const BATCH_FILES = 200;
const BATCH_BYTES = 2 * 1024 * 1024;
const LIMITS: SpoolLimits = { wholeBytes: 16 * 1024 * 1024, cutBytes: 64 * 1024 };
const ENDS_ALONE: SpoolLimits = { ...LIMITS, wholeBytes: 2 * LIMITS.cutBytes };

export function waitingNames(folder: string): string[] {
  const found: { name: string; at: number }[] = [];
  for (const name of namesIn(folder)) {
    if (!NAME.test(name)) continue;
    try {
      const { mtimeMs } = lstatSync(join(folder, name));
      found.push({ name, at: mtimeMs });
    } catch {
      // Pruned meanwhile.
    }
  }
  return found.sort((a, b) => a.at - b.at || (a.name < b.name ? -1 : 1)).map(({ name }) => name);
}

export interface BatchSize {
  /** Of what a batch may hold, on a line that carries no more in the time it has. */
  part: number;
  /** Whether of a file both ends alone go: by itself it did not get through. */
  isTooMuch(name: string): boolean;
}

const WHOLE: BatchSize = { part: 1, isTooMuch: () => false };

/** @returns as many as fit, one at least where one can be read */
export function readBatch(folder: string, names: readonly string[], { part, isTooMuch } = WHOLE): SpoolParcel[] {
  const parcels: SpoolParcel[] = [];
  let bytes = 0;
  for (const name of names) {
    if (parcels.length >= BATCH_FILES) break;
    const parcel = readParcel(folder, name, isTooMuch(name) ? ENDS_ALONE : LIMITS);
    if (parcel === null) continue;
    bytes += parcel.text.length + (parcel.cut ? 2 * LIMITS.cutBytes : 0);
    if (parcels.length > 0 && bytes > BATCH_BYTES * part) break;
    parcels.push(parcel);
  }
  return parcels;
}

export function removeFile(folder: string, name: string): void {
  try {
    unlinkSync(join(folder, name));
  } catch {
    // Gone already; or it stays and is sent again, which the app knows by its name.
  }
}

/** Not through a link, nothing that is no plain file of ours or that is still being written. */
function readParcel(folder: string, name: string, limits: SpoolLimits): SpoolParcel | null {
  try {
    const descriptor = openSync(join(folder, name), constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
    try {
      const { size, mtimeMs, uid } = fstatSync(descriptor);
      if (!fstatSync(descriptor).isFile() || (process.getuid !== undefined && uid !== process.getuid())) return null;
      const text = textOfFile(size, Date.now() - mtimeMs, limits, (from, length) => readPart(descriptor, from, length));
      return text === null ? null : { name, modified_at: mtimeMs, ...text };
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return null;
  }
}

function readPart(file: number, from: number, length: number): Buffer {
  const buffer = Buffer.allocUnsafe(length);
  let at = 0;
  while (at < buffer.length) {
    const count = readSync(file, buffer, at, buffer.length - at, from + at);
    if (count === 0) break;
    at += count;
  }
  return buffer.subarray(0, at);
}

function namesIn(folder: string): string[] {
  try {
    return lstatSync(folder).isDirectory() ? readdirSync(folder) : [];
  } catch {
    return [];
  }
}
