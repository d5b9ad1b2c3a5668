/**
 * Sessions as the log knows them, kept by the projector. `num` stands for a session in the search index. Token counts are sums over message_usage.
 * `moved`: the session's project changed, and some of its interactions still carry the one before. Times in milliseconds.
 */
export const step0050 = {
  version: 50,
  sql: `
    CREATE TABLE sessions (
      num INTEGER PRIMARY KEY AUTOINCREMENT,
      session_id TEXT NOT NULL UNIQUE,
      provider TEXT NOT NULL,
      project TEXT NOT NULL,
      cwd TEXT NOT NULL,
      model TEXT,
      source TEXT,
      title TEXT,
      state TEXT NOT NULL,
      started_at INTEGER NOT NULL,
      last_at INTEGER NOT NULL,
      ended_at INTEGER,
      end_reason TEXT,
      trust TEXT NOT NULL,
      first_prompt TEXT,
      prompts INTEGER NOT NULL DEFAULT 0,
      replies INTEGER NOT NULL DEFAULT 0,
      tool_calls INTEGER NOT NULL DEFAULT 0,
      failures INTEGER NOT NULL DEFAULT 0,
      input_tokens INTEGER NOT NULL DEFAULT 0,
      output_tokens INTEGER NOT NULL DEFAULT 0,
      cache_read_tokens INTEGER NOT NULL DEFAULT 0,
      cache_write_tokens INTEGER NOT NULL DEFAULT 0,
      moved INTEGER NOT NULL DEFAULT 0,
      tools TEXT NOT NULL DEFAULT '{}',
      files TEXT NOT NULL DEFAULT '[]',
      summary TEXT
    );
    CREATE INDEX sessions_by_time ON sessions (last_at, num);
    CREATE INDEX sessions_by_project ON sessions (project, last_at, num);
    CREATE INDEX sessions_finished ON sessions (project, last_at, num) WHERE state IN ('completed', 'stale') AND trust = 'verified' AND first_prompt IS NOT NULL;
    CREATE INDEX sessions_moved ON sessions (num) WHERE moved = 1;
  `,
};
