/** The secret that the app, its forwarder and its command line share (SECURITY: random, user-only file). */
import { randomBytes } from "node:crypto";
import { constants } from "node:fs";
import { link, open, rm } from "node:fs/promises";
import { writeFileAtomic } from "./atomic-file.ts";

const TOKEN = /^[0-9a-f]{64}$/;

/**
 * The token of this home; made when there is none. One that others could have read, or that is damaged, is replaced:
 * the forwarder reads the file anew each time, so nobody is left with the old one.
 */
export async function readOrCreateToken(path: string): Promise<string> {
  const created = await createToken(path);
  if (created !== null) return created;
  return (await readPrivateToken(path)) ?? (await rotateToken(path));
}

/** Replaces the token; every holder of the old one is locked out. */
export async function rotateToken(path: string): Promise<string> {
  const token = randomBytes(32).toString("hex");
  await writeFileAtomic(path, `${token}\n`);
  return token;
}

/** The running app's token where its file is gone: without it hooks prove nothing and are strangers until the next start. */
export async function putBackToken(path: string, token: string): Promise<void> {
  await writeNew(path, token).catch((error: NodeJS.ErrnoException) => (error.code === "EEXIST" ? undefined : Promise.reject(error)));
}

/**
 * Linked into place when it is whole: of two starts at once, which must agree on one token, the second must not find an empty file.
 * @returns null when a file of that name exists
 */
async function createToken(path: string): Promise<string | null> {
  const token = randomBytes(32).toString("hex");
  const temporary = `${path}.${process.pid}-${randomBytes(4).toString("hex")}.tmp`;
  try {
    await writeNew(temporary, token);
    await link(temporary, path);
    return token;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") return null;
    // File systems without links.
    if (code === "EPERM" || code === "ENOTSUP" || code === "ENOSYS") return writeNew(path, token).then(() => token, (failure: NodeJS.ErrnoException) => (failure.code === "EEXIST" ? null : Promise.reject(failure)));
    throw error;
  } finally {
    await rm(temporary, { force: true });
  }
}

async function writeNew(path: string, token: string): Promise<void> {
  const file = await open(path, "wx", 0o600);
  try {
    await file.writeFile(`${token}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function readPrivateToken(path: string): Promise<string | null> {
  try {
    const file = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
    try {
      const found = await file.stat();
      const shared = process.platform !== "win32" && (found.mode & 0o077) !== 0;
      if (!found.isFile() || shared || found.size > 200) return null;
      const text = (await file.readFile("utf8")).trim();
      return TOKEN.test(text) ? text : null;
    } finally {
      await file.close();
    }
  } catch {
    return null;
  }
}
