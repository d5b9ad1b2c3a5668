/**
 * What was said and done (specification 3 §4), token counts by the provider's message, and what a person decided for a project. `seq` is never given twice: the
 * search index knows rows by it. `text_key` of a reply is a digest of its text, by which a reply that was told twice is known. The long texts come last.
 */
export const step0060 = {
  version: 60,
  sql: `
    CREATE TABLE interactions (
      seq INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      user_id TEXT NOT NULL,
      session_id TEXT NOT NULL,
      agent_id TEXT NOT NULL,
      role TEXT NOT NULL,
      skill_name TEXT NOT NULL,
      turn_id TEXT,
      project TEXT NOT NULL,
      ts INTEGER NOT NULL,
      message_id TEXT,
      text_key TEXT,
      content TEXT NOT NULL,
      skill_args TEXT,
      metadata TEXT NOT NULL
    );
    CREATE INDEX interactions_by_session ON interactions (session_id, ts, seq);
    CREATE INDEX interactions_by_time ON interactions (ts);
    CREATE INDEX interactions_by_message ON interactions (message_id, session_id) WHERE message_id IS NOT NULL;
    CREATE INDEX interactions_by_text ON interactions (session_id, text_key) WHERE text_key IS NOT NULL;
    CREATE TABLE message_usage (
      message_id TEXT PRIMARY KEY NOT NULL,
      session_id TEXT NOT NULL,
      model TEXT,
      input_tokens INTEGER NOT NULL,
      output_tokens INTEGER NOT NULL,
      cache_read_tokens INTEGER NOT NULL,
      cache_write_tokens INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX message_usage_by_session ON message_usage (session_id);
    CREATE TABLE project_rules (
      project TEXT PRIMARY KEY NOT NULL,
      record INTEGER NOT NULL,
      memory INTEGER NOT NULL
    ) WITHOUT ROWID;
  `,
};
