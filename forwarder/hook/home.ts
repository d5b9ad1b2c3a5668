/** The app's home as the forwarder sees it: where the collector is, and whether that can be believed. */
import { lstatSync, readFileSync, unlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import type { CollectorFile } from "../../schemas/generated/types.ts";
import { isWindowsPath } from "./workspace.ts";

export interface Home {
  path: string;
  collector: Partial<CollectorFile>;
}

export function openHome(path: string): Home {
  return { path, collector: readJson(join(path, "collector.json")) as Partial<CollectorFile> };
}

/** A JSON object from a file of ours; {} when it is missing, unreadable or not an object. */
export function readJson(file: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(readFileSync(file, "utf8"));
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

export function exists(file: string): boolean {
  try {
    lstatSync(file);
    return true;
  } catch {
    return false;
  }
}

/**
 * Path of the collector's Unix socket, or null when there is none to trust.
 * The folder authenticates it: only the user can have made a socket in a folder that is theirs alone (0700).
 */
export function trustedSocket(home: Home): string | null {
  const path = typeof home.collector.socket === "string" ? home.collector.socket : join(home.path, "mascot.sock");
  try {
    const socket = lstatSync(path);
    const folder = lstatSync(dirname(path));
    const uid = process.getuid?.();
    const ours = socket.isSocket() && socket.uid === uid && folder.isDirectory() && folder.uid === uid && (folder.mode & 0o077) === 0;
    return ours ? path : null;
  } catch {
    return null;
  }
}

/** The collector's token, for signing; null when there is none. It is never sent. */
export function readToken(home: string): string | null {
  try {
    const token = readFileSync(join(home, "token"), "utf8").trim();
    return /^[0-9a-f]{64}$/i.test(token) ? token : null;
  } catch {
    return null;
  }
}

/**
 * True when the app of this home is one for Windows, seen from WSL through the mount of its drive. It cannot be started from here, and with WSL's own
 * network (NAT) not be reached either; its spool can: that is where its events go.
 */
export function isWindowsAppsHome(home: Home, platform: string = process.platform): boolean {
  return platform !== "win32" && typeof home.collector.appPath === "string" && isWindowsPath(home.collector.appPath);
}

/**
 * Takes away the pid of an app that died. While it lies there the installed line hands every event to the forwarder, so that the app is started again;
 * where it cannot be, the next session's start asks anew and the events between need not pay for it.
 */
export function forgetDeadApp(home: string): void {
  const file = join(home, "app.pid");
  try {
    if (!isOurProcess(Number(readFileSync(file, "utf8")))) unlinkSync(file);
  } catch {
    // There is none, or it stays: the next event then tries again.
  }
}

/** A process that may not be asked is somebody else's: the number was given anew. */
function isOurProcess(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
