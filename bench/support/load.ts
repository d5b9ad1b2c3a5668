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
  /** Beginning of the delivery ids: `<prefix>-<n>`. */
  prefix: string;
}

export interface LoadFigures {
  lane: Lane;
  requests: number;
  perSecond: number;
  p50Ms: number;
  p95Ms: number;
  p99Ms: number;
}

export interface Driven {
  figures: LoadFigures;
  /** Ids of events as the answers named them: what the log has to hold afterwards, neither less nor more. */
  named: string[];
}

/** @param self this program; it has to begin with `if (isLoad()) …runLoad()` */
export async function drive(self: string, order: LoadOrder): Promise<LoadFigures> {
  return (await driveAndName(self, order)).figures;
}

export function driveAndName(self: string, order: LoadOrder): Promise<Driven> {
  return new Promise((resolve, reject) => {
    const child = fork(self, ["--load", JSON.stringify(order)]);
    child.on("message", (driven) => resolve(driven as Driven));
    child.on("error", reject);
    child.on("exit", (code) => code !== 0 && reject(new Error(`load ended ${code}`)));
  });
}

export const isLoad = (): boolean => process.argv[2] === "--load";

export async function runLoad(): Promise<void> {
  const driven = await load(JSON.parse(process.argv[3] ?? "") as LoadOrder);
  process.send?.(driven, () => process.exit(0));
}

async function load(order: LoadOrder): Promise<Driven> {
  const all = deliveries(order.prefix, order.requests);
  const times: number[] = [];
  // Read afterwards: while it counts, the sender costs as little as can be.
  const answers: Buffer[] = [];
  const started = performance.now();
  let begun = 0;
  const startOf = (n: number) => (order.pace === 0 ? 0 : started + (n * 1000) / order.pace);
  await Promise.all(Array.from({ length: order.connections }, () => connection()));
  const seconds = (performance.now() - started) / 1000;
  times.sort((a, b) => a - b);
  const at = (q: number) => Number((times[Math.floor(times.length * q)] ?? 0).toFixed(2));
  const figures = { lane: order.lane, requests: times.length, perSecond: Math.round(times.length / seconds), p50Ms: at(0.5), p95Ms: at(0.95), p99Ms: at(0.99) };
  return { figures, named: answers.flatMap(idsIn) };

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
          socket.write(requestFor(order, all[n] as Buffer));
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
        answers.push(chunk);
        next();
      });
    });
  }
}

const idsIn = (answer: Buffer): string[] => [...answer.toString("latin1").matchAll(/"(evt_[^"]*)"/g)].map(([, id]) => id as string);

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

const SESSIONS = 20;

/**
 * Payloads of whole recorded turns, in the sizes that a client really sends, again and again in twenty sessions, each of which begins once and does not end; every
 * round's calls and prompts are its own. Each has a delivery id and a living client, as the forwarder gives them.
 */
export function deliveries(prefix: string, count: number): Buffer[] {
  const texts = recordedPayloads();
  const turns = texts.filter((text) => !/"hook_event_name":"Session(?:Start|End)"/.test(text));
  const start = texts.find((text) => text.includes('"hook_event_name":"SessionStart"')) as string;
  const bodies = Array.from({ length: SESSIONS }, (_, round) => again(start, round));
  for (let round = 0; bodies.length < count; round++) for (const text of turns) bodies.push(again(text, round));
  return bodies.slice(0, count).map((body, n) => Buffer.from(`${body.slice(0, -1)},"_meta":{"workspace_id":"bench","delivery_id":"${prefix}-${n}","client_pid":${process.ppid}}}`));
}

/** A recorded payload as it would be in another round of the same turn. */
export function again(text: string, round: number): string {
  const session = `5f0c1c5e-0000-4000-8000-${String(round % SESSIONS).padStart(12, "0")}`;
  return text
    .replaceAll("toolu_fake_", `toolu_${round}_`)
    .replace(/"session_id":"[^"]*"/, `"session_id":"${session}"`)
    .replace(/"prompt_id":"([^"]*)[^"]{6}"/, (_, start: string) => `"prompt_id":"${start}${String(round).padStart(6, "0")}"`);
}

function recordedPayloads(): string[] {
  const folder = join(process.cwd(), "e2e", "fixtures", "turns");
  const lines = readdirSync(folder).flatMap((name) => readFileSync(join(folder, name), "utf8").trim().split("\n"));
  return lines.map((line) => JSON.stringify((JSON.parse(line) as { payload: unknown }).payload));
}
