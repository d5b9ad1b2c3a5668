/** `GET`, `POST /api/guard`: which rule holds for edits in a project, and the person's change of it. */
import * as validators from "../../../schemas/generated/validators.mjs";
import { isFullPath } from "../../machine/inside.ts";
import type { GuardRulesApi } from "../../parts.ts";
import { sendError, sendJson } from "../answer.ts";
import { queryOf } from "../query.ts";
import { receive, type RouteContext } from "../receive.ts";
import type { Routes } from "./resource.ts";

const NO_FOLDER = "cwd is a folder, written out: /home/me/project.";

export function guardRoutes(routes: Routes, context: RouteContext, guard: GuardRulesApi): void {
  routes.get("/api/guard", async (request, response) => {
    const query = queryOf(request);
    if (!validators.GuardQuery(query)) return sendError(response, 400, "invalid query", "Known: cwd (a folder).");
    if (typeof query.cwd === "string" && !isFullPath(query.cwd)) return sendError(response, 400, "invalid query", NO_FOLDER);
    sendJson(response, 200, await guard.state(query));
  });
  routes.post("/api/guard", async (request, response) => {
    const received = await receive(request, response, context);
    if (received === null) return;
    const change = received.payload;
    if (!validators.GuardChange(change) || (change.mode === null && change.cwd === undefined) || (change.accept && change.cwd === undefined)) {
      return sendError(response, 400, "invalid body", "Known: mode (strict, warn, off; null with cwd), accept (true, with cwd), cwd (a folder).");
    }
    if (change.cwd !== undefined && !isFullPath(change.cwd)) return sendError(response, 400, "invalid body", NO_FOLDER);
    const state = await guard.change(change);
    if (state === null) return sendError(response, 409, "nothing to accept", "The project has no file that would loosen what holds.");
    sendJson(response, 200, state);
  });
}
