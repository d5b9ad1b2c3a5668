import { afterAll, beforeAll, beforeEach } from "vitest";
import { PostgresServer } from "./postgres-server.ts";

/** Whose rows the tests carry. */
export const SENDER = { machineId: "11111111-2222-4333-8444-555555555555", machine: "desk", member: "Kim" };
const START_MS = 60_000;

/** A real PostgreSQL for the tests of a file; each begins without the app's schema in it. @returns the server, from the first test on */
export function centralDatabase(): () => PostgresServer {
  let server: PostgresServer | undefined;
  beforeAll(async () => {
    server = await PostgresServer.start();
  }, START_MS);
  afterAll(() => server?.close());
  beforeEach(() => server?.ask("DROP SCHEMA IF EXISTS semo CASCADE"));
  return () => {
    if (server === undefined) throw new Error("the tests have not begun");
    return server;
  };
}
