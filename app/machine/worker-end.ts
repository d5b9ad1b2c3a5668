/** Ending a thread: asked first, then ended from outside, then given up. */
import type { Worker } from "node:worker_threads";

export interface WorkerBounds {
  askedForMs: number;
  givenUpAfterMs: number;
}

const BOUNDS: WorkerBounds = { askedForMs: 1_000, givenUpAfterMs: 2_000 };

/**
 * A thread that cannot be ended, not even from outside: it waits in a system call, or its heap is being taken down and waits for itself.
 * Whoever joins it waits for ever, and so would an exit of the process that is no kill.
 */
export class ThreadStuck extends Error {
  constructor() {
    super("a thread does not end");
  }
}

/**
 * @param message what the thread takes as the wish to end
 * @returns when the thread has ended
 * @throws ThreadStuck
 */
export async function endWorker(worker: Worker, message: { kind: "close" }, { askedForMs, givenUpAfterMs }: WorkerBounds = BOUNDS): Promise<void> {
  const timers: NodeJS.Timeout[] = [];
  const ended = new Promise<void>((resolve) => worker.once("exit", () => resolve()));
  worker.postMessage(message);
  const stuck = new Promise<never>((_resolve, reject) => {
    timers.push(setTimeout(() => void worker.terminate(), askedForMs), setTimeout(() => reject(new ThreadStuck()), givenUpAfterMs));
  });
  await Promise.race([ended, stuck]).finally(() => timers.forEach(clearTimeout));
}
