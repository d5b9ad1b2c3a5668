/** The spool as the relay sees it: what waits, oldest first, in batches that fit a request. */
import { closeSync, constants, fstatSync, lstatSync, openSync, readdirSync, readSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import type { SpoolParcel } from "../../schemas/generated/types.ts";
import { ENDS_BYTES, isUnderWay, withoutEnd } from "../hook/spool-end.ts";

const NAME = /^[A-Za-z0-9_-][A-Za-z0-9_.-]{0,190}\.json$/;
const BATCH_FILES = 200;
const BATCH_BYTES = 2 * 1024 * 1024;
/** A file up to this is sent whole. */
const WHOLE_BYTES = 16 * 1024 * 1024;
/** Of a larger one this much of each end is sent. */
const CUT_BYTES = 64 * 1024;

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

/** @returns as many as fit, one at least where one can be read */
export function readBatch(folder: string, names: readonly string[]): SpoolParcel[] {
  const parcels: SpoolParcel[] = [];
  let bytes = 0;
  for (const name of names) {
    if (parcels.length >= BATCH_FILES) break;
    const parcel = readParcel(folder, name);
    if (parcel === null) continue;
    bytes += parcel.text.length + (parcel.cut ? 2 * CUT_BYTES : 0);
    if (parcels.length > 0 && bytes > BATCH_BYTES) break;
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
function readParcel(folder: string, name: string): SpoolParcel | null {
  try {
    const descriptor = openSync(join(folder, name), constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
    try {
      const { size, mtimeMs, uid } = fstatSync(descriptor);
      if (!fstatSync(descriptor).isFile() || (process.getuid !== undefined && uid !== process.getuid())) return null;
      const read = (from: number, length: number) => readPart(descriptor, from, Math.min(length, size - from));
      if (isUnderWay(read(0, ENDS_BYTES), read(Math.max(0, size - ENDS_BYTES), ENDS_BYTES), Date.now() - mtimeMs)) return null;
      const file = size <= WHOLE_BYTES ? whole(read(0, size)) : cut(read(0, CUT_BYTES), read(size - CUT_BYTES, CUT_BYTES), size);
      return { name, modified_at: mtimeMs, ...file };
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return null;
  }
}

function whole(text: string): Pick<SpoolParcel, "text"> {
  return { text: withoutEnd(text, text) };
}

function cut(head: string, tail: string, bytes: number): Pick<SpoolParcel, "text" | "cut"> {
  const line = head.indexOf("\n");
  return { text: line < 0 ? "" : head.slice(0, line + 1), cut: { head: head.slice(line + 1), tail: withoutEnd(head, tail), bytes } };
}

function readPart(file: number, from: number, length: number): string {
  const buffer = Buffer.alloc(Math.max(0, length));
  let at = 0;
  while (at < buffer.length) {
    const count = readSync(file, buffer, at, buffer.length - at, from + at);
    if (count === 0) break;
    at += count;
  }
  return buffer.toString("utf8", 0, at);
}

function namesIn(folder: string): string[] {
  try {
    return lstatSync(folder).isDirectory() ? readdirSync(folder) : [];
  } catch {
    return [];
  }
}
