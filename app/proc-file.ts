/** Reading files of /proc. */
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
