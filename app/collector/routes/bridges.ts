/** `GET`, `POST /api/bridges`: how what carries sessions out stands, and another try; `POST /api/bridges/thread`: a word into a session's thread. Where they lead and what leaves is for the dashboard alone. */
import * as validators from "../../../schemas/generated/validators.mjs";
import type { BridgesApi } from "../../bridges-parts.ts";
import { sendError, sendJson } from "../answer.ts";
import { receive, type RouteContext } from "../receive.ts";
import type { Routes } from "./resource.ts";

export function bridgesRoutes(routes: Routes, context: RouteContext, bridges: BridgesApi): void {
  routes.get("/api/bridges", async (_request, response) => sendJson(response, 200, { items: (await bridges.state()).bridges }));
  routes.post("/api/bridges", async (request, response) => {
    const received = await receive(request, response, context);
    if (received === null) return;
    const order = received.payload;
    if (!validators.BridgeOrder(order)) return sendError(response, 400, "invalid body", "Known: bridge (discord, postgres, opentelemetry), how (now, again).");
    const { bridges: items } = await (order.how === "now" ? bridges.retry(order.bridge) : bridges.resolveAside(order.bridge, "again"));
    sendJson(response, 200, { items });
  });
  routes.post("/api/bridges/thread", async (request, response) => {
    const received = await receive(request, response, context);
    if (received === null) return;
    const order = received.payload;
    if (!validators.ThreadMessage(order)) return sendError(response, 400, "invalid body", "Known: provider, session_id, message (up to 20,000 characters).");
    sendJson(response, 200, { sent: await bridges.sendToSessionThread(order.provider, order.session_id, order.message) });
  });
}
