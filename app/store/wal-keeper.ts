/**
 * Keeps the write-ahead log small (DESIGN §11: below 64 MB). SQLite's own checkpoint would run inside some append's commit and make it wait for the disk;
 * here a connection of its own copies pages while appends go on, and only when the log grows all the same does the writer stop and empty it.
 */
import { walSize } from "./files.ts";
import type { Connection } from "./sqlite.ts";

const MB = 1024 * 1024;
/** Bytes written between two looks at the file. */
const LOOK_EVERY = 2 * MB;
const COPY_FROM = 4 * MB;
const EMPTY_FROM = 24 * MB;
/** When a foreign reader holds the log, each further try costs the writer its busy timeout: so only after so much more. */
const PATIENCE = 8 * MB;
/** What a commit writes beside the rows: pages of indexes, whole. */
const COST_OF_COMMIT = 24 * 1024;

interface CheckpointRow {
  busy: number;
}

export class WalKeeper {
  private unseen = 0;
  private emptyFrom = EMPTY_FROM;
  private copying: Promise<void> | null = null;

  constructor(private readonly database: string, private readonly writer: Connection, private readonly helper: Connection, private readonly onFailure: (error: unknown) => void) {}

  noteCommit(bytes: number): void {
    this.unseen += bytes + COST_OF_COMMIT;
  }

  /** Called by the writer between two transactions. */
  async betweenCommits(): Promise<void> {
    if (this.unseen < LOOK_EVERY) return;
    this.unseen = 0;
    const size = await walSize(this.database);
    if (size >= this.emptyFrom) await this.empty(size);
    else if (size >= COPY_FROM) this.startCopying();
  }

  /** Called by the writer when nothing was written for a while: the file then holds everything, also after a power cut. */
  async whenQuiet(): Promise<void> {
    this.unseen = 0;
    if ((await walSize(this.database)) > 0) await this.empty(0);
  }

  /** Waits for the copy that runs. */
  async settled(): Promise<void> {
    await this.copying;
  }

  private startCopying(): void {
    this.copying ??= this.helper
      .all("PRAGMA wal_checkpoint(PASSIVE)")
      .then(() => undefined, this.onFailure)
      .finally(() => {
        this.copying = null;
      });
  }

  private async empty(size: number): Promise<void> {
    await this.copying;
    const row = await this.writer.first<CheckpointRow>("PRAGMA wal_checkpoint(TRUNCATE)").catch((error: unknown) => {
      this.onFailure(error);
      return null;
    });
    this.emptyFrom = row?.busy === 0 ? EMPTY_FROM : Math.max(EMPTY_FROM, size + PATIENCE);
  }
}
