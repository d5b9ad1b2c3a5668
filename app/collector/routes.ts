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
import { bridgesRoutes } from "./routes/bridges.ts";
import { doctorRoutes } from "./routes/doctor.ts";
import { eventsRoute } from "./routes/events.ts";
import { guardRoutes } from "./routes/guard.ts";
import { healthRoute } from "./routes/health.ts";
import { hookAnswerRoute } from "./routes/hook-answer.ts";
import { hookRoute } from "./routes/hook.ts";
import { ingestRoute } from "./routes/ingest.ts";
import { portsRoutes } from "./routes/ports.ts";
import { providerHooksRoute } from "./routes/provider-hooks.ts";
import { spoolRoute } from "./routes/spool.ts";
import { statsRoute } from "./routes/stats.ts";
import { statusRoute } from "./routes/status.ts";
import { streamRoute } from "./routes/stream.ts";

type Handle = (request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void) => void;

export function createRoutes(context: RouteContext): (request: IncomingMessage, response: ServerResponse) => void {
  // What the gate takes for a route has to be what is routed: one spelling only.
  const router = Router({ caseSensitive: true, strict: true }) as unknown as Routes & { all: Routes["get"] };
  const methods = new Map<string, string[]>();
  const add = (method: "get" | "post"): Routes["get"] => (path, handler) => {
    methods.set(path, [...(methods.get(path) ?? []), method]);
    router[method](path, handler);
  };
  addRoutes({ get: add("get"), post: add("post") }, context);
  for (const [path, known] of methods) {
    const allowed = [...(known.includes("get") ? ["GET", "HEAD"] : []), ...(known.includes("post") ? ["POST"] : [])].join(", ");
    router.all(path, (_request, response) => sendError(response, 405, "method not allowed", undefined, { Allow: allowed }));
  }
  const handle = router as unknown as Handle;
  return (request, response) => handle(request, response, (error) => lastResort(error, response, context));
}

/** Each is in schemas/routes.json, from which the description of the API is made. */
export function addRoutes(routes: Routes, context: RouteContext): void {
  ingestRoute(routes, context);
  providerHooksRoute(routes, context);
  hookRoute(routes, context);
  healthRoute(routes, context);
  spoolRoute(routes, context);
  agentsRoute(routes, context);
  eventsRoute(routes, context);
  statusRoute(routes, context);
  appControlRoutes(routes, context);
  if (context.stream !== undefined) streamRoute(routes, context, context.stream);
  if (context.memory !== undefined) {
    conversationRoutes(routes, context, context.memory);
    memoryRoutes(routes, context, context.memory);
  }
  if (context.answers !== undefined) hookAnswerRoute(routes, context, context.answers);
  if (context.guard !== undefined) guardRoutes(routes, context, context.guard);
  if (context.figures !== undefined) statsRoute(routes, context.figures);
  if (context.ports !== undefined) portsRoutes(routes, context, context.ports);
  if (context.doctor !== undefined) doctorRoutes(routes, context.doctor);
  if (context.bridges !== undefined) bridgesRoutes(routes, context, context.bridges);
}

/** Nothing matched; or a path that cannot be decoded; or a fault of ours, of which the log says more than the answer. */
function lastResort(error: unknown, response: ServerResponse, context: RouteContext): void {
  if (error === undefined || error === null) return sendError(response, 404, "not found");
  if ((error as { status?: unknown }).status === 400) return sendError(response, 400, "bad request");
  context.log.error("request failed", { error });
  sendError(response, 500, "internal error");
}
