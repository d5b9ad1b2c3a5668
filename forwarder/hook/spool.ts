/** The forwarder's queue on disk for what could not be delivered (DESIGN §7, §12). */
import { closeSync, constants, existsSync, lstatSync, openSync, renameSync, unlinkSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { SpoolHeader } from "../../schemas/generated/types.ts";
import { makeFolder } from "../make-folder.ts";

/** `<epoch ms>-<pid>-<unique>`: the spool file's name and the delivery's id, so that a payload that came both ways is stored once. */
export function newDeliveryId(nowMs: number, pid: number, unique: string): string {
  return `${nowMs}-${pid}-${unique}`;
}

/** Never the same twice, also where pids repeat (containers that share a home). V8 seeds Math.random from the kernel's entropy; node:crypto would cost the hook ten milliseconds. */
export function uniqueText(): string {
  const random = () => Math.random().toString(36).slice(2, 13);
  return random() + random();
}

/**
 * Writes one spool file: whole or not at all, readable for the user only, over nothing that is there.
 * @throws the file system's error (ENOSPC, EROFS, EACCES, …)
 */
export function writeSpoolFile(home: string, name: string, header: SpoolHeader, payload: Uint8Array): string {
  const folder = join(home, "spool");
  makeFolder(folder, 0o700);
  // As the installed line and the app have it: what lies behind a link is not ours.
  if (!lstatSync(folder).isDirectory()) throw new Error(`${folder} is a link`);
  const temporary = join(folder, `.${name}.tmp`);
  const final = join(folder, `${name}.json`);
  const file = openSync(temporary, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0), 0o600);
  try {
    try {
      writeAll(file, Buffer.from(`${JSON.stringify(header)}\n`, "utf8"));
      writeAll(file, payload);
    } finally {
      closeSync(file);
    }
    moveWithoutClobber(temporary, final);
  } catch (error) {
    removeQuietly(temporary);
    throw error;
  }
  return final;
}

function writeAll(file: number, bytes: Uint8Array): void {
  for (let rest = bytes; rest.length > 0; ) rest = rest.subarray(writeSync(file, rest));
}

/**
 * A rename is safe here: whoever holds the temporary name (created exclusively) is the only one who can make the final one,
 * so a final file that is not there now cannot appear before the rename. Works without links too (FAT, some network homes).
 */
function moveWithoutClobber(from: string, to: string): void {
  if (existsSync(to)) throw new Error("a spool file of this name is there already");
  renameSync(from, to);
}

function removeQuietly(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // The reader sweeps orphan temporaries.
  }
}
