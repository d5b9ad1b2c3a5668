/** `GET /api/agents`: the living mascots. */
import type { Routes } from "./resource.ts";
import type { AgentList } from "../../../schemas/generated/types.ts";
import { sendJson } from "../answer.ts";
import type { RouteContext } from "../receive.ts";

export function agentsRoute(routes: Routes, context: RouteContext): void {
  routes.get("/api/agents", (_request, response) => {
    const list: AgentList = { items: context.world.agents() };
    sendJson(response, 200, list);
  });
}
