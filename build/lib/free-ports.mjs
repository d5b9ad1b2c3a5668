// Ports that nobody listens on, for tests and benchmarks whose programs want a number.

import { createServer } from "node:net";

/** Below those that systems give to outgoing connections (Linux from 32768): one of these may come and go at any moment, next to any port that was free a moment before. */
const lowest = 20_000;
const highest = 32_000;

/**
 * @param {number} [count]  one after the other
 * @returns {Promise<number>} the first of them
 */
export async function freePorts(count = 1) {
  for (;;) {
    const first = lowest + Math.floor(Math.random() * (highest - lowest - count));
    const free = await Promise.all(Array.from({ length: count }, (_, n) => isFree(first + n)));
    if (free.every(Boolean)) return first;
  }
}

/**
 * @param {number} port
 * @returns {Promise<boolean>}
 */
function isFree(port) {
  const probe = createServer();
  return new Promise((resolve) => {
    probe.once("error", () => resolve(false));
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });
}
