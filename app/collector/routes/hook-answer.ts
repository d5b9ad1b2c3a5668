/** `POST /api/hook-answer`: a payload is recorded like any hook's, and answered in the extended form (specification 2 §1.1). For people and scripts, with the token. */
import type { HookAnswersApi } from "../../parts.ts";
import { sendError, sendJson } from "../answer.ts";
import { hand, receive, type RouteContext } from "../receive.ts";
import { providerOf } from "./hook.ts";
import type { Routes } from "./resource.ts";

export function hookAnswerRoute(routes: Routes, context: RouteContext, answers: HookAnswersApi): void {
  routes.post("/api/hook-answer", async (request, response) => {
    const received = await receive(request, response, context);
    if (received === null) return;
    const provider = providerOf(received.payload);
    if (provider === null || !context.providers.known(provider)) return sendError(response, 400, "unknown provider");
    const outcome = answers.isQuestion(received.payload) ? null : await hand(received, request, context, "ingest", provider);
    sendJson(response, 200, await answers.answer(received.payload, outcome));
  });
}
