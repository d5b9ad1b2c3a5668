/** Reading files of /proc. */
import { closeSync, openSync, readSync } from "node:fs";
import { open } from "node:fs/promises";

const PIECE = 64 * 1024;

/**
 * The whole of a file that claims to be empty, as those of /proc do. `readFile` of Node 18, which the oldest Electron has, takes the
 * first page of such a file for all of it.
 * @throws what opening and reading throw
 */
export async function readProcFile(path: string): Promise<string> {
  const file = await open(path, "r");
  try {
    const piece = Buffer.alloc(PIECE);
    let text = "";
    for (;;) {
      const { bytesRead } = await file.read(piece, 0, piece.length, null);
      if (bytesRead === 0) return text;
      text += piece.toString("latin1", 0, bytesRead);
    }
  } finally {
    await file.close();
  }
}

/**
 * The same at once.
 * @param most bytes; more is not read
 * @returns null when it cannot be read
 */
export function readProcFileNow(path: string, most: number): string | null {
  let descriptor: number | null = null;
  try {
    descriptor = openSync(path, "r");
    const bytes = Buffer.allocUnsafe(most);
    let length = 0;
    for (let read = -1; read !== 0 && length < most; length += read) read = readSync(descriptor, bytes, length, most - length, null);
    return bytes.toString("latin1", 0, length);
  } catch {
    return null;
  } finally {
    if (descriptor !== null) closeSync(descriptor);
  }
}
