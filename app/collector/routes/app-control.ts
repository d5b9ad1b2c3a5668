/** `POST /api/app/quit` and `/api/app/raise`: from the command line and from a second start of the app. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Routes } from "../routes.ts";
import { sendError, sendJson } from "../answer.ts";
import { BAD_SIGNATURE } from "../gate.ts";
import type { RouteContext } from "../receive.ts";
import { type BodyLimits, readBody } from "../body.ts";

/** Nothing is asked of the body; it is read because a signature covers it. */
const BODY: BodyLimits = { wholeBytes: 64 * 1024, cutBytes: 0, endlessBytes: 1024 * 1024 };

export function appControlRoutes(routes: Routes, context: RouteContext): void {
  routes.post("/api/app/raise", (request, response) => obey(request, response, context, context.raise));
  routes.post("/api/app/quit", (request, response) => obey(request, response, context, context.quit));
}

/** Answers first: whoever asked for the end has to hear that it was understood. */
async function obey(request: IncomingMessage, response: ServerResponse, context: RouteContext, act: () => void): Promise<void> {
  const { signature } = context.admissionOf(request);
  await readBody(request, BODY, context.budget, signature?.hash ?? null);
  if (signature !== null && !signature.holds()) return sendError(response, BAD_SIGNATURE.refused.status, BAD_SIGNATURE.refused.error);
  response.once("close", () => act());
  sendJson(response, 200, { ok: true }, { Connection: "close" });
}
