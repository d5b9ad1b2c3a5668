/**
 * Work items: `GET`, `POST /api/ports`; `GET /api/ports/:id`; `POST /api/ports/:id/start`, `/end`. The project is a folder (`project` or `cwd`) in the query or the body.
 *
 * What is refused names ids, which hold nothing but letters, digits and three signs, and the session that a port runs with.
 */
import type { ServerResponse } from "node:http";
import type { PortAnswer, PortRefusal } from "../../../schemas/generated/types.ts";
import * as validators from "../../../schemas/generated/validators.mjs";
import type { PortOutcomeOf, PortsApi } from "../../ports-parts.ts";
import { sendError, sendJson } from "../answer.ts";
import { queryOf } from "../query.ts";
import { readAdmitted, receive, type RouteContext } from "../receive.ts";
import { faultIn, fieldsOf, typed } from "./bodies.ts";
import type { RoutedRequest, Routes } from "./resource.ts";
import { record } from "../../domain/unknown.ts";

interface Order<B> {
  isBody: validators.Validator<B>;
  names: readonly string[];
  give(body: B): Promise<PortOutcomeOf<PortAnswer>>;
  /** Status of an order that changed something. */
  status: number;
}

const STATUS: Record<PortRefusal["error"], number> = {
  bad_id: 400, secret_id: 400, no_project: 400, unknown_port: 404, ambiguous: 409, exists: 409, circle: 409, too_many: 409, waits: 409, other_session: 409, not_running: 409, ended: 409,
  not_stored: 500, not_ready: 503,
};

export function portsRoutes(routes: Routes, context: RouteContext, ports: PortsApi): void {
  routes.get("/api/ports", async (request, response) => {
    const query = typed(queryOf(request), ["limit"], ["all"]);
    if (!validators.PortsQuery(query)) return sendError(response, 400, "invalid query", "Known: project or cwd (a folder), session_id, state, all, limit (1 to 1000).");
    sendJson(response, 200, await ports.list(query));
  });
  routes.get("/api/ports/:id", async (request, response) => {
    const ref = { ...queryOf(request), id: request.params["id"] };
    if (!validators.PortRef(ref)) return sendError(response, 400, "invalid query", "Known: project or cwd (a folder).");
    const shown = await ports.show(ref);
    if ("refused" in shown) return sendRefused(response, shown.refused);
    sendJson(response, 200, shown.done);
  });

  const post = <B>(path: string, order: Order<B>) => routes.post(path, (request, response) => obey(order, request, response, context));
  post("/api/ports", {
    isBody: validators.PortCreate, names: ["id", "title", "project", "cwd", "depends_on", "priority", "session_id"], give: (body) => ports.create(body), status: 201,
  });
  post("/api/ports/:id/start", { isBody: validators.PortStart, names: ["id", "project", "cwd", "session_id", "force"], give: (body) => ports.start(body), status: 200 });
  post("/api/ports/:id/end", { isBody: validators.PortEnd, names: ["id", "project", "cwd", "outcome"], give: (body) => ports.end(body), status: 200 });
}

async function obey<B>({ isBody, names, give, status }: Order<B>, request: RoutedRequest, response: ServerResponse, context: RouteContext): Promise<void> {
  const received = hasBody(request) ? await receive(request, response, context) : await readAdmitted(request, response, context).then((body) => body && { payload: {} });
  if (received === null) return;
  const { id } = request.params;
  const { force, ...where } = queryOf(request);
  const body: unknown = fieldsOf({ ...where, ...(force === undefined ? {} : typed({ force }, [], ["force"])), ...record(received.payload), ...(id === undefined ? {} : { id }) }, names);
  if (!isBody(body)) return sendError(response, 400, "invalid body", `${faultIn(isBody)}Known: ${names.join(", ")}.`);
  const outcome = await give(body);
  if ("refused" in outcome) return sendRefused(response, outcome.refused);
  sendJson(response, outcome.done.changed ? status : 200, outcome.done);
}

/** With the folder in the query there is nothing left to say in a body. */
function hasBody({ headers }: RoutedRequest): boolean {
  return headers["transfer-encoding"] !== undefined || (headers["content-length"] ?? "0") !== "0";
}


function sendRefused(response: ServerResponse, refusal: PortRefusal): void {
  sendJson(response, STATUS[refusal.error], refusal);
}
