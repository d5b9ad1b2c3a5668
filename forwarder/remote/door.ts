/** Where the app lets other machines in. */
import { createHash } from "node:crypto";
import { join } from "node:path";
import { openHome } from "../hook/home.ts";

const LIMIT_BYTES = 100;
const DEFAULT_PORT = 4820;

/** The app's door as a socket, by the app's own rule for long paths; null where there are none (Windows). */
export function doorSocket(home: string, platform: string = process.platform, uid: number | undefined = process.getuid?.()): string | null {
  if (platform === "win32") return null;
  const folder = join(home, "remote");
  const inside = join(folder, "door.sock");
  if (Buffer.byteLength(inside) < LIMIT_BYTES) return inside;
  return join("/tmp", `agent-mascot-${uid}-${createHash("sha256").update(folder).digest("hex").slice(0, 8)}`, "door.sock");
}

/** Where a tunnel leads to here. */
export function tunnelEnd(home: string): string {
  return doorSocket(home) ?? `127.0.0.1:${openHome(home).collector.port || DEFAULT_PORT}`;
}

/** A port of a host's loopback that hardly anybody has: below those that systems give out by themselves. */
export function portFor(id: string): number {
  return 18_000 + (Number.parseInt(id.slice(0, 8), 16) % 14_000);
}
