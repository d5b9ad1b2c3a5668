/** Everything that waits in the spool goes, what is kept aside and half-written ones too: a person deleted it. */
import { lstat, readdir, rm } from "node:fs/promises";
import { join } from "node:path";

/** @throws a file system error when something stays */
export async function emptySpool(folder: string): Promise<void> {
  const found = await lstat(folder).catch(() => null);
  if (found === null || !found.isDirectory()) return;
  for (const name of await readdir(folder)) await rm(join(folder, name), { force: true, recursive: true });
}
