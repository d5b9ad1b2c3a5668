/**
 * Keeps the write-ahead log small (DESIGN §11: below 64 MB). SQLite's own checkpoint would run inside some append's commit and make it wait for the disk;
 * here a connection of its own copies pages while appends go on. Appends that never pause keep such a copy from ever being complete, so the log grows all the
 * same; then the writer stops, right after a copy, when little is left to do, and empties it.
 */
import { walSize } from "./files.ts";
import type { Connection } from "./sqlite.ts";

const MB = 1024 * 1024;
/** Bytes written between two looks at the file. */
const LOOK_EVERY = 2 * MB;
/** Growth between two copies: each makes the disk flush, and appends beside it wait for the disk. */
const COPY_EVERY = 20 * MB;
/** Seldom, because appends wait meanwhile: at 200 appends a second every five seconds. */
const EMPTY_FROM = 40 * MB;
/** Not waiting for a copy first: between two looks, a transaction of the largest size may add 16 MB. */
const EMPTY_AT_ONCE = 46 * MB;
/** While a foreign reader holds the log, appends wait for each try in vain: so only after so much more. */
const PATIENCE = 8 * MB;
/** What is written beside the rows, at most: pages of indexes, whole; a commit has some of its own, and events of many sessions touch one each. */
const COST_OF_COMMIT = 24 * 1024;
const COST_OF_EVENT = 4 * 1024;

interface CheckpointRow {
  busy: number;
}

export class WalKeeper {
  private unseen = 0;
  /** Size of the log when the last copy began. */
  private copiedAt = 0;
  /** Added to the limits while somebody holds the log. */
  private held = 0;
  private copying: Promise<void> | null = null;

  constructor(private readonly database: string, private readonly helper: Connection, private readonly onFailure: (error: unknown) => void) {}

  noteCommit(events: number, bytes: number): void {
    this.unseen += bytes + events * COST_OF_EVENT + COST_OF_COMMIT;
  }

  /** Called by the writer between two transactions. */
  async betweenCommits(): Promise<void> {
    if (this.unseen < LOOK_EVERY) return;
    this.unseen = 0;
    const size = await walSize(this.database);
    this.copiedAt = Math.min(this.copiedAt, size);
    const emptyFrom = EMPTY_FROM + this.held;
    const copied = this.copying === null && this.copiedAt >= emptyFrom;
    if (copied || size >= EMPTY_AT_ONCE + this.held) await this.empty(size);
    else if (size - this.copiedAt >= COPY_EVERY || (size >= emptyFrom && this.copiedAt < emptyFrom)) this.startCopying(size);
  }

  /** Called by the writer when nothing was written for a while: the file then holds everything, also after a power cut. */
  async whenQuiet(): Promise<void> {
    this.unseen = 0;
    const size = await walSize(this.database);
    if (size > 0) await this.empty(size);
  }

  /** Waits for the copy that runs. */
  async settled(): Promise<void> {
    await this.copying;
  }

  private startCopying(size: number): void {
    if (this.copying !== null) return;
    this.copiedAt = size;
    this.copying = this.helper
      .all("PRAGMA wal_checkpoint(PASSIVE)")
      .then(() => undefined, this.onFailure)
      .finally(() => {
        this.copying = null;
      });
  }

  private async empty(size: number): Promise<void> {
    await this.copying;
    const row = await this.helper.first<CheckpointRow>("PRAGMA wal_checkpoint(TRUNCATE)").catch((error: unknown) => {
      this.onFailure(error);
      return null;
    });
    this.copiedAt = 0;
    this.held = row?.busy === 0 ? 0 : Math.max(0, size - EMPTY_FROM) + PATIENCE;
  }
}
