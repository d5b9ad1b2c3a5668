/**
 * Discord's REST API (v10) as far as the bridge speaks with it, after its public documentation: routes, permissions, thread rules, `enforce_nonce`, limits by bucket and in
 * all with their headers. It counts every request that went beyond a limit, and can be told to answer wrongly.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";

export const TOKEN = "test-bot-token";
export const WEBHOOK = { id: "900000000000000001", token: "webhook-token-of-the-test-server" };

export interface StoredMessage {
  id: string;
  content: string;
  nonce: string | null;
  byUs: boolean;
  body: Record<string, unknown>;
}

export interface StoredThread {
  id: string;
  parent: string;
  name: string;
  archived: boolean;
}

type Fault = { matches: RegExp; times: number; answer: (response: ServerResponse, carryOut: () => void) => void };

interface Bucket {
  limit: number;
  perMs: number;
  sent: number[];
}

const SELF = "800000000000000001";

export class DiscordServer {
  readonly messages = new Map<string, StoredMessage[]>();
  readonly threads = new Map<string, StoredThread>();
  /** Text and forum channels the bot sees. */
  readonly channels = new Map<string, { kind: "text" | "forum"; allowed: boolean }>();
  readonly requests: string[] = [];
  violations = 0;
  token = TOKEN;
  /** Requests a second in all. */
  globalLimit = 50;
  private readonly buckets = new Map<string, Bucket>();
  private readonly all: number[] = [];
  private faults: Fault[] = [];
  private next = 1_000_000_000_000_000_000n;
  private readonly sockets = new Set<Socket>();

  private constructor(private readonly server: Server) {}

  static async start(): Promise<DiscordServer> {
    const server = createServer();
    const started = new DiscordServer(server);
    server.on("request", (request, response) => void started.answer(request, response));
    server.on("connection", (socket) => {
      started.sockets.add(socket);
      socket.on("close", () => started.sockets.delete(socket));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return started;
  }

  get base(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/api`;
  }

  get webhookAddress(): string {
    return `${this.base}/webhooks/${WEBHOOK.id}/${WEBHOOK.token}`;
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** The next `times` requests that match (`METHOD /path`) are answered so instead. */
  fault(matches: RegExp, answer: Fault["answer"], times = 1): void {
    this.faults.push({ matches, times, answer });
  }

  said(channel: string): string[] {
    return (this.messages.get(channel) ?? []).map(({ content }) => content);
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://x");
    const path = pathname.replace(/^\/api\/v10/, "");
    const line = `${request.method} ${path}`;
    this.requests.push(line);
    const body = await readJson(request);
    const carryOut = () => void this.route(request, line, body, searchParams);
    const fault = this.faults.find(({ matches, times }) => times > 0 && matches.test(line));
    if (fault !== undefined) {
      fault.times--;
      return fault.answer(response, carryOut);
    }
    if (this.limited(request, line, response)) return;
    const { status, json } = this.route(request, line, body, searchParams);
    response.writeHead(status, { "Content-Type": "application/json" });
    response.end(status === 204 ? undefined : JSON.stringify(json));
  }

  /** Sets the headers of the bucket. @returns whether it was answered with 429 */
  private limited(request: IncomingMessage, line: string, response: ServerResponse): boolean {
    const now = Date.now();
    while (this.all.length > 0 && (this.all[0] as number) <= now - 1_000) this.all.shift();
    const name = bucketOf(line);
    const bucket = this.buckets.get(name) ?? { ...limitOf(line), sent: [] };
    this.buckets.set(name, bucket);
    bucket.sent = bucket.sent.filter((at) => at > now - bucket.perMs);
    const isGlobal = !line.includes("/webhooks/") && this.all.length >= this.globalLimit;
    const full = bucket.sent.length >= bucket.limit;
    const resetMs = full || bucket.sent.length > 0 ? (bucket.sent[0] as number) + bucket.perMs - now : bucket.perMs;
    const hash = Buffer.from(name.replace(/\d{15,}/g, "")).toString("hex").slice(0, 32);
    response.setHeader("X-RateLimit-Bucket", hash);
    response.setHeader("X-RateLimit-Limit", String(bucket.limit));
    response.setHeader("X-RateLimit-Reset-After", (resetMs / 1000).toFixed(3));
    if (!isGlobal && !full) {
      bucket.sent.push(now);
      this.all.push(now);
      response.setHeader("X-RateLimit-Remaining", String(bucket.limit - bucket.sent.length));
      return false;
    }
    this.violations++;
    const seconds = isGlobal ? 1 : resetMs / 1000;
    response.setHeader("X-RateLimit-Remaining", "0");
    response.setHeader("Retry-After", String(Math.ceil(seconds)));
    response.setHeader("X-RateLimit-Scope", isGlobal ? "global" : "user");
    if (isGlobal) response.setHeader("X-RateLimit-Global", "true");
    response.writeHead(429, { "Content-Type": "application/json" });
    response.end(JSON.stringify({ message: "You are being rate limited.", retry_after: seconds, global: isGlobal }));
    void request;
    return true;
  }

  private route(request: IncomingMessage, line: string, body: Record<string, unknown>, query: URLSearchParams): { status: number; json: unknown } {
    const hook = new RegExp(`^(GET|POST) /webhooks/${WEBHOOK.id}/${WEBHOOK.token}$`).exec(line);
    if (hook !== null) return hook[1] === "GET" ? ok({ id: WEBHOOK.id, name: "team hook" }) : this.webhook(body, query);
    if (line.includes("/webhooks/")) return refuse(404, 10_015, "Unknown Webhook");
    if (request.headers.authorization !== `Bot ${this.token}`) return refuse(401, 0, "401: Unauthorized");
    if (line === "GET /users/@me") return ok({ id: SELF, username: "mascot-bot" });
    const [, method = "", channel = "", rest = ""] = /^(\w+) \/channels\/(\d+)(.*)$/.exec(line) ?? [];
    const thread = this.threads.get(channel);
    const place = this.channels.get(thread?.parent ?? channel);
    if (place === undefined) return refuse(404, 10_003, "Unknown Channel");
    if (!place.allowed) return refuse(403, 50_001, "Missing Access");
    if (method === "GET" && rest === "") return ok({ id: channel, name: "agents" });
    if (method === "GET" && rest === "/messages") return ok([...(this.messages.get(channel) ?? [])].reverse().slice(0, 100).map((message) => ({ id: message.id, content: message.content, author: { id: message.byUs ? SELF : "1" } })));
    if (method === "POST" && rest === "/messages") return this.post(channel, body);
    const [, from] = /^\/messages\/(\d+)\/threads$/.exec(rest) ?? [];
    if (method === "POST" && from !== undefined) return this.startThread(channel, from, body);
    if (method === "PATCH" && rest === "" && thread !== undefined) return this.change(thread, body);
    return refuse(404, 0, "404: Not Found");
  }

  private post(channel: string, body: Record<string, unknown>): { status: number; json: unknown } {
    const content = String(body["content"] ?? "");
    if (content.trim() === "") return refuse(400, 50_006, "Cannot send an empty message");
    if ([...content].length > 2_000) return refuse(400, 50_035, "Invalid Form Body");
    const nonce = typeof body["nonce"] === "string" ? body["nonce"] : null;
    if (nonce !== null && nonce.length > 25) return refuse(400, 50_035, "Invalid Form Body");
    const list = this.messages.get(channel) ?? [];
    this.messages.set(channel, list);
    const same = body["enforce_nonce"] === true ? list.find((message) => message.nonce === nonce) : undefined;
    if (same !== undefined) return ok({ id: same.id, channel_id: channel });
    const message = { id: this.id(), content, nonce, byUs: true, body };
    list.push(message);
    const thread = this.threads.get(channel);
    if (thread !== undefined) thread.archived = false;
    return ok({ id: message.id, channel_id: channel });
  }

  private startThread(channel: string, message: string, body: Record<string, unknown>): { status: number; json: unknown } {
    const name = String(body["name"] ?? "");
    if (name.length < 1 || [...name].length > 100) return refuse(400, 50_035, "Invalid Form Body");
    if (!this.messages.get(channel)?.some(({ id }) => id === message)) return refuse(404, 10_008, "Unknown Message");
    if (this.threads.has(message)) return refuse(400, 160_004, "A thread has already been created for this message");
    this.threads.set(message, { id: message, parent: channel, name, archived: false });
    return { status: 201, json: { id: message, name } };
  }

  private change(thread: StoredThread, body: Record<string, unknown>): { status: number; json: unknown } {
    if (typeof body["name"] === "string") thread.name = body["name"];
    if (typeof body["archived"] === "boolean") thread.archived = body["archived"];
    return ok({ id: thread.id, name: thread.name });
  }

  /** The webhook's own channel is `webhook`. */
  private webhook(body: Record<string, unknown>, query: URLSearchParams): { status: number; json: unknown } {
    const isForum = this.channels.get("webhook")?.kind === "forum";
    const thread = query.get("thread_id");
    const name = body["thread_name"];
    if (isForum && thread === null && typeof name !== "string") return refuse(400, 220_001, "Webhooks posted to forum channels must have a thread_name or thread_id");
    if (!isForum && typeof name === "string") return refuse(400, 220_003, "Webhooks can only create threads in forum channels");
    if (thread !== null && !this.threads.has(thread)) return refuse(404, 10_003, "Unknown Channel");
    if (typeof name !== "string") return this.post(thread ?? "webhook", body);
    const id = this.id();
    this.threads.set(id, { id, parent: "webhook", name, archived: false });
    return this.post(id, body);
  }

  private id(): string {
    return String(this.next++);
  }
}

const ok = (json: unknown) => ({ status: 200, json });
const refuse = (status: number, code: number, message: string) => ({ status, json: { code, message } });

/** Limits as seen in Discord's headers: they are per channel, renaming is rare. */
function limitOf(line: string): { limit: number; perMs: number } {
  if (/\/messages$/.test(line)) return { limit: 5, perMs: 5_000 };
  if (line.startsWith("PATCH")) return { limit: 5, perMs: 15_000 };
  if (line.includes("/webhooks/")) return { limit: 5, perMs: 2_000 };
  return { limit: 50, perMs: 1_000 };
}

const bucketOf = (line: string): string => line.replace(/\/messages\/\d+\/threads$/, "/threads");

async function readJson(request: IncomingMessage): Promise<Record<string, unknown>> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  const text = Buffer.concat(pieces).toString("utf8");
  return text === "" ? {} : (JSON.parse(text) as Record<string, unknown>);
}
