/**
 * What statistics and the timeline read, without the long texts: an index that holds all that is counted, outcome and duration of a call by its metadata among it, so that
 * no row is read (the very expressions are in repositories/figures.ts; generated columns would make SQLite read the rows). `at`: when a reply's tokens were spent, ms; of replies from before this step the last sign of their session.
 */
export const step0110 = {
  version: 110,
  sql: `
    CREATE INDEX interactions_figures ON interactions (
      ts, seq, skill_name, (CASE WHEN json_valid(metadata) THEN metadata ->> 'ok' END), (CASE WHEN json_valid(metadata) THEN metadata ->> 'duration_ms' END), session_id, agent_id
    );
    ALTER TABLE message_usage ADD COLUMN at INTEGER;
    UPDATE message_usage SET at = (SELECT last_at FROM sessions WHERE sessions.session_id = message_usage.session_id);
    CREATE INDEX message_usage_by_time ON message_usage (at, session_id, input_tokens, output_tokens, cache_read_tokens, cache_write_tokens);
  `,
};
