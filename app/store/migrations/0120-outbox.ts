/**
 * The outbox: what is still to be carried out by a bridge. A row names what it stands for and holds none of it. `ref`: seq of an event or an interaction, num of a session.
 * `aside_at`, `reason`: it can never be carried as it is. `bridge_history`: up to `until` of the log is to be sent too, `done` of it is in the outbox.
 * `discord_threads`: which thread belongs to which session.
 */
export const step0120 = {
  version: 120,
  sql: `
    CREATE TABLE outbox (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      bridge TEXT NOT NULL,
      kind TEXT NOT NULL,
      ref INTEGER NOT NULL,
      at INTEGER NOT NULL,
      aside_at INTEGER,
      reason TEXT
    );
    CREATE INDEX outbox_waiting ON outbox (bridge, id) WHERE aside_at IS NULL;
    CREATE INDEX outbox_aside ON outbox (bridge, id) WHERE aside_at IS NOT NULL;
    CREATE INDEX outbox_by_ref ON outbox (ref, kind, bridge) WHERE kind <> 'event';
    CREATE TABLE bridge_history (
      bridge TEXT NOT NULL,
      kind TEXT NOT NULL,
      done INTEGER NOT NULL,
      until INTEGER NOT NULL,
      PRIMARY KEY (bridge, kind)
    ) WITHOUT ROWID;
    CREATE TABLE discord_threads (
      provider TEXT NOT NULL,
      session_id TEXT NOT NULL,
      project TEXT NOT NULL,
      channel TEXT NOT NULL,
      state TEXT NOT NULL,
      message_id TEXT,
      thread_id TEXT,
      named INTEGER NOT NULL,
      phase TEXT,
      owed INTEGER NOT NULL,
      PRIMARY KEY (provider, session_id)
    ) WITHOUT ROWID;
  `,
};
