import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

/**
 * Does something while no other process of this machine does it over the same lock file.
 * A lock whose owner is dead is taken over, so that a killed setup blocks nobody.
 * @template T
 * @param {string} lockFile
 * @param {() => Promise<T>} body
 * @param {() => void} [onWait]  called once when somebody else holds the lock
 * @returns {Promise<T>}
 */
export async function withLock(lockFile, body, onWait) {
  mkdirSync(dirname(lockFile), { recursive: true });
  let told = false;
  while (!tryTake(lockFile)) {
    if (!told) onWait?.();
    told = true;
    await wait(200);
  }
  try {
    return await body();
  } finally {
    rmSync(lockFile, { force: true });
  }
}

/** @param {string} lockFile */
function tryTake(lockFile) {
  try {
    writeFileSync(lockFile, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== "EEXIST") throw error;
    if (!ownerIsAlive(lockFile)) rmSync(lockFile, { force: true });
    return false;
  }
}

/** @param {string} lockFile */
function ownerIsAlive(lockFile) {
  try {
    const owner = Number(readFileSync(lockFile, "utf8"));
    // An empty file belongs to somebody who is writing it at this moment.
    if (!owner) return true;
    process.kill(owner, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === "EPERM";
  }
}
