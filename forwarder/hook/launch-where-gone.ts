/** What the installed line asks for after it has kept an event while the app is dead: the app is started again, and nothing else. */
import { readFileSync } from "node:fs";
import { launchFromHook } from "../launch/launch-from-hook.ts";
import { end } from "../output.ts";
import { Connection } from "./exchange.ts";
import { type Home, isWindowsAppsHome, openHome, trustedSocket } from "./home.ts";
import { limitsFor } from "./limits.ts";
import { attended } from "./meta.ts";
import { readPayload } from "./payload.ts";
import { withoutEnd } from "./spool-end.ts";

const STDIN = 0;

export async function launchWhereGone(folder: string, event: string | null): Promise<void> {
  const { totalMs } = limitsFor({ installed: true, event, attended: attended(process.env), answering: false });
  setTimeout(() => end(0), totalMs ?? 0);
  const home = openHome(folder);
  if (isWindowsAppsHome(home) || (await isThere(home))) return;
  await launchFromHook(home, event, spooledFolder());
}

/** The pid of an app in another container means nothing here, and its socket does. */
async function isThere(home: Home): Promise<boolean> {
  const socket = trustedSocket(home);
  if (socket === null) return false;
  return Connection.open({ socket }, { connectMs: null, wholeMs: null }).then(() => true, () => false);
}

/** Of the payload, which stands below the line with what the shell knew (installed-line.ts). */
function spooledFolder(): unknown {
  const file = readFileSync(STDIN);
  const text = file.toString("utf8");
  const payload = readPayload(Buffer.from(withoutEnd(text, text.slice(text.indexOf("\n") + 1)), "utf8"));
  return payload.kind === "object" ? payload.value["cwd"] : null;
}
