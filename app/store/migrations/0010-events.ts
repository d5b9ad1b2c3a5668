/**
 * The event log (specification 1 §7.1). `seq` is the order of arrival and is never given twice, also after the newest rows were deleted (AUTOINCREMENT):
 * checkpoints and clients hold on to it. The long texts come last, so that the short columns are read without them.
 */
export const step0010 = {
  version: 10,
  sql: `
    PRAGMA application_id = 0x414D7363;
    CREATE TABLE events (
      seq INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      version TEXT NOT NULL,
      ts TEXT NOT NULL,
      event_type TEXT NOT NULL,
      source TEXT NOT NULL,
      provider TEXT,
      workspace_id TEXT NOT NULL,
      terminal_session_id TEXT NOT NULL,
      run_id TEXT,
      session_id TEXT,
      agent_id TEXT NOT NULL,
      target_agent_id TEXT,
      task_id TEXT,
      turn_id TEXT,
      severity TEXT,
      trust TEXT,
      received_at INTEGER NOT NULL,
      payload TEXT,
      thinking_text TEXT,
      raw TEXT
    );
    CREATE INDEX events_by_session ON events (session_id) WHERE session_id IS NOT NULL;
    CREATE INDEX events_by_agent ON events (agent_id);
    CREATE INDEX events_by_type ON events (event_type);
  `,
};
