/**
 * The files of the spool (DESIGN §7, §12). Synchronous: it runs in a worker thread, where waiting harms nobody and a system call
 * costs a tenth of a promise. Nothing is believed of a name: links, devices, folders and files of other users are left alone.
 */
import { closeSync, constants, fstatSync, lstatSync, openSync, readdirSync, readSync, renameSync, type Stats, statfsSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import type { SpoolFile } from "../../parts.ts";
import { makeFolder } from "../../machine/make-folder.ts";
import { textOfFile } from "../../machine/spool-end.ts";

export interface SpoolFolderOptions {
  /** null where files have no owner */
  uid: number | null;
  /** A file up to this is read whole. */
  wholeBytes?: number;
  /** Of a larger one this much of each end is kept. */
  cutBytes?: number;
}

export type SpoolRead = { kind: "file"; file: SpoolFile; bytes: number } | { kind: "gone" } | { kind: "under way" } | { kind: "skipped"; reason: string };

export interface WaitingFile {
  name: string;
  modifiedAt: number;
}

const NAME = /^[A-Za-z0-9_-][A-Za-z0-9_.-]{0,200}\.json$/;
const BAD_KEPT = 20;
const MEGABYTE = 1024 * 1024;
/** Temporaries of writers that died. A hook that waits for a person's answer keeps its payload in `….body.tmp` up to ten minutes. */
const ORPHAN_AGE_MS = 60_000;
const BODY_ORPHAN_AGE_MS = 15 * 60_000;
/** NFS, CIFS, SMB2, 9p, FUSE: changes made on another machine are not reported to a watcher. */
const REMOTE_FILE_SYSTEMS = new Set([0x6969, 0xff534d42, 0xfe534d42, 0x01021997, 0x65735546]);

export function isSpoolName(name: string): boolean {
  return NAME.test(name);
}

export class SpoolFolder {
  private readonly uid: number | null;
  private readonly wholeBytes: number;
  private readonly cutBytes: number;

  constructor(
    readonly path: string,
    options: SpoolFolderOptions,
  ) {
    this.uid = options.uid;
    this.wholeBytes = options.wholeBytes ?? 64 * MEGABYTE;
    this.cutBytes = options.cutBytes ?? 64 * 1024;
  }

  /**
   * Makes the folder when it is missing.
   * @returns a number that changes when the folder is another one than before
   * @throws when there is something else in its place
   */
  ensure(): number {
    const found = lstatOrNull(this.path);
    if (found === null) makeFolder(this.path, 0o700);
    const folder = found ?? lstatSync(this.path);
    if (!folder.isDirectory()) throw new Error("the spool is not a folder");
    return folder.ino;
  }

  /** Whether other machines may write here unnoticed. */
  isRemote(): boolean {
    try {
      return REMOTE_FILE_SYSTEMS.has(Number(statfsSync(this.path).type) >>> 0);
    } catch {
      return false;
    }
  }

  /** What waits and is not known yet, oldest first; files of one moment by name. */
  list(known: (name: string) => boolean): WaitingFile[] {
    const waiting: WaitingFile[] = [];
    for (const name of readdirSync(this.path)) {
      if (!NAME.test(name) || known(name)) continue;
      const found = lstatOrNull(join(this.path, name));
      if (found !== null) waiting.push({ name, modifiedAt: found.mtimeMs });
    }
    return waiting.sort((a, b) => a.modifiedAt - b.modifiedAt || (a.name < b.name ? -1 : 1));
  }

  /** @param now milliseconds: one that is being written in place is taken as it is once its writer must be gone */
  read(name: string, now: number): SpoolRead {
    let descriptor: number;
    try {
      // Not through links; and without waiting for the other end of a pipe.
      descriptor = openSync(join(this.path, name), constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code ?? "unknown";
      return code === "ENOENT" ? { kind: "gone" } : { kind: "skipped", reason: code };
    }
    try {
      return this.readOpen(name, descriptor, now);
    } catch (error) {
      return { kind: "skipped", reason: (error as NodeJS.ErrnoException).code ?? "unknown" };
    } finally {
      closeSync(descriptor);
    }
  }

  private readOpen(name: string, descriptor: number, now: number): SpoolRead {
    const found = fstatSync(descriptor);
    if (!found.isFile()) return { kind: "skipped", reason: "not a file" };
    if (this.uid !== null && found.uid !== this.uid) return { kind: "skipped", reason: "another owner" };
    const { size, mtimeMs } = found;
    const limits = { wholeBytes: this.wholeBytes, cutBytes: this.cutBytes };
    const text = textOfFile(size, now - mtimeMs, limits, (from, length) => readAt(descriptor, from, length));
    if (text === null) return { kind: "under way" };
    return { kind: "file", file: { name, modifiedAt: mtimeMs, ...text }, bytes: text.cut === undefined ? size : 2 * this.cutBytes };
  }

  /** @throws when the file stays */
  remove(name: string): void {
    try {
      unlinkSync(join(this.path, name));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    }
  }

  /** Moves a file that is no event to `bad/`, where the last twenty stay for whoever looks into it. @throws when the file stays */
  setAside(name: string): void {
    const folder = join(this.path, "bad");
    makeFolder(folder, 0o700);
    renameSync(join(this.path, name), join(folder, name));
    const kept = readdirSync(folder)
      .map((other) => ({ other, at: lstatOrNull(join(folder, other))?.ctimeMs ?? 0 }))
      .sort((a, b) => b.at - a.at);
    for (const { other } of kept.slice(BAD_KEPT)) unlinkSync(join(folder, other));
  }

  /** Removes temporaries whose writers are gone. @returns how many */
  sweep(now: number): number {
    let swept = 0;
    for (const name of readdirSync(this.path)) {
      if (!name.startsWith(".") || !name.endsWith(".tmp")) continue;
      const found = lstatOrNull(join(this.path, name));
      const age = name.endsWith(".body.tmp") ? BODY_ORPHAN_AGE_MS : ORPHAN_AGE_MS;
      if (found === null || !found.isFile() || now - found.mtimeMs < age) continue;
      this.remove(name);
      swept++;
    }
    return swept;
  }
}

/** Fewer bytes when the file ends earlier than its size said. */
function readAt(descriptor: number, position: number, length: number): Buffer {
  const buffer = Buffer.allocUnsafe(length);
  let filled = 0;
  while (filled < length) {
    const count = readSync(descriptor, buffer, filled, length - filled, position + filled);
    if (count === 0) break;
    filled += count;
  }
  return buffer.subarray(0, filled);
}

function lstatOrNull(path: string): Stats | null {
  try {
    return lstatSync(path);
  } catch {
    return null;
  }
}
