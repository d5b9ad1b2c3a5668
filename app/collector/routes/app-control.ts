/** `POST /api/app/quit` and `/api/app/raise`: from the command line and from a second start of the app. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { sendJson } from "../answer.ts";
import { readAdmitted, type RouteContext } from "../receive.ts";
import type { Routes } from "./resource.ts";

export function appControlRoutes(routes: Routes, context: RouteContext): void {
  routes.post("/api/app/raise", (request, response) => obey(request, response, context, context.raise));
  routes.post("/api/app/quit", (request, response) => obey(request, response, context, context.quit));
}

/** Answers first: whoever asked for the end has to hear that it was understood. Nothing is asked of the body, but a signature covers it. */
async function obey(request: IncomingMessage, response: ServerResponse, context: RouteContext, act: () => void): Promise<void> {
  if ((await readAdmitted(request, response, context)) === null) return;
  response.once("close", () => act());
  sendJson(response, 200, { ok: true }, { Connection: "close" });
}
