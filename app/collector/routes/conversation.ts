/** Reading what was said and is remembered: `/api/sessions`, `/api/interactions`, `/api/search`, `/api/context`, `/api/recall`; and `POST /api/export`, `/api/import`. */
import { isAbsolute } from "node:path";
import type { MemoryApi } from "../../conversation-parts.ts";
import * as validators from "../../../schemas/generated/validators.mjs";
import { sendError, sendJson } from "../answer.ts";
import { queryOf } from "../query.ts";
import { receive, type RouteContext } from "../receive.ts";
import { typed } from "./bodies.ts";
import type { RoutedRequest, Routes } from "./resource.ts";

export function conversationRoutes(routes: Routes, context: RouteContext, memory: MemoryApi): void {
  const get = <Q>(path: string, isQuery: validators.Validator<Q>, read: (request: RoutedRequest) => unknown, answer: (query: Q) => Promise<unknown>, known: string) =>
    routes.get(path, async (request, response) => {
      const query = read(request);
      if (!isQuery(query)) return sendError(response, 400, "invalid query", `Known: ${known}.`);
      sendJson(response, 200, await answer(query));
    });
  const plain = (numbers: readonly string[], flags: readonly string[] = []) => (request: RoutedRequest) => typed(queryOf(request), numbers, flags);

  get("/api/sessions", validators.SessionsQuery, plain(["limit"]), (query) => memory.sessions(query), "session_id, project, fingerprint, state, before, limit (1 to 500)");
  get("/api/interactions", validators.InteractionsQuery, plain(["limit"]), (query) => memory.interactions(query), "session_id (needed), after, before, limit (1 to 1000)");
  get("/api/search", validators.SearchQuery, searchQuery, (query) => memory.search(query), "text or q (needed), project, session_id, role, tool, from, to, limit (1 to 200)");
  get("/api/context", validators.ContextQuery, contextQuery, (query) => memory.context(query), "cwd, session_id, source, limit (1 to 20)");
  get("/api/recall", validators.RecallQuery, plain([], ["all"]), (query) => memory.recall(query), "query (needed), cwd, all, after");

  routes.post("/api/export", async (request, response) => {
    const received = await receive(request, response, context);
    if (received === null) return;
    const body = received.payload;
    if (!validators.ExportBody(body) || !isAbsolute(body.file)) return sendError(response, 400, "invalid body", "Needed: what (session, all), format (markdown, json, jsonl), file (an absolute path).");
    const { file, ...order } = body;
    sendJson(response, 200, await memory.exportTo(order, file, { overwrite: false }));
  });

  routes.post("/api/import", async (request, response) => {
    const received = await receive(request, response, context);
    if (received === null) return;
    const body = received.payload;
    if (!validators.ImportBody(body) || !isAbsolute(body.file)) return sendError(response, 400, "invalid body", "Needed: file (an absolute path).");
    sendJson(response, 200, await memory.importFrom(body.file));
  });
}

function searchQuery(request: RoutedRequest): unknown {
  const { q, ...query } = queryOf(request);
  return typed(q === undefined ? query : { text: q, ...query }, ["from", "to", "limit"]);
}

function contextQuery(request: RoutedRequest): unknown {
  const { sessionId, ...query } = queryOf(request);
  return typed(sessionId === undefined ? query : { session_id: sessionId, ...query }, ["limit"]);
}
