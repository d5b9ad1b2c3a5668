import { Worker } from "node:worker_threads";
import { afterEach, describe, expect, it } from "vitest";
import { endWorker, ThreadStuck } from "./worker-end.ts";

const BOUNDS = { askedForMs: 200, givenUpAfterMs: 1_000 };
const workers: Worker[] = [];
afterEach(() => Promise.all(workers.splice(0).map((worker) => worker.terminate())));

async function running(code: string): Promise<Worker> {
  const worker = new Worker(`const { parentPort } = require("node:worker_threads"); ${code}`, { eval: true });
  workers.push(worker);
  await new Promise((resolve) => worker.once("message", resolve));
  return worker;
}

describe("a thread", () => {
  it("that hears of its end ends by itself", async () => {
    const worker = await running('parentPort.on("message", () => { parentPort.postMessage("bye"); parentPort.close(); }); parentPort.postMessage("up");');
    const said: unknown[] = [];
    worker.on("message", (message) => said.push(message));
    await endWorker(worker, { kind: "close" }, BOUNDS);
    expect(said).toEqual(["bye"]);
  });

  it("that does not listen is ended", async () => {
    const worker = await running('parentPort.postMessage("up"); for (;;);');
    await endWorker(worker, { kind: "close" }, BOUNDS);
    expect(worker.threadId).toBe(-1);
  });

  it("that waits in the system is given up and said to be stuck", async () => {
    const worker = await running('parentPort.postMessage("up"); require("node:child_process").spawnSync(process.execPath, ["-e", "setTimeout(() => {}, 3000)"]);');
    await expect(endWorker(worker, { kind: "close" }, BOUNDS)).rejects.toThrow(ThreadStuck);
  });
});
