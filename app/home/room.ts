/**
 * Tells hooks by a file whether the disk has room (forwarder/settings/installed-line.ts). A hook that need not see how its writing ends is one process instead of two;
 * on a full disk it must see it, so that it ends well all the same.
 */
import { access, rm, statfs, writeFile } from "node:fs/promises";

/** More than is usually written to a disk until the next look. */
const ENOUGH_BYTES = 1024 * 1024 * 1024;
const LOOK_MS = 5_000;

export interface RoomOptions {
  /** `<home>/room` */
  file: string;
  /** Where hooks write. */
  folder: string;
  /** Bytes that the disk has left for users; a quota may leave this one fewer. @throws where it cannot be told */
  freeBytes?(folder: string): Promise<number>;
  every(ms: number, run: () => void): () => void;
}

/** @returns ends it: no hook may rely on a look that nobody repeats */
export async function tellOfRoom({ file, folder, freeBytes = freeOf, every }: RoomOptions): Promise<() => Promise<void>> {
  let looking = false;
  let ended = false;
  const look = async () => {
    if (looking) return;
    looking = true;
    const free = await freeBytes(folder).catch(() => 0);
    await (free >= ENOUGH_BYTES && !ended ? make(file) : rm(file, { force: true })).catch(() => undefined);
    looking = false;
  };
  await look();
  const stop = every(LOOK_MS, () => void look());
  return async () => {
    // A look that hangs, on a disk that is gone, is not waited for.
    ended = true;
    stop();
    await rm(file, { force: true });
  };
}

async function freeOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

const make = (file: string) => access(file).catch(() => writeFile(file, "", { mode: 0o600 }));
