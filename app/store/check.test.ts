import { mkdtempSync, openSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { checkDatabase } from "./check.ts";
import { Connection } from "./sqlite.ts";

let folder: string;
let file: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "mascot-check-"));
  file = join(folder, "events.db");
  writeFileSync(file, "");
  const connection = await Connection.open(file, 1000);
  await connection.exec("PRAGMA user_version = 7; CREATE TABLE things (id INTEGER PRIMARY KEY, text TEXT); CREATE INDEX by_text ON things (text)");
  await connection.exec("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000) INSERT INTO things (text) SELECT 'thing ' || i FROM n");
  await connection.close();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it("a whole database is said to be whole, with its version and size", async () => {
  expect(await checkDatabase(file)).toEqual({ state: "whole", version: 7, bytes: statSync(file).size, wal_bytes: 0, detail: "" });
});

it("a damaged one is told, whatever is damaged", async () => {
  const descriptor = openSync(file, "r+");
  writeSync(descriptor, Buffer.alloc(4096, 0x5a), 0, 4096, 8192);
  expect(await checkDatabase(file)).toMatchObject({ state: "damaged" });
  writeFileSync(file, "no database at all, only a text that is long enough to have a head of a hundred bytes and some more of them");
  expect(await checkDatabase(file)).toMatchObject({ state: "damaged", detail: "SQLITE_NOTADB" });
  truncateSync(file, 0);
  expect(readFileSync(file)).toHaveLength(0);
  expect((await checkDatabase(file)).state).toBe("whole");
});

it("one that is not there is not made", async () => {
  expect(await checkDatabase(join(folder, "none.db"))).toMatchObject({ state: "not_open", detail: "SQLITE_CANTOPEN", bytes: 0 });
});

it("a check that takes too long is given up", async () => {
  expect(["unfinished", "whole"]).toContain((await checkDatabase(file, 0)).state);
});
