/**
 * `POST /hooks/:provider`: for clients that post hooks themselves. The body of the answer is the hook's output, so it is empty unless
 * there is something to say, and a fault of ours is no fault of the hook: the client shows anything but 2xx to the person. The installed line shows nothing to
 * anybody and is told, so that it keeps the event.
 */
import type { Routes } from "./resource.ts";
import { sendEmpty, sendError, sendJson } from "../answer.ts";
import { PROVIDER_NAME } from "../delivery.ts";
import { hand, header, labelOf, receive, type RouteContext, sendNotStored } from "../receive.ts";

export function providerHooksRoute(routes: Routes, context: RouteContext): void {
  routes.post("/hooks/:provider", async (request, response) => {
    const { provider = "" } = request.params;
    const received = await receive(request, response, context);
    if (received === null) return;
    if (!PROVIDER_NAME.test(provider) || !context.providers.known(provider)) return sendError(response, 400, "unknown provider");
    const outcome = await hand(received, request, context, "http_hook", provider, response);
    // Our own line keeps what was not taken.
    if (!outcome.ok && labelOf(request) !== null) return sendNotStored(response, outcome);
    const verified = outcome.ok && received.admission.trust === "verified";
    if (verified) void context.forgetBody?.(header(request, "x-mascot-delivery") ?? "");
    const output = verified ? outcome.answer.hook_output : undefined;
    if (output === undefined || Object.keys(output).length === 0) return sendEmpty(response);
    sendJson(response, 200, output);
  });
}
