/**
 * The log's file was deleted, moved or replaced while the app has it open: SQLite goes on writing into what nobody will find again. As long as it is open everything
 * is still there, so it is written into its place anew.
 */
import fs from "node:fs/promises";
import { putAside } from "./files.ts";

/** Which file this is, whatever it is called; null: there is none. */
export function identityOf(file: string): Promise<string | null> {
  return fs.stat(file, { bigint: true }).then(({ dev, ino }) => `${dev}:${ino}`, () => null);
}

export interface Rescuable {
  /** Everything that is committed, as a database of its own. @throws StoreError */
  copyInto(file: string): Promise<void>;
  close(): Promise<void>;
}

/**
 * Closes the store and puts all that it held where its file should be. What somebody else put there is kept aside.
 * @returns the name of what was put aside, null when there was nothing
 * @throws StoreError, or a file system error (the folder is gone, the disk is full); the store is closed only when its copy was whole
 */
export async function rescue(store: Rescuable, file: string, now: number): Promise<string | null> {
  const copy = `${file}.rescued`;
  await fs.rm(copy, { force: true });
  await store.copyInto(copy);
  if (process.platform !== "win32") await fs.chmod(copy, 0o600);
  // Before anything else has the name: SQLite removes what it takes for its write-ahead log, by name.
  await store.close();
  const aside = (await identityOf(file)) === null ? null : await putAside(file, now);
  for (const companion of ["-wal", "-shm"]) await fs.rm(file + companion, { force: true });
  await fs.rename(copy, file);
  return aside;
}
