/** Finding a place to listen: a port of a small range, or the one that was asked for; and the Unix socket in the home. */
import { chmod, lstat, stat, unlink } from "node:fs/promises";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname } from "node:path";
import type { Notices } from "../parts.ts";
import { askWhoIsThere, type Address } from "./neighbour.ts";

export const PORT_RANGE = { first: 4820, last: 4829 } as const;
const LOOPBACK = "127.0.0.1";
const BACKLOG = 1024;

/** The app of this home runs already: hand over to it. */
export class AlreadyRunning extends Error {
  constructor(
    readonly address: Address,
    readonly pid: number,
  ) {
    super(`Agent Mascot already runs (process ${pid})`);
  }
}

export interface ListenDeps {
  token: string;
  notices: Notices;
}

/**
 * Listens on the fixed port, else on the first free of the range, else on any free one: hooks find it by `collector.json`.
 * Whoever holds a port keeps it. Notices: `port_taken` {wanted, port} and `port_denied` {port} when another port was found,
 * `no_port` {from, to} or `port_denied` when none was.
 * @returns the port, or null when there is none (the Unix socket and the spool still work)
 * @throws AlreadyRunning
 */
export async function listenOnPort(server: Server, fixedPort: number | null, deps: ListenDeps, range: { first: number; last: number } = PORT_RANGE): Promise<number | null> {
  const wanted = fixedPort ?? range.first;
  const candidates = fixedPort !== null ? [fixedPort] : [...portsOf(range), 0];
  let obstacle: "port_taken" | "port_denied" | null = null;
  for (const port of candidates) {
    const failure = await tryListen(server, { port, host: LOOPBACK, backlog: BACKLOG });
    if (failure === null) {
      const used = (server.address() as AddressInfo).port;
      if (obstacle === "port_taken") deps.notices.raise({ id: obstacle, level: "info", values: { wanted, port: used } });
      if (obstacle === "port_denied") deps.notices.raise({ id: obstacle, level: "warn", values: { port: wanted } });
      return used;
    }
    // Two homes are two apps beside each other: nothing to tell the person.
    if (failure === "EADDRINUSE" && (await isOfOtherHome({ port }, deps.token)) && fixedPort === null) continue;
    obstacle ??= failure === "EACCES" ? "port_denied" : "port_taken";
  }
  if (obstacle === "port_denied") deps.notices.raise({ id: obstacle, level: "error", values: { port: wanted } });
  else deps.notices.raise({ id: "no_port", level: "error", values: { from: wanted, to: fixedPort ?? range.last } });
  return null;
}

function portsOf(range: { first: number; last: number }): number[] {
  return Array.from({ length: range.last - range.first + 1 }, (_, i) => range.first + i);
}

/** @throws AlreadyRunning when it is of this one */
async function isOfOtherHome(address: Address, token: string): Promise<boolean> {
  const neighbour = await askWhoIsThere(address, token);
  if (neighbour.who === "ours") throw new AlreadyRunning(address, neighbour.pid);
  return neighbour.who === "other_home";
}

/**
 * Listens on the Unix socket. A dead socket of ours is replaced; anything else at that path stays untouched and is said
 * (`socket_foreign` {file}): then hooks go over TCP or the spool.
 * @returns whether it listens
 * @throws AlreadyRunning
 */
export async function listenOnSocket(server: Server, path: string, deps: ListenDeps): Promise<boolean> {
  let failure = (await isPrivate(dirname(path))) ? await tryListen(server, { path, backlog: BACKLOG }) : "EACCES";
  if (failure === "EADDRINUSE" && (await isDeadSocket(path, deps.token))) {
    await unlink(path).catch(() => {});
    failure = await tryListen(server, { path, backlog: BACKLOG });
  }
  if (failure !== null) {
    deps.notices.raise({ id: "socket_foreign", level: "warn", values: { file: path, reason: failure } });
    return false;
  }
  await chmod(path, 0o600);
  return true;
}

/** The folder is what keeps others from the socket, and from putting one of theirs in its place. */
async function isPrivate(folder: string): Promise<boolean> {
  const found = await stat(folder).catch(() => null);
  return found?.isDirectory() === true && found.uid === process.getuid?.() && (found.mode & 0o077) === 0;
}

async function isDeadSocket(path: string, token: string): Promise<boolean> {
  const found = await lstat(path).catch(() => null);
  if (found === null) return true;
  if (!found.isSocket() || found.uid !== process.getuid?.()) return false;
  const neighbour = await askWhoIsThere({ socketPath: path }, token);
  if (neighbour.who === "ours") throw new AlreadyRunning({ socketPath: path }, neighbour.pid);
  return neighbour.who === "gone";
}

/** @returns the error's code, null when it listens */
function tryListen(server: Server, where: { port: number; host: string; backlog: number } | { path: string; backlog: number }): Promise<string | null> {
  return new Promise((resolve) => {
    const onError = (error: NodeJS.ErrnoException) => {
      server.off("listening", onListening);
      resolve(error.code ?? "unknown");
    };
    const onListening = () => {
      server.off("error", onError);
      resolve(null);
    };
    server.once("error", onError).once("listening", onListening);
    server.listen(where);
  });
}
