/** `GET /api/events`: the log, by pages. `after` counts up from a seq, anything else goes from the newest back. */
import type { Routes } from "../routes.ts";
import type { EventList, EventsQuery, MascotEvent } from "../../../schemas/generated/types.ts";
import { EventsQuery as isEventsQuery } from "../../../schemas/generated/validators.mjs";
import { sendError, sendJson } from "../answer.ts";
import { queryOf } from "../query.ts";
import type { RouteContext } from "../receive.ts";

const PAGE = 100;
const NUMBERS = new Set(["after", "before", "limit"]);

export function eventsRoute(routes: Routes, context: RouteContext): void {
  routes.get("/api/events", async (request, response) => {
    const query = readQuery(queryOf(request));
    if (query === null) return sendError(response, 400, "invalid query", "Known: after, before, limit (1 to 1000), session_id, agent_id, event_type.");
    const items = await context.store.events(query);
    const list: EventList = { items, next: nextCursor(items, query.limit) };
    sendJson(response, 200, list);
  });
}

function readQuery(given: Record<string, unknown>): (EventsQuery & { limit: number }) | null {
  const query = Object.fromEntries(Object.entries(given).map(([key, value]) => [key, NUMBERS.has(key) ? toInteger(value) : value]));
  const complete: unknown = { limit: PAGE, ...query };
  return isEventsQuery(complete) ? { ...complete, limit: complete.limit ?? PAGE } : null;
}

/** Left as it is when it is no whole number, for the schema to refuse. */
function toInteger(value: unknown): unknown {
  return typeof value === "string" && /^\d{1,15}$/.test(value) ? Number(value) : value;
}

/** Seq of the last item: the next page's `after` or `before`. Undefined at the end. */
function nextCursor(items: MascotEvent[], limit: number): string | undefined {
  const last = items.at(-1)?.seq;
  return items.length < limit || last === undefined ? undefined : String(last);
}
