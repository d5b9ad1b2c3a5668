/** The home folder: made, or checked before anything in it is believed. */
import { constants } from "node:fs";
import { access, chmod, lstat, mkdir, stat } from "node:fs/promises";
import { userInfo } from "node:os";
import { dirname } from "node:path";
import type { HomePaths } from "../parts.ts";

/** `id` is the key of the text for the person (`start.problem.<id>`, with path and detail); `message` is for the log. */
export class HomeError extends Error {
  constructor(
    readonly id: "home_foreign" | "home_writable_by_others" | "home_not_a_folder" | "home_unusable",
    readonly path: string,
    message: string,
    readonly detail = "",
  ) {
    super(message);
  }
}

export interface HomeOwner {
  /** null on Windows: there the profile's access list protects the folder */
  uid: number | null;
}

const PRIVATE_FOLDER = 0o700;

/**
 * Creates what is missing, all 0700. A home that somebody else owns or may write to is refused: whoever writes there could start
 * programs and read conversations as the user.
 * @throws HomeError
 */
export async function openHome(paths: HomePaths, owner: HomeOwner = thisUser()): Promise<void> {
  await privateFolder(paths.home, owner, { mayBeLink: true });
  await access(paths.home, constants.W_OK).catch((error: unknown) => Promise.reject(unusable(paths.home, error)));
  const folders = [paths.answers, paths.spool, paths.locks, paths.logs, paths.themes, paths.bin, paths.electron];
  for (const folder of folders) await privateFolder(folder, owner, { mayBeLink: false });
  for (const socket of [paths.socket, paths.door]) await socketFolder(socket, paths.home, owner);
}

/** A socket outside the home lies where others may have made its folder first: then there is no socket, which the collector says, but there is an app. */
async function socketFolder(socket: string, home: string, owner: HomeOwner): Promise<void> {
  const folder = dirname(socket);
  if (socket === "" || folder === home) return;
  await privateFolder(folder, owner, { mayBeLink: false }).catch((error: unknown) => {
    if (!(error instanceof HomeError)) throw error;
  });
}

function thisUser(): HomeOwner {
  return { uid: process.platform === "win32" ? null : userInfo().uid };
}

/** @param allowed mayBeLink: people do move their home folder to another disk and leave a link; folders inside it have no reason to be links */
async function privateFolder(folder: string, owner: HomeOwner, allowed: { mayBeLink: boolean }): Promise<void> {
  try {
    await mkdir(folder, { recursive: allowed.mayBeLink, mode: PRIVATE_FOLDER });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw unusable(folder, error);
  }
  const found = await (allowed.mayBeLink ? stat(folder) : lstat(folder)).catch((error: unknown) => {
    throw unusable(folder, error);
  });
  if (!found.isDirectory()) throw new HomeError("home_not_a_folder", folder, `${folder} is not a folder. Move it away, then start Agent Mascot again.`);
  if (owner.uid === null) return;
  if (found.uid !== owner.uid) throw new HomeError("home_foreign", folder, `${folder} belongs to another user (uid ${found.uid}). Choose another folder with MASCOT_HOME.`, String(found.uid));
  if ((found.mode & 0o022) !== 0) {
    throw new HomeError("home_writable_by_others", folder, `Other users may write to ${folder}. Make it private first: chmod 700 '${folder}'`);
  }
  if ((found.mode & 0o777) !== PRIVATE_FOLDER) await chmod(folder, PRIVATE_FOLDER).catch((error: unknown) => Promise.reject(unusable(folder, error)));
}

function unusable(folder: string, error: unknown): HomeError {
  const code = (error as NodeJS.ErrnoException).code ?? "unknown error";
  return new HomeError("home_unusable", folder, `${folder} cannot be used (${code}). Check the disk and its permissions, or choose another folder with MASCOT_HOME.`, code);
}
