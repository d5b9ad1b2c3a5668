/** `GET /api/events/stream`: events as they are recorded, as server-sent events; from any place of the log on (specification 2 §1.4). */
import { StreamQuery as isStreamQuery } from "../../../schemas/generated/validators.mjs";
import { openEventStream, sendError } from "../answer.ts";
import { queryOf } from "../query.ts";
import { header, type RouteContext } from "../receive.ts";
import { BadFilter, filterOf, type StreamFilter } from "../stream/filter.ts";
import { noticeOf } from "../stream/follower.ts";
import { firstFrame, noticeFrame } from "../stream/frames.ts";
import type { StreamHub } from "../stream/hub.ts";
import { startOf, wishOf } from "../stream/start.ts";
import type { EventLogReader, WorldView } from "../../parts.ts";
import type { StreamQuery } from "../../../schemas/generated/types.ts";
import { typed } from "./bodies.ts";
import type { Routes } from "./resource.ts";

const KNOWN = "Known: last_event_id, since, last (0 to 1000), follow, session_id, event_type, severity, project, port_id.";
const RETRY_AFTER_S = 10;

export function streamRoute(routes: Routes, { world, log }: RouteContext, stream: { hub: StreamHub; events: EventLogReader }): void {
  const { hub, events } = stream;
  routes.get("/api/events/stream", async (request, response) => {
    const query: unknown = typed(queryOf(request), ["last"], ["follow"]);
    if (!isStreamQuery(query)) return sendError(response, 400, "invalid query", KNOWN);
    const wish = wishOf(header(request, "last-event-id"), query);
    if (wish === null) return sendError(response, 400, "invalid place", "Last-Event-ID is the number of an event, since a time as 2026-01-31T12:00:00Z.");
    const filter = filterOrWords(query, world);
    if (typeof filter === "string") return sendError(response, 400, "invalid query", filter);
    if (request.method === "HEAD") return openEventStream(response);
    if (hub.isFull()) return sendFull(response, hub);
    const start = await startOf(wish, filter, events).catch((error: unknown) => void log.warn("the log could not be read for a follower", { error }));
    if (start === undefined) return sendError(response, 503, "not ready", "The log is not open. Try again.", { "Retry-After": RETRY_AFTER_S });
    if (response.destroyed) return;
    // Others may have come while the log was asked.
    if (hub.isFull()) return sendFull(response, hub);
    openEventStream(response);
    response.write(firstFrame(hub.limits.retryMs, start.from));
    if (start.notice !== null) response.write(noticeFrame("stream.notice", noticeOf(start.notice), start.from));
    hub.add({ response, filter, from: start.from, follow: query.follow !== false });
  });
}

function sendFull(response: Parameters<typeof sendError>[0], { limits }: StreamHub): void {
  sendError(response, 503, "too many followers", `${limits.clients} follow the stream already. Try again when one has left.`, { "Retry-After": RETRY_AFTER_S });
}

function filterOrWords(query: StreamQuery, world: WorldView): StreamFilter | string {
  try {
    return filterOf(query, (sessionId) => world.sessions().find((session) => session.session_id === sessionId)?.project_dir ?? null);
  } catch (error) {
    if (error instanceof BadFilter) return error.message;
    throw error;
  }
}
