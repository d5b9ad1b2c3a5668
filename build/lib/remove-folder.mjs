// A folder that a program which is just ending may still write to.

import { rmSync } from "node:fs";

const tries = 50;
const pauseMs = 100;

/**
 * `rmSync`'s own retries empty a folder only once and then wait for a file that came afterwards to go by itself (Node 20);
 * here the whole removal is tried again, for five seconds.
 * @param {string} folder
 * @throws what the last try met
 */
export function removeFolder(folder) {
  for (let left = tries; ; left -= 1) {
    try {
      return rmSync(folder, { recursive: true, force: true });
    } catch (error) {
      if (left === 0) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs);
    }
  }
}
