import { attended } from "../hook/meta.ts";
import { forgetDeadApp, type Home } from "../hook/home.ts";
import { workingFolder } from "../hook/parcel.ts";
import { launchApp } from "./launch.ts";

/**
 * Starts the app of an installed line, where it may be started.
 * @param payloadCwd what the payload calls its folder, of whatever type
 * @returns whether it comes up, so that waiting for it is worth while
 */
export async function launchFromHook(home: Home, event: string | null, payloadCwd: unknown): Promise<boolean> {
  const result = await launchApp({
    home: home.path,
    // The line's home is always given on: the app must not take another one from its environment.
    defaultHome: false,
    collector: home.collector,
    installed: true,
    event,
    attended: attended(process.env),
    env: process.env,
    workFolders: [workingFolder(), process.env["CLAUDE_PROJECT_DIR"], typeof payloadCwd === "string" ? payloadCwd : null],
    nowMs: Date.now(),
  });
  const comes = result.kind === "started" || result.kind === "starting";
  if (!comes) forgetDeadApp(home.path);
  return comes;
}
