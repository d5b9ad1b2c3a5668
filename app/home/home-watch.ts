/**
 * Whether the home is still the folder that the app opened. Removed or replaced while the app runs, it takes the log with it: what is written then goes into files that
 * nobody finds again, which the person must hear at once.
 */
import { stat } from "node:fs/promises";
import type { HomePaths, Log, Notices } from "../parts.ts";
import { oneAtATime } from "../machine/timers.ts";
import { readCollectorFile } from "./collector-file.ts";

export const HOME_GONE = "home_gone";

/** One look costs one question to the file system. */
const LOOK_MS = 5_000;

export interface HomeWatchOptions {
  paths: Pick<HomePaths, "home" | "collectorFile">;
  pid: number;
  notices: Notices;
  log: Log;
  every(ms: number, run: () => void): () => void;
  /** The home is there; what others find the app by may be gone. */
  putBack(): Promise<void>;
  /** Another app has made the home anew and works there: this one would only be in its way. */
  onTakenOver(): void;
}

/** @returns the function that stops watching */
export async function watchHome(options: HomeWatchOptions): Promise<() => void> {
  const { paths, pid, notices, log } = options;
  const opened = await identityOf(paths.home);
  const look = async () => {
    if ((await identityOf(paths.home)) === opened) {
      notices.clear(HOME_GONE);
      return options.putBack();
    }
    const owner = await readCollectorFile(paths.collectorFile);
    if (owner !== null && owner.pid !== pid && owner.stoppedAt === undefined) {
      log.warn("another app has taken over the home", { pid: owner.pid });
      return options.onTakenOver();
    }
    notices.raise({ id: HOME_GONE, level: "error", values: { path: paths.home } });
  };
  return options.every(LOOK_MS, oneAtATime(() => look().catch((error: Error) => log.warn("the home could not be put in order", { reason: error.message }))));
}

/** null: there is nothing */
function identityOf(folder: string): Promise<string | null> {
  return stat(folder, { bigint: true }).then(({ dev, ino }) => `${dev}:${ino}`, () => null);
}
