/** What whoever keeps other tables in the log's file shares with it: one writer, between whose groups of appends all else has its turns, and one place for failures. */
import type { Connection } from "./sqlite.ts";

export interface SharedFile {
  readonly file: string;
  /** @throws StoreError */
  read<Result>(work: (reader: Connection) => Promise<Result>): Promise<Result>;
  /** One transaction. @param bytes about what it adds to the write-ahead log. @throws StoreError */
  write<Result>(work: (writer: Connection) => Promise<Result>, bytes?: number): Promise<Result>;
  /** The writer without a transaction, for what SQLite does only outside of one. @throws StoreError */
  outside<Result>(work: (writer: Connection) => Promise<Result>, bytes?: number): Promise<Result>;
  /** On a connection of its own, which may be told to stop without stopping other reads. @throws StoreError */
  search<Result>(work: (searcher: Connection) => Promise<Result>): Promise<Result>;
  /** Copies the write-ahead log into the file and empties it. */
  empty(): Promise<void>;
  /** Events went: what was counted is counted anew. */
  forgetCount(): void;
  countEvents(): Promise<number>;
  isClosing(): boolean;
}
