/** Which deliveries are already in the log (DESIGN §4, duplicates). `seq` is the first event of the delivery, null when it held none; `at` in milliseconds. */
export const step0020 = {
  version: 20,
  sql: `
    CREATE TABLE deliveries (
      key TEXT PRIMARY KEY NOT NULL,
      seq INTEGER,
      at INTEGER NOT NULL
    ) WITHOUT ROWID;
  `,
};
