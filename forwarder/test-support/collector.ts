/** A collector of a few lines: keeps what it gets and answers as told. */
import { createHash, createHmac } from "node:crypto";
import { rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, createServer as createNetServer } from "node:net";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { TOKEN } from "./homes.ts";

export interface Got {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface FakeCollector {
  got: Got[];
  url: string;
  port: number;
  /** bodies of POST /ingest, parsed */
  payloads(): Record<string, unknown>[];
}

export interface Behaviour {
  answer?: unknown;
  status?: number;
  /** take the connection and the request, never answer */
  hang?: boolean;
  /** take the request and cut the connection, as a process that is killed */
  dies?: boolean;
  /** milliseconds until the answer */
  answersAfter?: number;
  /** on TCP: answer the challenge with a wrong proof */
  impostor?: boolean;
  /** no Unix socket, and say so in collector.json */
  tcpOnly?: boolean;
}

export async function startCollector(home: string, behaviour: Behaviour = {}): Promise<FakeCollector> {
  const got: Got[] = [];
  const handle = (request: IncomingMessage, response: ServerResponse) => receive(request, response, got, behaviour, home).catch(() => response.destroy());
  const tcp = await listen(createServer(handle), 0);
  const port = (tcp.address() as AddressInfo).port;
  const socket = join(home, "mascot.sock");
  if (!behaviour.tcpOnly) await listen(createServer(handle), socket);
  const url = `http://127.0.0.1:${port}`;
  const record = { url, socket: behaviour.tcpOnly ? null : socket, port, pid: process.pid, appPath: "/nowhere/agent-mascot", version: "0", startedAt: "2026-01-01T00:00:00Z" };
  writeFileSync(join(home, "collector.json"), JSON.stringify(record));
  writeFileSync(join(home, "app.pid"), `${process.pid}\n`);
  const payloads = () => got.filter(({ url }) => url === "/ingest").map(({ body }) => JSON.parse(body) as Record<string, unknown>);
  return { got, url, port, payloads };
}

async function receive(request: IncomingMessage, response: ServerResponse, got: Got[], behaviour: Behaviour, home: string): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  got.push({ method: request.method ?? "", url: request.url ?? "", headers: request.headers, body: Buffer.concat(chunks).toString("utf8") });
  if (behaviour.hang) return;
  if (behaviour.dies) return void request.socket.destroy();
  if (behaviour.answersAfter !== undefined) await new Promise((resolve) => setTimeout(resolve, behaviour.answersAfter));
  if (request.url === "/health") return prove(request, response, behaviour);
  if ((behaviour.status ?? 200) < 300) rmSync(join(home, "spool", `.${String(request.headers["x-mascot-delivery"])}.body.tmp`), { force: true });
  response.writeHead(behaviour.status ?? 200, { "Content-Type": "application/json" });
  response.end(JSON.stringify(behaviour.answer ?? { status: "stored", event_ids: [] }));
}

function prove(request: IncomingMessage, response: ServerResponse, behaviour: Behaviour): void {
  const text = `health\n${request.headers["x-mascot-challenge"]}\n${request.headers.host}\n${process.pid}`;
  const proof = createHmac("sha256", behaviour.impostor ? "0".repeat(64) : TOKEN).update(text).digest("hex");
  response.writeHead(200, { "X-Mascot-Pid": String(process.pid), "X-Mascot-Proof": proof });
  response.end("ok");
}

/** Whether a request is signed with our token, as the collector checks it. */
export function isSigned(got: Got): boolean {
  const text = `POST\n/ingest\n${createHash("sha256").update(got.body).digest("hex")}\n${got.headers["x-mascot-nonce"]}\n${got.headers.host}`;
  return got.headers["x-mascot-signature"] === createHmac("sha256", TOKEN).update(text).digest("hex");
}

/** Somebody else on a socket or port: takes what comes, answers nothing or something. */
export async function startStranger(where: string | number, says = ""): Promise<{ heard: () => string; port: number }> {
  let heard = "";
  const server = createNetServer((socket) => {
    socket.on("error", () => {});
    socket.on("data", (chunk) => {
      heard += chunk.toString("utf8");
      if (says) socket.end(says);
    });
  });
  await listen(server, where);
  const address = server.address();
  return { heard: () => heard, port: typeof address === "object" && address ? address.port : 0 };
}

async function listen<S extends Server | ReturnType<typeof createNetServer>>(server: S, where: string | number): Promise<S> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    if (typeof where === "string") server.listen(where, resolve);
    else server.listen(where, "127.0.0.1", resolve);
  });
  onTestFinished(() => {
    if ("closeAllConnections" in server) server.closeAllConnections();
    server.close();
  });
  return server;
}
