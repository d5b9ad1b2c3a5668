/** Notices that one of several files may have changed, whoever wrote it and however. */
import { existsSync, type FSWatcher, watch } from "node:fs";
import { basename, dirname } from "node:path";
import type { Log } from "../parts.ts";

/** Writers replace a file in several steps; one look after them is enough. */
const SETTLE_MS = 300;
/** Watching fails on some file systems without saying so; this look never does. */
const POLL_MS = 60_000;

export class FileWatch {
  private readonly poll: NodeJS.Timeout;
  private readonly watchers = new Map<string, FSWatcher>();
  private names = new Map<string, Set<string>>();
  private settle: NodeJS.Timeout | null = null;

  constructor(private readonly log: Log, private readonly look: () => void) {
    this.poll = setInterval(look, POLL_MS);
    this.poll.unref();
  }

  /** The folders and not the files: writers rename a new file into its place. */
  follow(files: readonly string[]): void {
    this.names = new Map();
    for (const file of files) this.names.set(dirname(file), (this.names.get(dirname(file)) ?? new Set()).add(basename(file)));
    for (const folder of this.watchers.keys()) if (!this.names.has(folder)) this.stop(folder);
    for (const folder of this.names.keys()) this.start(folder);
  }

  close(): void {
    clearInterval(this.poll);
    if (this.settle) clearTimeout(this.settle);
    for (const folder of [...this.watchers.keys()]) this.stop(folder);
  }

  private start(folder: string): void {
    if (this.watchers.has(folder) || !existsSync(folder)) return;
    try {
      const watcher = watch(folder, { persistent: false }, (_kind, name) => {
        if (name === null || this.names.get(folder)?.has(name)) this.lookSoon();
      });
      watcher.on("error", () => this.stop(folder));
      this.watchers.set(folder, watcher);
    } catch (error) {
      this.log.warn("the settings cannot be watched, so they are looked at every minute", { error: (error as Error).message });
    }
  }

  private stop(folder: string): void {
    this.watchers.get(folder)?.close();
    this.watchers.delete(folder);
  }

  private lookSoon(): void {
    if (this.settle) clearTimeout(this.settle);
    this.settle = setTimeout(() => this.look(), SETTLE_MS);
  }
}
