/** Reports of changes in folders, where the file system gives them. A hint only: what matters is also looked for by itself. */
import { type FSWatcher, watch } from "node:fs";

export class FolderWatch {
  private readonly watchers = new Map<string, FSWatcher>();

  /** @param room folders beyond it are not watched: a machine has few watches to give */
  constructor(
    private readonly onChange: (folder: string, name: string | null) => void,
    private readonly room: number,
    private readonly works = true,
  ) {}

  /** Watches it if it can; does nothing when it is watched already. */
  add(folder: string): void {
    if (!this.works || this.watchers.has(folder) || this.watchers.size >= this.room) return;
    try {
      const watcher = watch(folder, (_kind, name) => this.onChange(folder, name));
      watcher.on("error", () => this.drop(folder));
      this.watchers.set(folder, watcher);
    } catch {
      // Not there yet, or no watches left: polling does it.
    }
  }

  drop(folder: string): void {
    this.watchers.get(folder)?.close();
    this.watchers.delete(folder);
  }

  /** Closes all but these. */
  keep(folders: ReadonlySet<string>): void {
    for (const folder of [...this.watchers.keys()]) if (!folders.has(folder)) this.drop(folder);
  }

  close(): void {
    this.keep(new Set());
  }
}
