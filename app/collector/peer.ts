/**
 * Who is at the other end of a loopback connection. A port on 127.0.0.1 is open to every user of the machine; without a token
 * only the app's own user (and root, who can read the token anyway) may write events. Linux tells whose a socket is; elsewhere
 * this is unknown and such requests count as unverified like any other.
 */
import { readFile } from "node:fs/promises";
import type { Socket } from "node:net";

export type Peer = "own" | "other" | "unknown";

export interface ConnectionEnds {
  peer: { address: string; port: number };
  local: { address: string; port: number };
}

export type ReadTable = () => Promise<string>;

/** Asks once per connection. */
export class PeerLookup {
  private readonly known = new WeakMap<Socket, Promise<Peer>>();

  constructor(
    private readonly ownUid: number | null,
    private readonly readTable: ReadTable = readTables,
  ) {}

  of(socket: Socket): Peer | Promise<Peer> {
    if (this.ownUid === null) return "unknown";
    let answer = this.known.get(socket);
    if (answer === undefined) {
      answer = this.look(socket, this.ownUid);
      this.known.set(socket, answer);
    }
    return answer;
  }

  private async look(socket: Socket, ownUid: number): Promise<Peer> {
    const { remoteAddress, remotePort, localAddress, localPort } = socket;
    if (remoteAddress === undefined || remotePort === undefined || localAddress === undefined || localPort === undefined) return "other";
    const table = await this.readTable().catch(() => "");
    return peerIn(table, ownUid, { peer: { address: remoteAddress, port: remotePort }, local: { address: localAddress, port: localPort } });
  }
}

/**
 * @param table text of /proc/net/tcp, optionally with /proc/net/tcp6 behind it
 * A connection of which the table shows only our end belongs to nobody we can see (another network namespace, or gone already): `other`.
 * One of which it shows neither end is a table that cannot be trusted: `unknown`.
 */
export function peerIn(table: string, ownUid: number, ends: ConnectionEnds): Peer {
  const theirs = row(table, ends.peer, ends.local);
  if (theirs === null) return row(table, ends.local, ends.peer) === null ? "unknown" : "other";
  // A socket whose process is gone shows uid 0 and no inode: that is not root.
  if (theirs.inode === "0") return "other";
  return theirs.uid === ownUid || theirs.uid === 0 ? "own" : "other";
}

type End = ConnectionEnds["peer"];

function row(table: string, from: End, to: End): { uid: number; inode: string } | null {
  for (const [a, b] of [
    [hexV4(from), hexV4(to)],
    [hexMapped(from), hexMapped(to)],
  ] as const) {
    const at = table.indexOf(`: ${a} ${b} `);
    if (at < 0) continue;
    const end = table.indexOf("\n", at);
    const fields = table.slice(at + 2, end < 0 ? undefined : end).trim().split(/\s+/);
    return { uid: Number(fields[6]), inode: fields[8] ?? "0" };
  }
  return null;
}

/** `127.0.0.1:4820` → `0100007F:12D4`: the kernel prints addresses as it stores them, here little-endian. */
function hexV4({ address, port }: End): string {
  const bytes = address.replace(/^::ffff:/, "").split(".").map((part) => Number(part).toString(16).padStart(2, "0"));
  return `${bytes.reverse().join("")}:${port.toString(16).padStart(4, "0")}`.toUpperCase();
}

/** The same connection when the other side opened it from an IPv6 socket. */
function hexMapped(end: End): string {
  return `0000000000000000FFFF0000${hexV4(end)}`;
}

async function readTables(): Promise<string> {
  const [four, six] = await Promise.all([readFile("/proc/net/tcp", "latin1"), readFile("/proc/net/tcp6", "latin1").catch(() => "")]);
  return `${four}\n${six}`;
}
