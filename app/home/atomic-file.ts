/** Files that are either the old ones or the new ones, also after a power cut. */
import { open, rename, rm } from "node:fs/promises";
import { dirname, join, basename } from "node:path";
import { randomBytes } from "node:crypto";

/**
 * Writes beside the target, flushes, renames into place and flushes the folder.
 * @throws what the file system says (ENOSPC, EROFS, EACCES …); the old file is untouched then and nothing is left beside it
 */
export async function writeFileAtomic(path: string, content: string, mode = 0o600): Promise<void> {
  const temporary = join(dirname(path), `.${basename(path)}.${process.pid}-${randomBytes(4).toString("hex")}.tmp`);
  try {
    const file = await open(temporary, "wx", mode);
    try {
      await file.writeFile(content, "utf8");
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await flushFolder(dirname(path));
}

/** Makes a rename last. Windows cannot open folders; there the file system's journal has to do. */
async function flushFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, "r");
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch {
    // The content is in place; only its survival of a power cut is not promised.
  }
}
