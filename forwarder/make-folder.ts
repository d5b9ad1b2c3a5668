/**
 * Folders, with what is missing above them. Node's own way (`recursive: true`) asks again and again, for ever and with a core of its own, where a folder is there and takes nothing:
 * a Windows drive that went away under WSL, a share that was cut off, a removed mount. A hook that does so never ends.
 */
import { mkdirSync, statSync } from "node:fs";
import { mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";

/** @throws the file system's error; also when something that is no folder is in the way */
export function makeFolder(folder: string, mode = 0o777): void {
  for (const missing of missingParts(folder)) makeOne(missing, mode);
}

/** As `makeFolder`, without holding anybody up. */
export async function makeFolderSoon(folder: string, mode = 0o777): Promise<void> {
  const missing: string[] = [];
  for (const part of partsOf(folder)) {
    if (await stat(part).then((found) => found.isDirectory(), () => false)) break;
    missing.unshift(part);
  }
  for (const part of missing) await mkdir(part, mode).catch((error: unknown) => mayBeThere(part, error));
}

function makeOne(folder: string, mode: number): void {
  try {
    mkdirSync(folder, mode);
  } catch (error) {
    mayBeThere(folder, error);
  }
}

/** Somebody else was faster; or that is no folder. */
function mayBeThere(folder: string, error: unknown): void {
  if ((error as NodeJS.ErrnoException).code !== "EEXIST" || !isFolder(folder)) throw error;
}

/** Outermost first. */
function missingParts(folder: string): string[] {
  const parts = partsOf(folder);
  const there = parts.findIndex(isFolder);
  return (there < 0 ? parts : parts.slice(0, there)).reverse();
}

/** The folder and all above it, innermost first. */
function partsOf(folder: string): string[] {
  const parts = [folder];
  for (let above = dirname(folder); above !== parts.at(-1); above = dirname(above)) parts.push(above);
  return parts;
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
