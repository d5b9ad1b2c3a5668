/**
 * Ports, written in the transaction of the events that make them (app/domain/ports/port.ts), and the files that were edited while they ran. They outlive their events:
 * retention takes those, never a port. `seq`: the last event that a row follows; `noted_seq`: up to here the log was read for edits. Times in milliseconds.
 */
export const step0080 = {
  version: 80,
  sql: `
    CREATE TABLE ports (
      project TEXT NOT NULL,
      id TEXT NOT NULL,
      title TEXT NOT NULL,
      state TEXT NOT NULL,
      session_id TEXT,
      priority TEXT NOT NULL,
      depends_on TEXT NOT NULL,
      spent_ms INTEGER NOT NULL,
      running_since INTEGER,
      created_at INTEGER NOT NULL,
      started_at INTEGER,
      ended_at INTEGER,
      seq INTEGER NOT NULL,
      noted_seq INTEGER NOT NULL,
      PRIMARY KEY (project, id)
    ) WITHOUT ROWID;
    CREATE TABLE port_files (
      project TEXT NOT NULL,
      id TEXT NOT NULL,
      path TEXT NOT NULL,
      edits INTEGER NOT NULL,
      last_at INTEGER NOT NULL,
      PRIMARY KEY (project, id, path),
      FOREIGN KEY (project, id) REFERENCES ports (project, id) ON DELETE CASCADE
    ) WITHOUT ROWID;
  `,
};
