/** The world as it was after an event, so that a start reads only the tail of the log; and small facts about the file itself. */
export const step0040 = {
  version: 40,
  sql: `
    CREATE TABLE checkpoints (
      seq INTEGER PRIMARY KEY,
      world TEXT NOT NULL,
      at INTEGER NOT NULL
    );
    CREATE TABLE meta (
      key TEXT PRIMARY KEY NOT NULL,
      value TEXT NOT NULL
    ) WITHOUT ROWID;
  `,
};
