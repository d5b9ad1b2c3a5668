/** Notices that one of several files may have changed, whoever wrote it and however. */
import { basename, dirname } from "node:path";
import { FolderWatch } from "../machine/folder-watch.ts";

/** Writers replace a file in several steps; one look after them is enough. */
const SETTLE_MS = 300;
/** Watching fails on some file systems without saying so; this look never does. */
const POLL_MS = 60_000;
/** A person's own settings and those of their projects. */
const FOLDERS_WATCHED = 500;

export class FileWatch {
  private readonly poll: NodeJS.Timeout;
  private readonly folders = new FolderWatch((folder, name) => this.changed(folder, name), FOLDERS_WATCHED);
  private names = new Map<string, Set<string>>();
  private settle: NodeJS.Timeout | null = null;

  constructor(private readonly look: () => void) {
    this.poll = setInterval(look, POLL_MS);
    this.poll.unref();
  }

  /** The folders and not the files: writers rename a new file into its place. */
  follow(files: readonly string[]): void {
    this.names = new Map();
    for (const file of files) this.names.set(dirname(file), (this.names.get(dirname(file)) ?? new Set()).add(basename(file)));
    this.folders.keep(new Set(this.names.keys()));
    for (const folder of this.names.keys()) this.folders.add(folder);
  }

  close(): void {
    clearInterval(this.poll);
    if (this.settle) clearTimeout(this.settle);
    this.folders.close();
  }

  private changed(folder: string, name: string | null): void {
    if (name !== null && !this.names.get(folder)?.has(name)) return;
    if (this.settle) clearTimeout(this.settle);
    this.settle = setTimeout(() => this.look(), SETTLE_MS);
  }
}
