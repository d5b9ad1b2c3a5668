/** `collector.json`: where the app is or was (DESIGN §12). Hooks read it to find the socket, and what to start when the app is down. */
import { access, readFile, rm } from "node:fs/promises";
import type { CollectorFile, HomePaths } from "../parts.ts";
import { CollectorFile as isCollectorFile } from "../../schemas/generated/validators.mjs";
import { writeFileAtomic } from "./atomic-file.ts";

/** @returns null when there is none or it makes no sense */
export async function readCollectorFile(path: string): Promise<CollectorFile | null> {
  try {
    const value: unknown = JSON.parse(await readFile(path, "utf8"));
    return isCollectorFile(value) ? value : null;
  } catch {
    return null;
  }
}

/** Says "the app is here": the record, then the pid as a plain number, which a shell line can test without parsing JSON. */
export async function publishRunning(paths: Pick<HomePaths, "collectorFile" | "pidFile">, file: CollectorFile): Promise<void> {
  await writeFileAtomic(paths.collectorFile, `${JSON.stringify(file, null, 2)}\n`);
  await writeFileAtomic(paths.pidFile, `${file.pid}\n`);
}

/** What hooks find the running app by, where somebody removed it; what another app wrote stays. */
export async function publishAgain(paths: Pick<HomePaths, "collectorFile" | "pidFile">, file: CollectorFile): Promise<void> {
  if (await isMissing(paths.collectorFile)) await publishRunning(paths, file);
  else if (await isMissing(paths.pidFile)) await writeFileAtomic(paths.pidFile, `${file.pid}\n`);
}

const isMissing = (path: string) => access(path).then(() => false, (error: NodeJS.ErrnoException) => error.code === "ENOENT");

/**
 * Says "the app was here". The record stays, so that hooks can start the app again. The pid file goes only when the person quit:
 * a dead pid in it is what tells the installed line to hand the next event to the forwarder, which may start the app.
 * Nothing is written when the record names another process: a newer instance has taken over.
 */
export async function publishStopped(
  paths: Pick<HomePaths, "collectorFile" | "pidFile">,
  end: { pid: number; stoppedAt: string; quitByPerson: boolean },
): Promise<void> {
  const file = await readCollectorFile(paths.collectorFile);
  if (file === null || file.pid !== end.pid) return;
  const stopped: CollectorFile = { ...file, stoppedAt: end.stoppedAt };
  if (end.quitByPerson) stopped.quitByPerson = true;
  await writeFileAtomic(paths.collectorFile, `${JSON.stringify(stopped, null, 2)}\n`);
  if (end.quitByPerson) await rm(paths.pidFile, { force: true });
}
