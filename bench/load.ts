/** Posts recorded payloads to a collector from a process of its own, by requests written by hand, so that the sender costs as little as can be. */
import { fork } from "node:child_process";
import { createHash, createHmac, randomBytes } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { createConnection, type Socket } from "node:net";
import { join } from "node:path";

export type Lane = "socket" | "signed" | "bearer";

export interface LoadOrder {
  lane: Lane;
  port: number;
  socketPath: string;
  token: string;
  path: string;
  connections: number;
  /** How many requests in all. */
  requests: number;
  /** Requests per second in all; 0: as fast as they are answered. */
  pace: number;
}

export interface LoadFigures {
  lane: Lane;
  requests: number;
  perSecond: number;
  p50Ms: number;
  p95Ms: number;
  p99Ms: number;
}

/** @param self this program; it has to begin with `if (isLoad()) …runLoad()` */
export function drive(self: string, order: LoadOrder): Promise<LoadFigures> {
  return new Promise((resolve, reject) => {
    const child = fork(self, ["--load", JSON.stringify(order)]);
    child.on("message", (figures) => resolve(figures as LoadFigures));
    child.on("error", reject);
    child.on("exit", (code) => code !== 0 && reject(new Error(`load ended ${code}`)));
  });
}

export const isLoad = (): boolean => process.argv[2] === "--load";

export async function runLoad(): Promise<void> {
  const figures = await load(JSON.parse(process.argv[3] ?? "") as LoadOrder);
  process.send?.(figures, () => process.exit(0));
}

async function load(order: LoadOrder): Promise<LoadFigures> {
  const bodies = recordedPayloads();
  const times: number[] = [];
  const started = performance.now();
  let begun = 0;
  const startOf = (n: number) => (order.pace === 0 ? 0 : started + (n * 1000) / order.pace);
  await Promise.all(Array.from({ length: order.connections }, () => connection()));
  const seconds = (performance.now() - started) / 1000;
  times.sort((a, b) => a - b);
  const at = (q: number) => Number((times[Math.floor(times.length * q)] ?? 0).toFixed(2));
  return { lane: order.lane, requests: times.length, perSecond: Math.round(times.length / seconds), p50Ms: at(0.5), p95Ms: at(0.95), p99Ms: at(0.99) };

  function connection(): Promise<void> {
    const socket: Socket = order.lane === "socket" ? createConnection(order.socketPath) : createConnection(order.port, "127.0.0.1");
    socket.setNoDelay(true);
    return new Promise((resolve, reject) => {
      let sent = 0;
      const next = () => {
        if (begun >= order.requests) {
          socket.end();
          return resolve();
        }
        const n = begun++;
        const send = () => {
          sent = performance.now();
          socket.write(requestFor(order, bodyOf(bodies, n)));
        };
        const wait = startOf(n) - performance.now();
        if (wait > 0) setTimeout(send, wait);
        else send();
      };
      socket.on("connect", next).on("error", reject);
      // Answers are small: they come in one piece.
      socket.on("data", (chunk) => {
        if (!chunk.toString("latin1", 0, 12).startsWith("HTTP/1.1 200")) return reject(new Error(chunk.toString("latin1")));
        times.push(performance.now() - sent);
        next();
      });
    });
  }
}

function requestFor({ lane, path, port, token }: LoadOrder, body: Buffer): Buffer {
  const host = `127.0.0.1:${port}`;
  const lines = [`POST ${path} HTTP/1.1`, `Host: ${host}`, "Content-Type: application/json", `Content-Length: ${body.length}`];
  if (lane === "bearer") lines.push(`Authorization: Bearer ${token}`);
  if (lane === "signed") {
    const nonce = `${Date.now()}.${randomBytes(16).toString("hex")}`;
    const sha = createHash("sha256").update(body).digest("hex");
    const signature = createHmac("sha256", token).update(`POST\n${path}\n${sha}\n${nonce}\n${host}`).digest("hex");
    lines.push(`X-Mascot-Nonce: ${nonce}`, `X-Mascot-Signature: ${signature}`);
  }
  return Buffer.concat([Buffer.from(`${lines.join("\r\n")}\r\n\r\n`), body]);
}

/** The n-th payload, with a delivery id of its own as the forwarder gives it. */
export function bodyOf(bodies: string[], n: number): Buffer {
  const body = bodies[n % bodies.length] as string;
  return Buffer.from(`${body.slice(0, -1)},"_meta":{"workspace_id":"bench","delivery_id":"bench-${n}"}}`);
}

/** Payloads of whole recorded turns, in the sizes that a client really sends. */
export function recordedPayloads(): string[] {
  const folder = join(process.cwd(), "e2e", "fixtures", "turns");
  const lines = readdirSync(folder).flatMap((name) => readFileSync(join(folder, name), "utf8").trim().split("\n"));
  return lines.map((line) => JSON.stringify((JSON.parse(line) as { payload: unknown }).payload));
}
