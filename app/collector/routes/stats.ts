/** `GET /api/stats`: what the log adds up to. The same figures as the dashboard's. */
import { FiguresQuery } from "../../../schemas/generated/validators.mjs";
import type { FiguresApi } from "../../figures-parts.ts";
import { sendError, sendJson } from "../answer.ts";
import { queryOf } from "../query.ts";
import { typed } from "./bodies.ts";
import type { Routes } from "./resource.ts";

export function statsRoute(routes: Routes, figures: Pick<FiguresApi, "figures">): void {
  routes.get("/api/stats", async (request, response) => {
    const query = typed(queryOf(request), ["from", "to"], []);
    if (!FiguresQuery(query)) return sendError(response, 400, "invalid query", "Known: from, to (milliseconds since the epoch), project (a folder).");
    sendJson(response, 200, await figures.figures(query));
  });
}
