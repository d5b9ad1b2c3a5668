/** Following the running app's events: over its socket, else over TCP once it has proved to hold the token. */
import { type IncomingMessage, request as httpRequest, type RequestOptions } from "node:http";
import { ExchangeError } from "../hook/exchange.ts";
import { openHome, readToken, trustedSocket } from "../hook/home.ts";
import { parse, proveIdentity, type Reply } from "./client.ts";
import { type Message, MessageReader } from "./sse.ts";

export type Followed = { ok: true; messages: AsyncIterable<Message>; close(): void } | { ok: false; reply: Reply };

const CONNECT_MS = 5_000;
/** The app says every fifteen seconds that it is there. */
const SILENCE_MS = 60_000;
const MOST_OF_A_REFUSAL = 64 * 1024;

export async function follow(home: string, path: string, lastEventId: string | null): Promise<Followed> {
  try {
    const to = await target(home);
    if (to === null) return { ok: false, reply: { ok: false, reason: "not_running" } };
    const response = await open({ ...to, path, headers: { ...to.headers, Accept: "text/event-stream", ...(lastEventId === null ? {} : { "Last-Event-ID": lastEventId }) } });
    if (response.statusCode !== 200) return { ok: false, reply: { ok: true, status: response.statusCode ?? 0, body: parse(await textOf(response)) } };
    return { ok: true, messages: messagesOf(response), close: () => response.destroy() };
  } catch (error) {
    return { ok: false, reply: whyNot(error as NodeJS.ErrnoException) };
  }
}

async function target(home: string): Promise<(RequestOptions & { headers: Record<string, string> }) | null> {
  const opened = openHome(home);
  const socketPath = trustedSocket(opened);
  if (socketPath !== null) return { socketPath, headers: { Host: "localhost" } };
  const { url } = opened.collector;
  const token = readToken(home);
  if (typeof url !== "string" || token === null) return null;
  const { host, hostname, port } = new URL(url);
  await proveIdentity({ host: hostname, port: Number(port) }, host, token);
  return { host: hostname, port, headers: { Host: host, Authorization: `Bearer ${token}` } };
}

function open(options: RequestOptions): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = httpRequest({ ...options, agent: false });
    const late = setTimeout(() => request.destroy(new ExchangeError("silent", "no answer in time")), CONNECT_MS);
    request.once("error", (error) => {
      clearTimeout(late);
      reject(error);
    });
    request.once("response", (response) => {
      clearTimeout(late);
      request.on("error", () => {});
      resolve(response);
    });
    request.setTimeout(SILENCE_MS, () => request.destroy());
    request.end();
  });
}

/** Ends with the connection, however that ends. */
async function* messagesOf(response: IncomingMessage): AsyncIterable<Message> {
  const reader = new MessageReader();
  response.setEncoding("utf8");
  try {
    for await (const text of response) yield* reader.add(text as string);
  } catch {
    // The app is gone, or was told to go: the caller sees that it has ended.
  }
}

async function textOf(response: IncomingMessage): Promise<string> {
  let text = "";
  response.setEncoding("utf8");
  for await (const piece of response) if (text.length < MOST_OF_A_REFUSAL) text += piece;
  return text;
}

const NOBODY = ["ENOENT", "ECONNREFUSED"];

function whyNot(error: NodeJS.ErrnoException): Reply {
  const refused = error instanceof ExchangeError ? error.reason === "refused" : NOBODY.includes(error.code ?? "");
  return refused ? { ok: false, reason: "not_running" } : { ok: false, reason: "not_answering", detail: error.message };
}
