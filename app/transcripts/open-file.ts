/** Opening somebody else's file without being led astray: no links, no devices, no pipes, only the user's own regular files. */
import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from "node:fs";

export type Opened = { descriptor: number; stats: Stats } | { descriptor: null; reason: string };

/** @param uid null where files have no owner */
export function openOwnFile(path: string, uid: number | null): Opened {
  let descriptor: number;
  try {
    // Not through a link; and without waiting for the other end of a pipe.
    descriptor = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    return { descriptor: null, reason: (error as NodeJS.ErrnoException).code ?? "unknown" };
  }
  const refused = (reason: string): Opened => {
    closeSync(descriptor);
    return { descriptor: null, reason };
  };
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) return refused("not a file");
    if (uid !== null && stats.uid !== uid) return refused("another owner");
    return { descriptor, stats };
  } catch (error) {
    return refused((error as NodeJS.ErrnoException).code ?? "unknown");
  }
}

/** Fewer bytes when the file ends earlier. @throws what reading throws */
export function readAt(descriptor: number, into: Buffer, position: number): Buffer {
  let filled = 0;
  while (filled < into.length) {
    const count = readSync(descriptor, into, filled, into.length - filled, position + filled);
    if (count === 0) break;
    filled += count;
  }
  return into.subarray(0, filled);
}
