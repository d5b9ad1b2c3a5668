/** A real file as the app left it that knew the steps up to a version. */
import fs from "node:fs";
import { migrate } from "../migrate.ts";
import { MIGRATIONS } from "../migrations/index.ts";
import { Connection } from "../sqlite.ts";
import { newFile } from "./store-fixture.ts";

const upTo = (version: number) => MIGRATIONS.filter((step) => step.version <= version);

/**
 * Makes a file of the step before `version`, fills it, closes it, opens it again and migrates it to `version`.
 * @param fill runs on the previous layout
 */
export async function migrateFromPrevious(version: number, fill: (connection: Connection) => Promise<void>): Promise<Connection> {
  const file = newFile();
  fs.writeFileSync(file, "");
  const previous = await Connection.open(file, 1000);
  await migrate(previous, async () => "", upTo(version - 1));
  await fill(previous);
  await previous.close();
  const connection = await Connection.open(file, 1000);
  await migrate(connection, async () => "", upTo(version));
  return connection;
}

/** Smallest row of the event log as step 10 made it. */
export async function insertPlainEvent(connection: Connection, id: string): Promise<void> {
  await connection.run(
    "INSERT INTO events (id, version, ts, event_type, source, workspace_id, terminal_session_id, agent_id, received_at) VALUES (?, '1.1', '2026-11-28T00:00:00Z', 'heartbeat', 'hook', 'w', 't', 'a', 1)",
    [id],
  );
}

export async function tables(connection: Connection): Promise<string[]> {
  const rows = await connection.all<{ name: string }>("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name");
  return rows.map((row) => row.name);
}
