import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder that holds package.json. */
export const projectRoot = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Results of the build; nothing in it is committed. */
export const distFolder = join(projectRoot, "dist");

/** Stamps and other notes of this checkout that may be deleted at any time. */
export const stampFolder = join(projectRoot, ".cache");

/**
 * The folder for large things that every checkout of this user may share (a downloaded Electron).
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {string}
 */
export function userCacheFolder(env = process.env) {
  const base = env.XDG_CACHE_HOME?.startsWith("/") ? env.XDG_CACHE_HOME : join(homedir(), ".cache");
  return join(base, "agent-mascot");
}

/**
 * @param {...string} parts
 * @returns {string}
 */
export function inProject(...parts) {
  return join(projectRoot, ...parts);
}
