/**
 * What the installed line runs after it has kept an event while the app is dead: starts the app again. Silent, exit 0 whatever happens, on time.
 * MASCOT_* is never read here: a repository's settings can set it (contract §16a).
 */
import { readFileSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { launchFromHook } from "../launch/launch-from-hook.ts";
import { end } from "../output.ts";
import type { HookArguments } from "./arguments.ts";
import { Connection } from "./exchange.ts";
import { exists, type Home, isWindowsAppsHome, openHome, trustedSocket } from "./home.ts";
import { limitsFor } from "./limits.ts";
import { attended } from "./meta.ts";
import { isObject } from "./payload.ts";

const STDIN = 0;

export async function runLaunch(args: HookArguments): Promise<never> {
  try {
    if (args.home !== null && isAbsolute(args.home) && exists(join(args.home, "installed"))) await launchWhereGone(args, args.home);
  } catch {
    // The event is kept; the next one tries again.
  }
  end(0);
}

async function launchWhereGone({ event }: HookArguments, folder: string): Promise<void> {
  const { totalMs } = limitsFor({ installed: true, event, attended: attended(process.env), answering: false });
  setTimeout(() => end(0), totalMs ?? 0);
  const home = openHome(folder);
  if (isWindowsAppsHome(home) || (await isThere(home))) return;
  await launchFromHook(home, event, folderOf(spooledPayload()));
}

/** The pid of an app in another container means nothing here, and its socket does. */
async function isThere(home: Home): Promise<boolean> {
  const socket = trustedSocket(home);
  if (socket === null) return false;
  return Connection.open({ socket }, { connectMs: null, wholeMs: null }).then(() => true, () => false);
}

/** Below the line with what the shell knew (installed-line.ts). */
function spooledPayload(): string {
  const text = readFileSync(STDIN, "utf8");
  return text.slice(text.indexOf("\n") + 1);
}

function folderOf(payload: string): unknown {
  try {
    const value: unknown = JSON.parse(payload);
    return isObject(value) ? value["cwd"] : null;
  } catch {
    return null;
  }
}
