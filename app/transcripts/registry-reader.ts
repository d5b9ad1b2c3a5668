/**
 * The client's registry of running sessions, watched. A hint that may be missing, stale or gone in the next release: entries of processes that are no more, or are no longer
 * the ones that wrote them, count as nothing.
 */
import { closeSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { ProcessLook } from "../machine/process-look.ts";
import type { RegistryEntry, TranscriptFormat } from "../providers/transcript.ts";
import { FolderWatch } from "../machine/folder-watch.ts";
import { openOwnFile, readAt } from "./open-file.ts";
import type { TranscriptPlaces } from "./places.ts";

export interface RegistryReaderOptions {
  pollMs?: number;
  watches?: boolean;
  uid?: number | null;
  look(pid: number): ProcessLook;
}

export interface RegistryHandlers {
  /** Entries of processes that live, whenever one of them has changed. */
  onRegistry(entries: RegistryEntry[]): void;
}

const POLL_MS = 1_500;
const COALESCE_MS = 15;
const LONGEST_ENTRY = 64 * 1024;
/** More running sessions than anybody has. */
const MOST_ENTRIES = 256;
const START_SLACK_MS = 5_000;

export class RegistryReader {
  private readonly watch: FolderWatch;
  private handlers: RegistryHandlers | null = null;
  private last = "[]";
  private soon: NodeJS.Timeout | null = null;
  private poll: NodeJS.Timeout | null = null;

  constructor(
    private readonly format: Pick<TranscriptFormat, "registryPid" | "readRegistry">,
    private readonly places: Pick<TranscriptPlaces, "registryFolders">,
    private readonly options: RegistryReaderOptions,
  ) {
    this.watch = new FolderWatch(() => this.lookSoon(), 4, options.watches ?? true);
  }

  start(handlers: RegistryHandlers): void {
    this.handlers = handlers;
    this.look();
    this.poll = setInterval(() => this.look(), this.options.pollMs ?? POLL_MS);
  }

  close(): void {
    this.handlers = null;
    this.watch.close();
    if (this.poll) clearInterval(this.poll);
    if (this.soon) clearTimeout(this.soon);
  }

  private lookSoon(): void {
    this.soon ??= setTimeout(() => {
      this.soon = null;
      this.look();
    }, COALESCE_MS);
  }

  private look(): void {
    if (this.handlers === null) return;
    const folders = this.places.registryFolders();
    this.watch.keep(new Set(folders));
    const entries = folders.flatMap((folder) => {
      this.watch.add(folder);
      return this.entries(folder);
    });
    const now = JSON.stringify(entries);
    if (now === this.last) return;
    this.last = now;
    this.handlers.onRegistry(entries);
  }

  private entries(folder: string): RegistryEntry[] {
    let names: string[];
    try {
      names = readdirSync(folder);
    } catch {
      return [];
    }
    const pids = names.flatMap((name) => this.format.registryPid(name) ?? []).slice(0, MOST_ENTRIES);
    return pids.flatMap((pid) => this.entry(join(folder, `${pid}.json`), pid) ?? []);
  }

  private entry(path: string, pid: number): RegistryEntry | null {
    const opened = openOwnFile(path, this.options.uid === undefined ? (process.getuid?.() ?? null) : this.options.uid);
    if (opened.descriptor === null) return null;
    try {
      if (opened.stats.size > LONGEST_ENTRY) return null;
      const text = readAt(opened.descriptor, Buffer.alloc(opened.stats.size), 0).toString("utf8");
      const entry = this.format.readRegistry(text);
      return entry !== null && entry.pid === pid && isItsProcess(entry, this.options.look(pid)) ? entry : null;
    } catch {
      return null;
    } finally {
      closeSync(opened.descriptor);
    }
  }
}

/** A process id is given again: the one that wrote the entry started when the entry says, and not after it wrote it. */
export function isItsProcess(entry: RegistryEntry, process: ProcessLook): boolean {
  if (!process.alive) return false;
  const { processStart, startedAtMs } = entry;
  if (processStart !== null && "ticks" in processStart && process.startTicks !== undefined) return processStart.ticks === process.startTicks;
  if (process.startedAt === undefined) return true;
  if (processStart !== null && "ms" in processStart) return Math.abs(processStart.ms - process.startedAt) <= START_SLACK_MS;
  return startedAtMs === null || process.startedAt <= startedAtMs + START_SLACK_MS;
}
