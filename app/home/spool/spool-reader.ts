/**
 * Hands out the spool's files in batches, as they appear.
 *
 * ```
 *  watcher ─┐                                 ┌ done → removed
 *  scan ────┴→ waiting ─ batch → in flight ───┼ bad  → set aside
 *                 ↑                           └ keep ┐
 *                 └────────── after a pause ─────────┘
 * ```
 * A file that is being written in place is not taken; its end is reported, and found by the next scan otherwise.
 * The watcher is a hint: the kernel drops its reports when too many come at once and says so to nobody, so the folder is read
 * again after each burst and every few seconds.
 *
 * A file that comes after a quiet moment is handed out at once. After a batch the reader rests in proportion to what that one took, and what comes meanwhile goes together: each batch has its
 * price besides that of its events, up to the picture that is made of it, and on a small machine the agent needs the processor itself. Nothing waits where there is enough for a whole batch, or was.
 */
import { type FSWatcher, watch } from "node:fs";
import type { SpoolFile, SpoolSource, SpoolVerdicts } from "../../parts.ts";
import { Timers } from "../../machine/timers.ts";
import { isSpoolName, type SpoolFolder } from "./spool-folder.ts";

export interface SpoolReaderOptions {
  now?: () => number;
  /** ms, of a clock that nobody sets */
  elapsed?: () => number;
  batchFiles?: number;
  batchBytes?: number;
  /** Short enough for a person who looks at a mascot not to see it. */
  longestRestMs?: number;
  /** How often the folder is read with a watcher, and without one. */
  rescanMs?: number;
  pollMs?: number;
  sweepMs?: number;
  firstPauseMs?: number;
  /** false: as on file systems that report nothing */
  watches?: boolean;
}

type Handlers = Parameters<SpoolSource["start"]>[0];

/** While batches are committed as one group the next ones are read and made ready: enough for two groups. */
const BATCHES_OUT = 8;
const LONGEST_PAUSE_MS = 30_000;
/** After this long without a report the burst is over, and what it lost is looked for. */
const BURST_OVER_MS = 100;
const REMEMBERED_REMOVALS = 10_000;
/** Times as long as the batch took, so that what comes one by one is taken in a tenth of the time; no longer than a person would bear, though. */
const REST_SHARE = 9;

export class SpoolReader implements SpoolSource {
  private readonly options: Required<SpoolReaderOptions>;
  private handlers: Handlers | null = null;
  /** Oldest first. */
  private waiting = new Set<string>();
  private readonly inFlight = new Set<string>();
  /** Files that cannot be read or removed: said once, then left alone. */
  private readonly ignored = new Set<string>();
  /** Names whose removal the watcher will report. */
  private readonly removed = new Set<string>();
  private batchesOut = 0;
  /** The last one that was handed out: when, and whether it was as large as they may be. */
  private last = { at: 0, whole: false };
  private resting = false;
  private pumping = false;
  private pauseMs = 0;
  private pausing = false;
  private watcher: FSWatcher | null = null;
  private watchedFolder = 0;
  private readonly timers = new Timers();
  private burst: NodeJS.Timeout | null = null;

  constructor(
    private readonly folder: SpoolFolder,
    options: SpoolReaderOptions = {},
  ) {
    this.options = {
      now: Date.now, elapsed: () => performance.now(), batchFiles: 128, batchBytes: 2 * 1024 * 1024, rescanMs: 5000, pollMs: 1000, sweepMs: 60_000, firstPauseMs: 250, longestRestMs: 120, watches: true, ...options,
    };
  }

  start(handlers: Handlers): void {
    this.handlers = handlers;
    this.rescan();
    this.sweep();
    this.timers.every(this.options.sweepMs, () => this.sweep());
    this.scheduleRescan();
  }

  settle(verdicts: SpoolVerdicts): void {
    this.batchesOut--;
    if (this.batchesOut === 0 && !this.last.whole) this.rest();
    // First what others wait for: removing takes as long as reading.
    if (verdicts.keep.length === 0) this.pump();
    for (const name of verdicts.done) this.dispose(name, () => this.folder.remove(name));
    for (const name of verdicts.bad) this.dispose(name, () => this.folder.setAside(name));
    for (const name of verdicts.keep) this.inFlight.delete(name);
    if (verdicts.keep.length > 0) {
      this.waiting = new Set([...verdicts.keep, ...this.waiting]);
      this.pause();
    } else {
      this.pauseMs = 0;
      this.pumpSoon();
    }
  }

  async close(): Promise<void> {
    this.handlers = null;
    this.watcher?.close();
    this.watcher = null;
    this.timers.close();
    if (this.burst) clearTimeout(this.burst);
  }

  private dispose(name: string, act: () => void): void {
    this.inFlight.delete(name);
    try {
      act();
      this.rememberRemoval(name);
    } catch (error) {
      // It was committed; handing it out again and again would change nothing.
      this.ignore(name, (error as NodeJS.ErrnoException).code ?? "unknown");
    }
  }

  private rememberRemoval(name: string): void {
    if (this.watcher === null) return;
    if (this.removed.size >= REMEMBERED_REMOVALS) this.removed.clear();
    this.removed.add(name);
  }

  private ignore(name: string, reason: string): void {
    this.ignored.add(name);
    this.handlers?.onTrouble("spool file left alone", { name, reason });
  }

  /** @param kind `rename`: it came or went; `change`: it was written to, which is told late, too, of one that is gone by now */
  private onReport(kind: string, name: string | null): void {
    if (name === null) return this.rescan();
    if (!isSpoolName(name)) return;
    if (kind === "change" ? this.removed.has(name) : this.removed.delete(name)) return;
    this.afterBurst();
    if (this.isKnown(name)) return;
    this.waiting.add(name);
    this.pumpSoon();
  }

  private isKnown(name: string): boolean {
    return this.waiting.has(name) || this.inFlight.has(name) || this.ignored.has(name);
  }

  private afterBurst(): void {
    if (this.burst) {
      this.burst.refresh();
      return;
    }
    this.burst = setTimeout(() => {
      this.burst = null;
      this.rescan();
    }, BURST_OVER_MS);
    this.burst.unref();
  }

  /** Soon, not now: reports come one by one, and files that came together should go together. */
  private pumpSoon(): void {
    if (this.pumping) return;
    this.pumping = true;
    setImmediate(() => {
      this.pumping = false;
      this.pump();
    });
  }

  private pump(): void {
    while (this.handlers !== null && this.batchesOut < BATCHES_OUT && this.waiting.size > 0 && !this.pausing && !this.mustRest()) {
      const files = this.take();
      if (files.length === 0) continue;
      this.batchesOut++;
      this.last.at = this.options.elapsed();
      this.handlers.onBatch(files);
    }
  }

  /** Also while the batch before is under way: its end begins the rest. */
  private mustRest(): boolean {
    if (this.waiting.size >= this.options.batchFiles || this.last.whole) return false;
    return this.batchesOut > 0 || this.resting;
  }

  private rest(): void {
    this.pumpAfter(Math.min(this.options.longestRestMs, (this.options.elapsed() - this.last.at) * REST_SHARE), "resting");
  }

  private pumpAfter(ms: number, state: "resting" | "pausing"): void {
    this[state] = true;
    this.timers.after(ms, () => {
      this[state] = false;
      this.pump();
    });
  }

  private take(): SpoolFile[] {
    const files: SpoolFile[] = [];
    let bytes = 0;
    const isWhole = () => files.length >= this.options.batchFiles || bytes >= this.options.batchBytes;
    for (const name of this.waiting) {
      if (isWhole()) break;
      this.waiting.delete(name);
      const read = this.folder.read(name, this.options.now());
      if (read.kind === "skipped") this.ignore(name, read.reason);
      if (read.kind !== "file") continue;
      this.inFlight.add(name);
      files.push(read.file);
      bytes += read.bytes;
    }
    if (files.length > 0) this.last.whole = isWhole();
    return files;
  }

  /** Nothing can be committed now. Longer each time, so that a full disk does not also cost the processor. */
  private pause(): void {
    this.pauseMs = Math.min(LONGEST_PAUSE_MS, this.pauseMs === 0 ? this.options.firstPauseMs : this.pauseMs * 2);
    if (!this.pausing) this.pumpAfter(this.pauseMs, "pausing");
  }

  private rescan(): void {
    if (this.handlers === null) return;
    try {
      this.watchFolder(this.folder.ensure());
      for (const { name } of this.folder.list((name) => this.isKnown(name))) this.waiting.add(name);
    } catch (error) {
      this.stopWatching();
      this.handlers.onTrouble("the spool cannot be read", { reason: (error as Error).message });
    }
    this.pumpSoon();
  }

  private watchFolder(identity: number): void {
    if (this.watcher !== null && this.watchedFolder === identity) return;
    this.stopWatching();
    if (!this.options.watches || this.folder.isRemote()) return;
    try {
      this.watcher = watch(this.folder.path, (kind, name) => this.onReport(kind, name));
      this.watcher.on("error", () => this.stopWatching());
      this.watchedFolder = identity;
    } catch {
      // Too many watchers on this machine: polling does it.
    }
  }

  private stopWatching(): void {
    this.watcher?.close();
    this.watcher = null;
    this.removed.clear();
  }

  private scheduleRescan(): void {
    this.timers.after(this.watcher === null ? this.options.pollMs : this.options.rescanMs, () => {
      this.rescan();
      this.scheduleRescan();
    });
  }

  private sweep(): void {
    try {
      this.folder.sweep(this.options.now());
    } catch {
      // The next scan says what is wrong with the folder.
    }
  }
}
