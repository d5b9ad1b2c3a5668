/** The home on another machine: no app here, but a way to the collector of one. */
import { join } from "node:path";
import type { RemoteHome } from "../../schemas/generated/types.ts";
import { openHome, readJson } from "../hook/home.ts";

export const REMOTE_FILE = "remote.json";

/** null: this home is no other machine's, or its file makes no sense. Checked by hand: the hook command has no room for a validator. */
export function readRemoteHome(home: string): RemoteHome | null {
  const { id, name, at } = readJson(join(home, REMOTE_FILE));
  if (typeof id !== "string" || !/^[0-9a-f]{16}$/.test(id) || typeof name !== "string" || typeof at !== "object" || at === null) return null;
  const { socket, port } = at as { socket?: unknown; port?: unknown };
  if (typeof socket === "string" && socket.startsWith("/")) return { id, name, at: { socket } };
  return typeof port === "number" && Number.isInteger(port) && port > 0 && port < 65_536 ? { id, name, at: { port } } : null;
}

/** A home of an app stays one, whatever else lies in it. */
export function isRemoteHome(home: string): boolean {
  return openHome(home).collector.url === undefined && readRemoteHome(home) !== null;
}
