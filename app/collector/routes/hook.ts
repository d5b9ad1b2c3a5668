/** `POST /api/hook`: a payload that names its provider (specification 5). Missing means `claude`. */
import type { Routes } from "./resource.ts";
import { sendError, sendJson } from "../answer.ts";
import { isRecord } from "../../domain/unknown.ts";
import { DEFAULT_PROVIDER, PROVIDER_NAME } from "../delivery.ts";
import { hand, receive, type RouteContext, sendNotStored } from "../receive.ts";

export function hookRoute(routes: Routes, context: RouteContext): void {
  routes.post("/api/hook", async (request, response) => {
    const received = await receive(request, response, context);
    if (received === null) return;
    const provider = providerOf(received.payload);
    if (provider === null || !context.providers.known(provider)) return sendError(response, 400, "unknown provider");
    const outcome = await hand(received, request, context, "api_hook", provider);
    if (!outcome.ok) return sendNotStored(response, outcome);
    sendJson(response, 200, { ok: true });
  });
}

/** @returns null for a name that is none */
export function providerOf(payload: unknown): string | null {
  if (!isRecord(payload) || !Object.hasOwn(payload, "provider")) return DEFAULT_PROVIDER;
  const named = payload["provider"];
  return typeof named === "string" && PROVIDER_NAME.test(named) ? named : null;
}
