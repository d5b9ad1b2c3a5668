/** The spool as the main thread sees it. */
import { userInfo } from "node:os";
import { Worker } from "node:worker_threads";
import type { SpoolFile, SpoolSource, SpoolVerdicts } from "../../parts.ts";
import { endWorker } from "../../machine/worker-end.ts";
import { SpoolFolder } from "./spool-folder.ts";
import { SpoolReader } from "./spool-reader.ts";

export interface SpoolThreadData {
  path: string;
  uid: number | null;
}

export type ToSpoolThread = { kind: "settle"; verdicts: SpoolVerdicts } | { kind: "give_back" } | { kind: "close" };
type FromSpoolThread = { kind: "batch"; files: SpoolFile[] } | { kind: "trouble"; message: string; details: Record<string, unknown> } | { kind: "closed" };

type Handlers = Parameters<SpoolSource["start"]>[0];

/** Most of the time this thread waits; what it reads is handed over at once. */
const YOUNG_MEGABYTES = 4;

/** Reads in a worker thread; if that ends unasked, in this one: late and in the way is better than not at all. */
export class SpoolThread implements SpoolSource {
  private worker: Worker | null = null;
  private fallback: SpoolReader | null = null;
  private closing = false;
  /** Batches of a thread that is gone: their verdicts are nobody's, their files are found again. */
  private orphanBatches = 0;
  private batchesOut = 0;

  constructor(
    private readonly workerFile: string,
    private readonly data: SpoolThreadData,
  ) {}

  start(handlers: Handlers): void {
    const worker = new Worker(this.workerFile, { workerData: this.data, resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MEGABYTES } });
    this.worker = worker;
    worker.on("message", (message: FromSpoolThread) => {
      if (message.kind === "batch") {
        this.batchesOut++;
        handlers.onBatch(message.files);
      } else if (message.kind === "trouble") handlers.onTrouble(message.message, message.details);
    });
    worker.on("error", (error) => handlers.onTrouble("the spool's thread failed", { error: error.message }));
    worker.on("exit", () => this.onExit(handlers));
  }

  settle(verdicts: SpoolVerdicts): void {
    this.batchesOut--;
    if (this.orphanBatches > 0) {
      this.orphanBatches--;
      return;
    }
    if (this.fallback) this.fallback.settle(verdicts);
    else this.worker?.postMessage({ kind: "settle", verdicts } satisfies ToSpoolThread);
  }

  giveBack(): void {
    this.worker?.postMessage({ kind: "give_back" } satisfies ToSpoolThread);
  }

  async close(): Promise<void> {
    this.closing = true;
    await this.fallback?.close();
    if (this.worker !== null) await endWorker(this.worker, { kind: "close" } satisfies ToSpoolThread);
  }

  private onExit(handlers: Handlers): void {
    this.worker = null;
    if (this.closing) return;
    handlers.onTrouble("the spool's thread ended: reading without it", {});
    this.orphanBatches = this.batchesOut;
    this.fallback = new SpoolReader(new SpoolFolder(this.data.path, { uid: this.data.uid }));
    this.fallback.start({
      onBatch: (files) => {
        this.batchesOut++;
        handlers.onBatch(files);
      },
      onTrouble: handlers.onTrouble,
    });
  }
}

/** @param workerFile the bundled thread; null: read in this thread */
export function openSpool(path: string, workerFile: string | null): SpoolSource {
  const uid = process.platform === "win32" ? null : userInfo().uid;
  return workerFile === null ? new SpoolReader(new SpoolFolder(path, { uid })) : new SpoolThread(workerFile, { path, uid });
}
