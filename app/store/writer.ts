/**
 * The one who writes. Everything that waits becomes one transaction (group commit): while a transaction is on its way to the disk the next one gathers,
 * so many small appends cost as little as one large one, and a lone append waits for nobody.
 */
import type { StoreError } from "../parts.ts";
import { type BatchContext, type ItemResult, writeItems } from "./batch.ts";
import type { PreparedItem } from "./event-row.ts";
import type { WalKeeper } from "./wal-keeper.ts";

/** Bounds of one transaction: beyond, it gains nothing and delays its first members. */
const MAX_EVENTS = 1024;
const MAX_BYTES = 8 * 1024 * 1024;

interface Waiting {
  item: PreparedItem;
  done(result: ItemResult): void;
}

export class Writer {
  private waiting: Waiting[] = [];
  private tasks: (() => Promise<void>)[] = [];
  private loop: Promise<void> | null = null;
  private quietTimer: NodeJS.Timeout | undefined;

  constructor(
    private readonly context: BatchContext,
    private readonly wal: WalKeeper,
    private readonly quietMs: number,
    private readonly onStored: (seqs: readonly number[]) => void,
    private readonly onFailure: (error: StoreError) => void,
  ) {}

  append(item: PreparedItem): Promise<ItemResult> {
    return new Promise((done) => {
      this.waiting.push({ item, done });
      this.wake();
    });
  }

  /** Runs between two groups, with the writer's connection to itself. What hooks wait for goes first, and waits for one such turn at most. */
  exclusively<Result>(work: () => Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.tasks.push(() => work().then(resolve, reject));
      this.wake();
    });
  }

  /** Waits until nothing waits, and lets nothing start by itself any more. */
  async stop(): Promise<void> {
    while (this.loop !== null) await this.loop;
    clearTimeout(this.quietTimer);
    await this.wal.settled();
  }

  private wake(): void {
    this.loop ??= this.work().finally(() => {
      this.loop = null;
      if (this.waiting.length + this.tasks.length > 0) this.wake();
    });
  }

  private async work(): Promise<void> {
    clearTimeout(this.quietTimer);
    // One turn later: callers of the same turn of the event loop then share the first transaction too.
    await Promise.resolve();
    while (this.waiting.length + this.tasks.length > 0) {
      if (this.waiting.length > 0) await this.writeGroup(this.takeGroup());
      await this.tasks.shift()?.();
      await this.wal.betweenCommits();
    }
    this.quietTimer = setTimeout(() => void this.exclusivelyQuiet(), this.quietMs);
    this.quietTimer.unref();
  }

  /** The quiet work must not count as activity, or it would start its own timer for ever. */
  private async exclusivelyQuiet(): Promise<void> {
    if (this.loop !== null) return;
    this.loop = this.wal.whenQuiet().finally(() => {
      this.loop = null;
      if (this.waiting.length + this.tasks.length > 0) this.wake();
    });
  }

  private takeGroup(): Waiting[] {
    let events = 0;
    let bytes = 0;
    let count = 0;
    for (const { item } of this.waiting) {
      events += item.rows.length;
      bytes += item.bytes;
      if (count > 0 && (events > MAX_EVENTS || bytes > MAX_BYTES)) break;
      count++;
    }
    return this.waiting.splice(0, count);
  }

  private async writeGroup(group: readonly Waiting[]): Promise<void> {
    const items = group.map((waiting) => waiting.item);
    const results = await this.writeOnceMoreIfBusy(items);
    this.wal.noteCommit(items.reduce((sum, item) => sum + item.rows.length, 0), items.reduce((sum, item) => sum + item.bytes, 0));
    group.forEach((waiting, index) => this.answer(waiting, results[index] as ItemResult));
  }

  /** Somebody else's lock (a backup tool, a database browser) mostly lasts a moment. */
  private async writeOnceMoreIfBusy(items: readonly PreparedItem[]): Promise<ItemResult[]> {
    const results = await writeItems(this.context, items);
    const allBusy = results.every((result) => result instanceof Error && result.reason === "busy");
    return allBusy ? writeItems(this.context, items) : results;
  }

  private answer(waiting: Waiting, result: ItemResult): void {
    if (result instanceof Error) this.onFailure(result);
    else if (result.status === "stored") this.onStored(result.seqs);
    waiting.done(result);
  }
}
