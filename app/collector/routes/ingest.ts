/** `POST /ingest`: the forwarder's route (specification 1 §5.2, DESIGN §12). */
import type { Routes } from "./resource.ts";
import type { IngestAnswer } from "../../parts.ts";
import { sendError, sendJson } from "../answer.ts";
import { DEFAULT_PROVIDER, PROVIDER_NAME } from "../delivery.ts";
import { hand, header, receive, type RouteContext, sendNotStored } from "../receive.ts";

export function ingestRoute(routes: Routes, context: RouteContext): void {
  routes.post("/ingest", async (request, response) => {
    const provider = header(request, "x-mascot-provider") ?? DEFAULT_PROVIDER;
    const received = await receive(request, response, context);
    if (received === null) return;
    if (!PROVIDER_NAME.test(provider) || !context.providers.known(provider)) return sendError(response, 400, "unknown provider");
    const outcome = await hand(received, request, context, "ingest", provider, response);
    if (!outcome.ok) return sendNotStored(response, outcome);
    sendJson(response, 200, received.admission.trust === "verified" ? outcome.answer : withoutOutput(outcome.answer));
  });
}

/** Who did not prove to be the user's own hook gets nothing that is stored here. */
function withoutOutput({ status, event_ids }: IngestAnswer): IngestAnswer {
  return { status, event_ids };
}
