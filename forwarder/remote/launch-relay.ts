/** From a hook on another machine: makes sure that a relay runs, once. */
import { join } from "node:path";
import { launchEnvironment } from "../launch/environment.ts";
import { userFolder } from "../launch/launch.ts";
import { takeLaunchLock } from "../launch/lock.ts";
import { relayRuns } from "./relay-state.ts";

/** @returns whether one was started now */
export async function startRelay(home: string, workFolders: readonly string[]): Promise<boolean> {
  if (relayRuns(home, Date.now()) || !takeLaunchLock(home, Date.now(), process.pid)) return false;
  const { spawn } = await import("node:child_process");
  const env = launchEnvironment({ env: process.env, installed: true, platform: process.platform, userFolder: userFolder(), home, workFolders });
  return new Promise((resolve) => {
    // A session of its own: the client ends a hook by killing its whole process group.
    const child = spawn(process.execPath, [join(home, "bin", "agent-mascot.mjs"), "relay"], { detached: true, stdio: "ignore", cwd: home, env });
    child.once("error", () => resolve(false));
    child.once("spawn", () => {
      child.unref();
      resolve(true);
    });
  });
}
