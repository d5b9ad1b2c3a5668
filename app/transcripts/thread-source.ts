/** Transcripts as the main thread sees them. */
import { Worker } from "node:worker_threads";
import type { RegistryEntry } from "../providers/transcript.ts";
import { endWorker } from "../machine/worker-end.ts";
import type { Reading } from "./digest.ts";
import { DirectSource, type SourceHandlers, type SourceOptions, type TranscriptSource } from "./source.ts";
import type { Attention } from "./transcript-reader.ts";

export type ToThread = { kind: "attend"; attention: Attention } | { kind: "give_back" } | { kind: "close" };
export type FromThread = { kind: "reading"; reading: Reading } | { kind: "registry"; entries: RegistryEntry[] } | { kind: "trouble"; message: string; details: Record<string, unknown> };

const AGAIN_AFTER_MS = 5_000;
/** A thread that ends this often is not started again: hooks go on telling without it. */
const MOST_STARTS = 5;
/** Lines of megabytes are parsed one at a time; what is kept of them is small. */
const LIMITS = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 256 };

export class ThreadSource implements TranscriptSource {
  private worker: Worker | null = null;
  private starts = 0;
  private closing = false;
  private again: NodeJS.Timeout | null = null;

  constructor(
    private readonly workerFile: string,
    private readonly options: SourceOptions,
  ) {}

  start(handlers: SourceHandlers): void {
    this.starts++;
    const worker = new Worker(this.workerFile, { workerData: this.options, resourceLimits: LIMITS });
    this.worker = worker;
    worker.on("message", (message: FromThread) => {
      if (message.kind === "reading") handlers.onReading(message.reading);
      else if (message.kind === "registry") handlers.onRegistry(message.entries);
      else handlers.onTrouble(message.message, message.details);
    });
    worker.on("error", (error) => handlers.onTrouble("the transcripts' thread failed", { error: error.message }));
    worker.on("exit", () => this.onExit(handlers));
  }

  attend(attention: Attention): void {
    this.worker?.postMessage({ kind: "attend", attention } satisfies ToThread);
  }

  giveBack(): void {
    this.worker?.postMessage({ kind: "give_back" } satisfies ToThread);
  }

  async close(): Promise<void> {
    this.closing = true;
    if (this.again) clearTimeout(this.again);
    if (this.worker !== null) await endWorker(this.worker, { kind: "close" } satisfies ToThread);
  }

  private onExit(handlers: SourceHandlers): void {
    this.worker = null;
    if (this.closing) return;
    const last = this.starts >= MOST_STARTS;
    handlers.onTrouble(last ? "the transcripts' thread keeps ending: going on without transcripts" : "the transcripts' thread ended: it is started again", { starts: this.starts });
    if (!last) this.again = setTimeout(() => this.start(handlers), AGAIN_AFTER_MS);
  }
}

/** @param workerFile the bundled thread; null: read in this thread */
export function openTranscripts(options: SourceOptions, workerFile: string | null): TranscriptSource {
  return workerFile === null ? new DirectSource(options) : new ThreadSource(workerFile, options);
}
