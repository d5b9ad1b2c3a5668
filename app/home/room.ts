/**
 * Tells hooks by a file whether the disk has room (forwarder/settings/installed-line.ts). A hook that need not see how its writing ends is one process instead of two;
 * on a full disk it must see it, so that it ends well all the same.
 */
import { rm, statfs, writeFile } from "node:fs/promises";
import { oneAtATime } from "../machine/timers.ts";

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
  let ended = false;
  const look = async () => {
    const free = await freeBytes(folder).catch(() => 0);
    // Refused where it is there already.
    await (free >= ENOUGH_BYTES && !ended ? writeFile(file, "", { flag: "wx", mode: 0o600 }) : rm(file, { force: true })).catch(() => undefined);
  };
  await look();
  const stop = every(LOOK_MS, oneAtATime(look));
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
