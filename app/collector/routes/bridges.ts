/** `GET`, `POST /api/bridges`: how what carries sessions out stands, and another try. Where they lead and what leaves is for the dashboard alone. */
import * as validators from "../../../schemas/generated/validators.mjs";
import type { BridgesDoor } from "../../bridges-parts.ts";
import { sendError, sendJson } from "../answer.ts";
import { receive, type RouteContext } from "../receive.ts";
import type { Routes } from "./resource.ts";

export function bridgesRoutes(routes: Routes, context: RouteContext, bridges: Pick<BridgesDoor, "state" | "retry" | "resolveAside">): void {
  routes.get("/api/bridges", async (_request, response) => sendJson(response, 200, { items: (await bridges.state()).bridges }));
  routes.post("/api/bridges", async (request, response) => {
    const received = await receive(request, response, context);
    if (received === null) return;
    const order = received.payload;
    if (!validators.BridgeOrder(order)) return sendError(response, 400, "invalid body", "Known: bridge (discord, postgres, opentelemetry), how (now, again).");
    const { bridges: items } = await (order.how === "now" ? bridges.retry(order.bridge) : bridges.resolveAside(order.bridge, "again"));
    sendJson(response, 200, { items });
  });
}
