/**
 * Writing, for clients that tell in the words of specification 4: `/api/sessions/start|stop|summarize`, `/api/prompts`, `/api/observations`, `/api/responses`. Each is a
 * hook of its meaning and takes the road of every event: masked, once, in order.
 */
import type { ServerResponse } from "node:http";
import type { MemoryApi } from "../../conversation-parts.ts";
import type { HookEventName } from "../../../schemas/generated/types.ts";
import * as validators from "../../../schemas/generated/validators.mjs";
import { sendError, sendJson } from "../answer.ts";
import { DEFAULT_PROVIDER } from "../delivery.ts";
import { hand, receive, type RouteContext, sendNotStored } from "../receive.ts";
import { fieldsOf } from "./bodies.ts";
import type { RoutedRequest, Routes } from "./resource.ts";

interface AnyBody {
  session_id: string;
  provider?: string;
}

interface Told<B extends AnyBody> {
  path: string;
  isBody: validators.Validator<B>;
  names: readonly string[];
  hook: HookEventName;
  fields(body: B): Record<string, unknown>;
}

const COMMON = ["session_id", "provider", "cwd", "transcript_path"];

export function memoryRoutes(routes: Routes, context: RouteContext, memory: MemoryApi): void {
  const told = <B extends AnyBody>(one: Told<B>) => routes.post(one.path, (request, response) => tell(one, request, response, context));
  told({ path: "/api/sessions/start", isBody: validators.SessionStartBody, names: ["session_id", "provider", "cwd", "source", "model"], hook: "SessionStart", fields: ({ source = "startup", model }) => ({ source, model }) });
  // A turn ends, not the session: agents stop after each of their answers.
  told({ path: "/api/sessions/stop", isBody: validators.SessionBody, names: COMMON, hook: "Stop", fields: () => ({}) });
  told({ path: "/api/prompts", isBody: validators.SaidBody, names: [...COMMON, "content"], hook: "UserPromptSubmit", fields: ({ content }) => ({ prompt: content }) });
  told({ path: "/api/responses", isBody: validators.SaidBody, names: [...COMMON, "content"], hook: "Stop", fields: ({ content }) => ({ last_assistant_message: content }) });
  told({
    path: "/api/observations", isBody: validators.ObservationBody, names: ["session_id", "provider", "cwd", "tool_name", "tool_input", "tool_response"], hook: "PostToolUse",
    fields: ({ tool_name, tool_input = {}, tool_response }) => ({ tool_name, tool_input, tool_response }),
  });

  routes.post("/api/sessions/summarize", async (request, response) => {
    const received = await receive(request, response, context);
    if (received === null) return;
    const body = fieldsOf(received.payload, COMMON);
    if (!validators.SessionBody(body)) return sendInvalid(response, COMMON);
    const summary = await memory.summarize(body.session_id);
    if (summary === null) return sendError(response, 404, "unknown session");
    sendJson(response, 200, { ok: true, summary });
  });
}

async function tell<B extends AnyBody>({ isBody, names, hook, fields }: Told<B>, request: RoutedRequest, response: ServerResponse, context: RouteContext): Promise<void> {
  const received = await receive(request, response, context);
  if (received === null) return;
  const body: unknown = fieldsOf(received.payload, names);
  if (!isBody(body)) return sendInvalid(response, names);
  const provider = body.provider ?? DEFAULT_PROVIDER;
  if (!context.providers.known(provider)) return sendError(response, 400, "unknown provider");
  const { cwd, transcript_path } = body as { cwd?: string; transcript_path?: string };
  const where = { ...(cwd === undefined ? {} : { cwd }), ...(transcript_path === undefined ? {} : { transcript_path }) };
  const payload = { hook_event_name: hook, session_id: body.session_id, ...where, ...fields(body) };
  const outcome = await hand({ ...received, payload }, request, context, "api_hook", provider);
  if (!outcome.ok) return sendNotStored(response, outcome);
  sendJson(response, 200, { ok: true, session_id: body.session_id, event_ids: outcome.answer.event_ids });
}

function sendInvalid(response: ServerResponse, names: readonly string[]): void {
  sendError(response, 400, "invalid body", `Known: ${names.join(", ")}; session_id is needed.`);
}
