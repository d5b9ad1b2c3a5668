/**
 * What OpenTelemetry's bridge has begun and not ended: spans are sent whole, with their beginning and end, and these may be days and starts of the app apart. `note`: JSON.
 * Goes with its session.
 */
export const step0150 = {
  version: 150,
  sql: `
    CREATE TABLE telemetry_begun (
      key TEXT PRIMARY KEY,
      session_id TEXT NOT NULL,
      at INTEGER NOT NULL,
      span TEXT NOT NULL,
      parent TEXT,
      note TEXT NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX telemetry_begun_by_session ON telemetry_begun (session_id);
  `,
};
