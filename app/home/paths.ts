/** Where everything of the app lives (DESIGN §12). */
import { createHash } from "node:crypto";
import { homedir, userInfo } from "node:os";
import { join, resolve } from "node:path";
import type { HomePaths } from "../parts.ts";

/** `sun_path` holds 104 bytes on macOS, 108 on Linux; the forwarder and curl count the final zero. */
export const SOCKET_PATH_LIMIT_BYTES = 100;

export interface PathsSource {
  platform: NodeJS.Platform;
  uid: number;
}

/** `MASCOT_HOME`, else `~/.agent-mascot`. Two homes are two independent apps. */
export function homeFolder(env: Readonly<Record<string, string | undefined>>): string {
  const chosen = env["MASCOT_HOME"];
  return resolve(chosen !== undefined && chosen !== "" ? chosen : join(homedir(), ".agent-mascot"));
}

/** Every path below `home`. `socket` is "" on Windows, where the forwarder signs its requests over TCP instead. */
export function homePaths(home: string, source: PathsSource = thisMachine()): HomePaths {
  const below = (...names: string[]) => join(home, ...names);
  return {
    home,
    token: below("token"),
    collectorFile: below("collector.json"),
    socket: socketPath(home, "mascot.sock", source),
    door: socketPath(join(home, "remote"), "door.sock", source),
    remotes: below("remotes.json"),
    pidFile: below("app.pid"),
    installed: below("installed"),
    room: below("room"),
    answers: below("answers"),
    spool: below("spool"),
    database: below("events.db"),
    settings: below("settings.json"),
    locks: below("locks"),
    logs: below("logs"),
    themes: below("themes"),
    bin: below("bin"),
    electron: below("electron"),
  };
}

function socketPath(folder: string, name: string, { platform, uid }: PathsSource): string {
  if (platform === "win32") return "";
  const inside = join(folder, name);
  if (Buffer.byteLength(inside) < SOCKET_PATH_LIMIT_BYTES) return inside;
  const digest = createHash("sha256").update(folder).digest("hex").slice(0, 8);
  return join("/tmp", `agent-mascot-${uid}-${digest}`, name);
}

function thisMachine(): PathsSource {
  return { platform: process.platform, uid: userInfo().uid };
}
