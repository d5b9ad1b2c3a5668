/** The registry of agents (specification 1 §5.3 step 5) and the last view of each (step 7). Times in milliseconds. */
export const step0030 = {
  version: 30,
  sql: `
    CREATE TABLE agents (
      agent_id TEXT PRIMARY KEY NOT NULL,
      provider TEXT,
      employment_type TEXT NOT NULL DEFAULT 'contractor',
      source TEXT NOT NULL DEFAULT 'runtime_agent',
      avatar_seed INTEGER NOT NULL,
      display_name TEXT,
      first_seen INTEGER NOT NULL,
      last_seen INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE agent_state (
      agent_id TEXT PRIMARY KEY NOT NULL REFERENCES agents (agent_id) ON DELETE CASCADE,
      view TEXT NOT NULL,
      updated_at INTEGER NOT NULL
    );
  `,
};
