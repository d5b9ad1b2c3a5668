/**
 * Tells hooks by a file whether the disk has room (forwarder/settings/installed-line.ts). A hook that need not see how its writing ends is one process instead of two;
 * on a full disk it must see it, so that it ends well all the same.
 */
import { access, rm, statfs, writeFile } from "node:fs/promises";

/** More than all hooks of this user write until the next look. */
const ENOUGH_BYTES = 256 * 1024 * 1024;
const LOOK_MS = 5_000;

export interface RoomOptions {
  /** `<home>/room` */
  file: string;
  /** Where hooks write. */
  folder: string;
  /** Bytes that this user may write yet. @throws where it cannot be told */
  freeBytes?(folder: string): Promise<number>;
  every(ms: number, run: () => void): () => void;
}

/** @returns ends it: no hook may rely on a look that nobody repeats */
export async function tellOfRoom({ file, folder, freeBytes = freeOf, every }: RoomOptions): Promise<() => Promise<void>> {
  const look = async () => {
    const free = await freeBytes(folder).catch(() => 0);
    await (free >= ENOUGH_BYTES ? make(file) : rm(file, { force: true })).catch(() => undefined);
  };
  await look();
  let last = Promise.resolve();
  const stop = every(LOOK_MS, () => (last = last.then(look)));
  return async () => {
    stop();
    await last;
    await rm(file, { force: true });
  };
}

async function freeOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

const make = (file: string) => access(file).catch(() => writeFile(file, "", { mode: 0o600 }));
