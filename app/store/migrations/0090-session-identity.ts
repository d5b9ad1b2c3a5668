/** In which terminal a session runs (specification 2 §1.2). Sessions of before, and those of which nobody could tell, have none. */
export const step0090 = {
  version: 90,
  sql: `
    ALTER TABLE sessions ADD COLUMN tty TEXT;
    ALTER TABLE sessions ADD COLUMN parent_pid INTEGER;
    ALTER TABLE sessions ADD COLUMN start_time TEXT;
    ALTER TABLE sessions ADD COLUMN fingerprint TEXT;
    CREATE INDEX sessions_by_fingerprint ON sessions (fingerprint, last_at, num) WHERE fingerprint IS NOT NULL;
  `,
};
