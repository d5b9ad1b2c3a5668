/** `GET /api/events`: the log, by pages. `after` counts up from a seq, anything else goes from the newest back; `next` is the last item's seq. */
import type { Routes } from "./resource.ts";
import type { EventsQuery, MascotEvent } from "../../../schemas/generated/types.ts";
import { EventsQuery as isEventsQuery } from "../../../schemas/generated/validators.mjs";
import { sendError, sendRawJson } from "../answer.ts";
import { queryOf } from "../query.ts";
import type { RouteContext } from "../receive.ts";

const PAGE = 100;
const PAGE_LENGTH = 8 * 1024 * 1024;
const NUMBERS = new Set(["after", "before", "limit"]);

export function eventsRoute(routes: Routes, context: RouteContext): void {
  routes.get("/api/events", async (request, response) => {
    const query = readQuery(queryOf(request));
    if (query === null) return sendError(response, 400, "invalid query", "Known: after, before, limit (1 to 1000), session_id, agent_id, event_type.");
    const { page, next } = pageOf(await context.store.events(query), query.limit);
    sendRawJson(response, 200, `{"items":[${page.join(",")}]${next === undefined ? "" : `,"next":${JSON.stringify(next)}`}}`);
  });
}

/** The items of an EventList, as JSON text. Events keep what hooks sent, up to megabytes each: a page ends early rather than grow without bound. */
function pageOf(events: MascotEvent[], limit: number): { page: string[]; next?: string } {
  const page: string[] = [];
  let length = 0;
  for (const event of events) {
    const text = JSON.stringify(event);
    if (page.length > 0 && length + text.length > PAGE_LENGTH) break;
    page.push(text);
    length += text.length;
  }
  const last = events[page.length - 1]?.seq;
  const atTheEnd = page.length === events.length && events.length < limit;
  return { page, next: atTheEnd || last === undefined ? undefined : String(last) };
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
