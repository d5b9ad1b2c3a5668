/** What a file of this folder registers its paths with. */
import type { IncomingMessage, ServerResponse } from "node:http";

/** A request as a route sees it: with the named parts of its path, and nothing of the application's. */
export type RoutedRequest = IncomingMessage & { params: Record<string, string | undefined> };
type RouteHandler = (request: RoutedRequest, response: ServerResponse) => void | Promise<void>;

export interface Routes {
  get(path: string, handler: RouteHandler): void;
  post(path: string, handler: RouteHandler): void;
}
