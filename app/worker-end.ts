/** Ending a thread: asked first, then ended from outside. */
import type { Worker } from "node:worker_threads";

const ASKED_FOR_MS = 1_000;

/**
 * @param message what the thread takes as the wish to end
 * @returns when the thread has ended
 */
export async function endWorker(worker: Worker, message: { kind: "close" }): Promise<void> {
  const ended = new Promise<void>((resolve) => worker.once("exit", () => resolve()));
  worker.postMessage(message);
  const bound = setTimeout(() => void worker.terminate(), ASKED_FOR_MS);
  await ended;
  clearTimeout(bound);
}
