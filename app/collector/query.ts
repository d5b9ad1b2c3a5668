import type { IncomingMessage } from "node:http";

/** The query of a request. Of a name given twice the last counts. */
export function queryOf(request: IncomingMessage): Record<string, unknown> {
  return Object.fromEntries(new URL(request.url ?? "/", "http://localhost").searchParams);
}
