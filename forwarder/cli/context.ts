/** What every command of the command line gets. */
import { isAbsolute, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { defaultHome } from "../hook/default-home.ts";
import { complain } from "../output.ts";
import { workingFolder } from "../hook/parcel.ts";
import { userFolder } from "../launch/launch.ts";
import type { Say } from "./words.ts";

export interface Context {
  say: Say;
  home: string;
  defaultHome: boolean;
  userFolder: string;
  env: Readonly<Record<string, string | undefined>>;
  cwd: string;
  /** where our own files lie */
  forwarderFolder: string;
}

/** Exit codes: 0 done, 1 could not be done, 2 wrong usage. */
export const DONE = 0;
export const FAILED = 1;
export const USAGE = 2;

/** Says what is wrong with the command line. */
export function usage(message: string): number {
  complain(message);
  return USAGE;
}

/** A shell may stand in a folder that was removed, such as that of a worktree: it still knows its name. */
function removedFolder({ PWD }: Context["env"]): string | null {
  return PWD !== undefined && isAbsolute(PWD) ? PWD : null;
}

export function makeContext(say: Say): Context {
  const folder = process.env["HOME"] || userFolder();
  const given = process.env["MASCOT_HOME"];
  return {
    say,
    home: given ? resolve(given) : defaultHome({ env: process.env, userFolder: folder }),
    defaultHome: !given,
    userFolder: folder,
    env: process.env,
    cwd: workingFolder() ?? removedFolder(process.env) ?? folder,
    forwarderFolder: resolve(fileURLToPath(import.meta.url), ".."),
  };
}
