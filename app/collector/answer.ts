/** Answers of the collector: small, never cached, never for another origin. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { ErrorAnswer } from "../../schemas/generated/types.ts";

/** On every answer, errors included. There is no Access-Control header anywhere: no page of any origin may read us. */
export const SECURITY_HEADERS = {
  "X-Content-Type-Options": "nosniff",
  "Cache-Control": "no-store",
  "Cross-Origin-Resource-Policy": "same-origin",
} as const;

type Headers = Record<string, string | number>;

export function sendJson(response: ServerResponse, status: number, body: unknown, headers?: Headers): void {
  send(response, status, "application/json; charset=utf-8", JSON.stringify(body), headers);
}

/** @param text JSON already */
export function sendRawJson(response: ServerResponse, status: number, text: string): void {
  send(response, status, "application/json; charset=utf-8", text);
}

export function sendText(response: ServerResponse, status: number, text: string, headers?: Headers): void {
  send(response, status, "text/plain; charset=utf-8", text, headers);
}

export function sendEmpty(response: ServerResponse): void {
  if (gone(response)) return;
  response.writeHead(200, { ...SECURITY_HEADERS, "Content-Length": 0 });
  response.end();
}

/** Begins an answer of server-sent events, which ends with its connection. */
export function openEventStream(response: ServerResponse): void {
  if (gone(response)) return;
  response.writeHead(200, { ...SECURITY_HEADERS, "Content-Type": "text/event-stream; charset=utf-8", Connection: "close" });
  if (response.req.method === "HEAD") response.end();
  else response.flushHeaders();
}

/** @param error short and fixed, for programs; @param message what to do about it, for people. Neither carries a path, a stack or text of the request. */
export function sendError(response: ServerResponse, status: number, error: string, message?: string, headers?: Headers): void {
  const body: ErrorAnswer = message === undefined ? { error } : { error, message };
  sendJson(response, status, body, headers);
}

function send(response: ServerResponse, status: number, type: string, text: string, headers?: Headers): void {
  if (gone(response)) return;
  response.writeHead(status, { ...SECURITY_HEADERS, "Content-Type": type, "Content-Length": Buffer.byteLength(text), ...headers });
  // A string goes out in one write with the headers; a buffer would be a second one.
  response.end(response.req.method === "HEAD" ? "" : text, "utf8");
}

function gone(response: ServerResponse): boolean {
  return response.headersSent || response.destroyed;
}

/**
 * Refuses before the body was read. What is still on its way is thrown away unseen, so that the answer arrives; a sender that
 * does not stop is cut off.
 */
export function refuse(request: IncomingMessage, response: ServerResponse, refusal: { status: number; error: string; message?: string; headers?: Headers }): void {
  let unread = 0;
  request.on("data", (chunk: Buffer) => {
    unread += chunk.length;
    if (unread > REFUSED_BODY_LIMIT_BYTES) request.destroy();
  });
  sendError(response, refusal.status, refusal.error, refusal.message, refusal.headers);
}

const REFUSED_BODY_LIMIT_BYTES = 1024 * 1024;
