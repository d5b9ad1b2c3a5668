/** HTTP servers with the collector's limits: nobody may hold a connection, a header or the memory for long. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { refuse, SECURITY_HEADERS, sendError } from "./answer.ts";
import type { Admission, Gate, Transport, Verdict } from "./gate.ts";
import type { Log } from "../parts.ts";

export interface ServerLimits {
  headersTimeoutMs: number;
  /** For a whole request to arrive; the answer may take as long as a person needs. */
  requestTimeoutMs: number;
  keepAliveTimeoutMs: number;
  maxHeaderBytes: number;
  maxConnections: number;
  checkEveryMs: number;
}

export const SERVER_LIMITS: ServerLimits = {
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  keepAliveTimeoutMs: 30_000,
  maxHeaderBytes: 16 * 1024,
  maxConnections: 1024,
  checkEveryMs: 2000,
};

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** A request reaches `handle` only with an admission; `admit` remembers it for the routes. */
export function createCollectorServer(
  parts: { gate: Gate; admit: (request: IncomingMessage, admission: Admission) => void; handle: Handler; log: Log },
  transport: Transport,
  limits: ServerLimits,
): Server {
  const proceed = (request: IncomingMessage, response: ServerResponse, verdict: Verdict) => {
    if ("refused" in verdict) return refuse(request, response, verdict.refused);
    parts.admit(request, verdict.admitted);
    parts.handle(request, response);
  };
  const onRequest: Handler = (request, response) => {
    request.on("error", () => {});
    response.on("error", () => {});
    // Nothing here is upgraded: who asks for it gets a plain answer, and a connection that ends with it.
    if (request.headers.upgrade !== undefined || /\bupgrade\b/i.test(request.headers.connection ?? "")) response.shouldKeepAlive = false;
    const verdict = parts.gate.judge(request, transport);
    if (!(verdict instanceof Promise)) return proceed(request, response, verdict);
    verdict
      .then((found) => proceed(request, response, found))
      .catch((error: unknown) => {
        parts.log.error("request failed", { error });
        sendError(response, 500, "internal error");
      });
  };
  const server = createServer(
    {
      headersTimeout: limits.headersTimeoutMs,
      requestTimeout: limits.requestTimeoutMs,
      keepAliveTimeout: limits.keepAliveTimeoutMs,
      maxHeaderSize: limits.maxHeaderBytes,
      connectionsCheckingInterval: limits.checkEveryMs,
    },
    onRequest,
  );
  // Without this listener Node would ask for the body before the gate has looked.
  server.on("checkContinue", onRequest);
  server.on("checkExpectation", (request, response) => refuse(request, response, { status: 417, error: "expectation failed" }));
  server.on("clientError", answerUnreadable);
  server.maxConnections = limits.maxConnections;
  // Node drops headers beyond a count without a word, and the gate must see every one; maxHeaderBytes bounds them.
  server.maxHeadersCount = 0;
  return server;
}

/** For an answer to be read before the connection is cut. */
const LINGER_MS = 1000;

/** What is not HTTP, too slow or too large in its headers never becomes a request; it gets an answer all the same. */
function answerUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || socket.bytesWritten > 0) {
    socket.destroy();
    return;
  }
  const [status, text] = reasonFor(error.code);
  const body = JSON.stringify({ error: text.toLowerCase() });
  const headers = { ...SECURITY_HEADERS, "Content-Type": "application/json; charset=utf-8", "Content-Length": body.length, Connection: "close" };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end(`HTTP/1.1 ${status} ${text}\r\n${lines.join("\r\n")}\r\n\r\n${body}`);
  // A sender that neither reads nor closes would keep its place among the connections for good.
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

function reasonFor(code: string | undefined): [number, string] {
  if (code === "HPE_HEADER_OVERFLOW") return [431, "Request Header Fields Too Large"];
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return [408, "Request Timeout"];
  return [400, "Bad Request"];
}

const IDLE_CHECK_MS = 20;

/** Takes no more connections, lets what is under way end, and cuts what does not within `boundMs`. */
export async function closeServer(server: Server, boundMs: number): Promise<void> {
  if (!server.listening) return;
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // A connection kept alive becomes idle when its last answer is out; Node 18 would let it live on.
  const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
  const cut = setTimeout(() => server.closeAllConnections(), boundMs);
  server.closeIdleConnections();
  await closed;
  clearInterval(idle);
  clearTimeout(cut);
}
