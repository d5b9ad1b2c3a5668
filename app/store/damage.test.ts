import fs from "node:fs";
import { afterEach, expect, it } from "vitest";
import { findDamage, findWrongHeader } from "./damage.ts";
import { Connection } from "./sqlite.ts";
import { cleanUp, event, newFile, open } from "./testing/store-fixture.ts";

afterEach(cleanUp);

it("the walk over the pages ends with its time limit: a start does not wait for a large file", { timeout: 60_000 }, async () => {
  const file = newFile();
  const { store } = await open(file);
  for (let n = 0; n < 12; n++) await store.append([{ keys: [], events: Array.from({ length: 1000 }, () => event({ raw: "x".repeat(3000) })) }]);
  await store.close();
  const size = fs.statSync(file).size;
  const handle = fs.openSync(file, "r+");
  fs.writeSync(handle, Buffer.alloc(40_960, 0xee), 0, 40_960, Math.floor(size / 2 / 4096) * 4096);
  fs.closeSync(handle);
  const connection = await Connection.open(file, 1000);
  expect(await findDamage(connection, false)).toBeNull();
  expect(await findDamage(connection, 0)).toBeNull();
  expect(await findDamage(connection, Infinity)).toMatch(/Tree|page|malformed/i);
  await connection.close();
});

it("a file is told by its first bytes; an empty one is sound", async () => {
  const file = newFile();
  for (const [content, wrong] of [["", false], ["SQLite format 3\0rest", false], ["SQLite", true], ["{}", true]] as const) {
    fs.writeFileSync(file, content, "latin1");
    expect(await findWrongHeader(file) !== null, JSON.stringify(content)).toBe(wrong);
  }
});
