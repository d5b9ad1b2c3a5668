/**
 * Who is at the other end of a loopback connection. A port on 127.0.0.1 is open to every user of the machine; without a token
 * only the app's own user (and root, who can read the token anyway) may write events. Linux tells whose a socket is; elsewhere
 * this is unknown and such requests count as unverified like any other.
 */
import type { Socket } from "node:net";
import { readProcFile } from "../machine/proc-file.ts";

export type Peer = "own" | "other" | "unknown";

export interface ConnectionEnds {
  peer: { address: string; port: number };
  local: { address: string; port: number };
}

/** Text of `/proc/net/<name>`. */
export type ReadTable = (name: "tcp" | "tcp6") => Promise<string>;

/** Asks once per connection. */
export class PeerLookup {
  private readonly known = new WeakMap<Socket, Promise<Peer>>();
  private readonly four: SharedReading;
  private readonly six: SharedReading;

  /** @param ownUid null: cannot be known on this system */
  constructor(
    private readonly ownUid: number | null,
    readTable: ReadTable = (name) => readProcFile(`/proc/net/${name}`),
  ) {
    this.four = new SharedReading(() => readTable("tcp"));
    this.six = new SharedReading(() => readTable("tcp6"));
  }

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
    const ends = { peer: { address: remoteAddress, port: remotePort }, local: { address: localAddress, port: localPort } };
    const table = await this.four.read();
    if (row(table, ends.peer, ends.local) !== null) return peerIn(table, ownUid, ends);
    // An IPv6 socket that reaches an IPv4 address.
    return peerIn(`${table}\n${await this.six.read()}`, ownUid, ends);
  }
}

/**
 * The kernel writes these tables anew for each reader, in many small pieces. However many ask at once, at most one reading is under
 * way and one is about to start; whoever asks gets one that starts after the question, so that his connection is in it.
 */
class SharedReading {
  private current: Promise<string> | null = null;
  private next: Promise<string> | null = null;

  constructor(private readonly fetch: () => Promise<string>) {}

  read(): Promise<string> {
    if (this.current === null) return this.begin();
    this.next ??= this.current.then(() => this.begin());
    return this.next;
  }

  private begin(): Promise<string> {
    this.next = null;
    const reading: Promise<string> = this.fetch()
      .catch(() => "")
      .then((text) => {
        if (this.current === reading) this.current = null;
        return text;
      });
    this.current = reading;
    return reading;
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
