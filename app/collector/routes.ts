/**
 * All routes of the collector, behind the gate.
 *
 * Express' router without its application: the application gives every request and response another prototype, which costs more
 * than all the rest of an event's way (measured: 250 µs against 85 µs a request), and none of what it adds is used here.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { Router } from "express";
import { sendError } from "./answer.ts";
import type { RouteContext } from "./receive.ts";
import type { Routes } from "./routes/resource.ts";
import { conversationRoutes } from "./routes/conversation.ts";
import { memoryRoutes } from "./routes/memory.ts";
import { agentsRoute } from "./routes/agents.ts";
import { appControlRoutes } from "./routes/app-control.ts";
import { doctorRoutes } from "./routes/doctor.ts";
import { eventsRoute } from "./routes/events.ts";
import { guardRoutes } from "./routes/guard.ts";
import { healthRoute } from "./routes/health.ts";
import { hookAnswerRoute } from "./routes/hook-answer.ts";
import { hookRoute } from "./routes/hook.ts";
import { ingestRoute } from "./routes/ingest.ts";
import { portsRoutes } from "./routes/ports.ts";
import { providerHooksRoute } from "./routes/provider-hooks.ts";
import { statusRoute } from "./routes/status.ts";
import { streamRoute } from "./routes/stream.ts";

type Handle = (request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void) => void;

export function createRoutes(context: RouteContext): (request: IncomingMessage, response: ServerResponse) => void {
  // What the gate takes for a route has to be what is routed: one spelling only.
  const router = Router({ caseSensitive: true, strict: true });
  addRoutes(router as unknown as Routes, context);
  const handle = router as unknown as Handle;
  return (request, response) => handle(request, response, (error) => lastResort(error, response, context));
}

const MEMORY_WRITERS = ["/api/sessions/start", "/api/sessions/stop", "/api/sessions/summarize", "/api/prompts", "/api/observations", "/api/responses", "/api/export", "/api/import"];
const MEMORY_READERS = ["/api/sessions", "/api/interactions", "/api/search", "/api/context", "/api/recall"];
const PORT_WRITERS = ["/api/ports/:id/start", "/api/ports/:id/end"];

function addRoutes(routes: Routes, context: RouteContext): void {
  ingestRoute(routes, context);
  providerHooksRoute(routes, context);
  hookRoute(routes, context);
  healthRoute(routes, context);
  agentsRoute(routes, context);
  eventsRoute(routes, context);
  if (context.stream !== undefined) streamRoute(routes, context, context.stream);
  statusRoute(routes, context);
  appControlRoutes(routes, context);
  if (context.memory !== undefined) {
    conversationRoutes(routes, context, context.memory);
    memoryRoutes(routes, context, context.memory);
  }

  if (context.answers !== undefined) {
    hookAnswerRoute(routes, context, context.answers);
    routes.all("/api/hook-answer", (_request, response) => sendError(response, 405, "method not allowed", undefined, { Allow: "POST" }));
  }

  if (context.guard !== undefined) {
    guardRoutes(routes, context, context.guard);
    routes.all("/api/guard", (_request, response) => sendError(response, 405, "method not allowed", undefined, { Allow: "GET, HEAD, POST" }));
  }

  if (context.ports !== undefined) {
    portsRoutes(routes, context, context.ports);
    routes.all("/api/ports", (_request, response) => sendError(response, 405, "method not allowed", undefined, { Allow: "GET, HEAD, POST" }));
  }

  if (context.doctor !== undefined) doctorRoutes(routes, context.doctor);

  for (const path of ["/ingest", "/api/hook", "/hooks/:provider", "/api/app/quit", "/api/app/raise", ...(context.memory === undefined ? [] : MEMORY_WRITERS), ...(context.ports === undefined ? [] : PORT_WRITERS)]) {
    routes.all(path, (_request, response) => sendError(response, 405, "method not allowed", undefined, { Allow: "POST" }));
  }
  for (const path of ["/health", "/api/agents", "/api/events", "/api/status", ...(context.stream === undefined ? [] : ["/api/events/stream"]), ...(context.doctor === undefined ? [] : ["/api/doctor", "/api/doctor/events/:id"]), ...(context.memory === undefined ? [] : MEMORY_READERS), ...(context.ports === undefined ? [] : ["/api/ports/:id"])]) {
    routes.all(path, (_request, response) => sendError(response, 405, "method not allowed", undefined, { Allow: "GET, HEAD" }));
  }
}

/** Nothing matched; or a path that cannot be decoded; or a fault of ours, of which the log says more than the answer. */
function lastResort(error: unknown, response: ServerResponse, context: RouteContext): void {
  if (error === undefined || error === null) return sendError(response, 404, "not found");
  if ((error as { status?: unknown }).status === 400) return sendError(response, 400, "bad request");
  context.log.error("request failed", { error });
  sendError(response, 500, "internal error");
}
