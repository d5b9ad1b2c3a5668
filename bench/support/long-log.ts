/** A log as years of work leave it, made of one that the app itself wrote. */
import { join } from "node:path";
import sqlite3 from "sqlite3";

/** Texts that name a session or an agent, in copy `k`: a UUID stays one. */
const copied = (column: string): string =>
  `CASE WHEN ${column} IS NULL THEN NULL WHEN length(${column}) = 36 THEN substr(${column}, 1, 24) || printf('%06d', k) || substr(${column}, 31) ELSE ${column} || '-' || k END`;

const OWN: Record<string, string> = {
  id: "printf('evt_20250101_%06d-%09d', k, seq)",
  session_id: copied("session_id"),
  agent_id: copied("agent_id"),
  target_agent_id: copied("target_agent_id"),
};

interface Column {
  name: string;
}

/**
 * Copies all that is in the log, with sessions of their own, until it holds so many events. The app must have ended.
 * Its indexes are made anew afterwards, and whoever opens it next finds it as after an orderly end.
 */
export async function multiply(home: string, events: number): Promise<void> {
  const database = await open(join(home, "events.db"));
  try {
    // Nothing is lost that matters: a power cut ends the bench too.
    await database.exec("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -262144; PRAGMA temp_store = MEMORY; PRAGMA locking_mode = EXCLUSIVE");
    const [{ n = 0 } = {}] = await database.all<{ n: number }>("SELECT count(*) AS n FROM events");
    const indexes = await database.all<{ name: string; sql: string }>("SELECT name, sql FROM sqlite_master WHERE tbl_name = 'events' AND type = 'index' AND sql IS NOT NULL");
    const names = (await database.all<Column>("PRAGMA table_info(events)")).map(({ name }) => name).filter((name) => name !== "seq");
    const copies = `WITH RECURSIVE copies(k) AS (SELECT 1 UNION ALL SELECT k + 1 FROM copies WHERE k < ${Math.ceil((events - n) / n)})`;
    for (const { name } of indexes) await database.exec(`DROP INDEX ${name}`);
    await database.exec(`
      CREATE TEMP TABLE base AS SELECT * FROM events;
      CREATE TEMP TABLE base_agents AS SELECT * FROM agents;
      CREATE TEMP TABLE base_state AS SELECT * FROM agent_state;
      BEGIN;
      ${copies} INSERT INTO events (${names.join(", ")}) SELECT ${names.map((name) => OWN[name] ?? name).join(", ")} FROM copies CROSS JOIN base;
      INSERT INTO deliveries (key, seq, at) SELECT 'd:' || lower(hex(randomblob(16))) AS key, seq, received_at FROM events WHERE seq > (SELECT max(seq) FROM base) ORDER BY key;
      ${copies} INSERT OR IGNORE INTO agents SELECT ${copied("agent_id")}, provider, employment_type, source, avatar_seed, display_name, first_seen, last_seen FROM copies CROSS JOIN base_agents;
      ${copies} INSERT OR IGNORE INTO agent_state SELECT ${copied("agent_id")}, view, updated_at FROM copies CROSS JOIN base_state;
      -- The sessions of all copies have ended: the world after them is the one before.
      UPDATE checkpoints SET seq = (SELECT max(seq) FROM events) WHERE seq = (SELECT max(seq) FROM checkpoints);
      COMMIT`);
    for (const { sql } of indexes) await database.exec(sql);
    await database.exec("PRAGMA journal_mode = WAL");
  } finally {
    await database.close();
  }
}

async function open(file: string) {
  const database = await new Promise<sqlite3.Database>((resolve, reject) => {
    const opened: sqlite3.Database = new sqlite3.Database(file, sqlite3.OPEN_READWRITE, (error) => (error ? reject(error) : resolve(opened)));
  });
  const settle = (resolve: () => void, reject: (error: Error) => void) => (error: Error | null) => (error ? reject(error) : resolve());
  return {
    exec: (sql: string) => new Promise<void>((resolve, reject) => database.exec(sql, settle(resolve, reject))),
    all: <Row>(sql: string) => new Promise<Row[]>((resolve, reject) => database.all<Row>(sql, (error, rows) => (error ? reject(error) : resolve(rows)))),
    close: () => new Promise<void>((resolve, reject) => database.close(settle(resolve, reject))),
  };
}
