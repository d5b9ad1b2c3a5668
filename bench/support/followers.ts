/** Programs that follow the stream of events, in a process of their own; each only writes down the numbers that it was told. */
import { fork } from "node:child_process";
import { createConnection } from "node:net";

export interface FollowersOrder {
  socketPath: string;
  count: number;
}

export interface Followers {
  /** Waits until all were told the event of this number, then ends. @returns how many numbers were left out, told twice or told out of order, of all followers together */
  faultsUpTo(seq: number): Promise<number>;
  /** Events that all were told, together. */
  told(): number;
}

const READY = "ready";

/** @param self this program; it has to begin with `if (areFollowers()) …runFollowers()` */
export function startFollowers(self: string, order: FollowersOrder): Promise<Followers> {
  const child = fork(self, ["--followers", JSON.stringify(order)]);
  let told = 0;
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("exit", (code) => code !== 0 && reject(new Error(`followers ended ${code}`)));
    child.once("message", () =>
      resolve({
        told: () => told,
        faultsUpTo: (seq) =>
          new Promise((done) => {
            child.once("message", (result) => {
              const { faults, events } = result as { faults: number; events: number };
              told = events;
              done(faults);
            });
            child.send({ seq });
          }),
      }),
    );
  });
}

export const areFollowers = (): boolean => process.argv[2] === "--followers";

export async function runFollowers(): Promise<void> {
  const order = JSON.parse(process.argv[3] ?? "") as FollowersOrder;
  const followers = await Promise.all(Array.from({ length: order.count }, () => connected(order.socketPath)));
  process.once("message", (message) => void end(followers, (message as { seq: number }).seq));
  process.send?.(READY);
}

const WITHIN_MS = 20_000;

async function end(followers: readonly Told[], seq: number): Promise<void> {
  const giveUpAt = Date.now() + WITHIN_MS;
  while (followers.some(({ last }) => last < seq) && Date.now() < giveUpAt) await new Promise((resolve) => setTimeout(resolve, 20));
  const missing = followers.map(({ last }) => Math.max(0, seq - last));
  const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0);
  process.send?.({ faults: sum(missing) + sum(followers.map(({ faults }) => faults)), events: sum(followers.map(({ count }) => count)) }, () => process.exit(0));
}

interface Told {
  last: number;
  count: number;
  faults: number;
}

/** Seqs of a log from which nothing was taken away follow each other. */
function connected(socketPath: string): Promise<Told> {
  const told: Told = { last: 0, count: 0, faults: 0 };
  return new Promise((resolve, reject) => {
    const socket = createConnection(socketPath, () => socket.write("GET /api/events/stream HTTP/1.1\r\nHost: localhost\r\n\r\n"));
    let rest: Buffer = Buffer.alloc(0);
    socket.once("data", () => resolve(told)).on("error", reject);
    socket.on("data", (chunk) => {
      rest = take(rest.length === 0 ? chunk : Buffer.concat([rest, chunk]), told);
    });
  });
}

const ID = Buffer.from("\nid: ");
const EVENT = Buffer.from("\nevent: session.event\n");

/** Looks at as few bytes as can be: the programs of this bench share the machine with what is measured. @returns what may be the beginning of the next number */
function take(bytes: Buffer, told: Told): Buffer {
  for (let from = bytes.indexOf(ID); from >= 0; from = bytes.indexOf(ID, from + 1)) {
    const end = bytes.indexOf(10, from + ID.length);
    if (end < 0 || bytes.length < end + EVENT.length) return bytes.subarray(from);
    if (bytes.compare(EVENT, 0, EVENT.length, end, end + EVENT.length) !== 0) continue;
    const seq = Number(bytes.toString("latin1", from + ID.length, end));
    if (told.last > 0 && seq !== told.last + 1) told.faults++;
    told.last = seq;
    told.count++;
  }
  return bytes.subarray(-ID.length + 1);
}
