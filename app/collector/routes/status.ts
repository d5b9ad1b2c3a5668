/** `GET /api/status`: what the app is doing and what it has to say about itself. */
import type { Routes } from "./resource.ts";
import { sendJson } from "../answer.ts";
import type { RouteContext } from "../receive.ts";

export function statusRoute(routes: Routes, context: RouteContext): void {
  routes.get("/api/status", async (_request, response) => sendJson(response, 200, await context.status()));
}
