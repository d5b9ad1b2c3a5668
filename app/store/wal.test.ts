import fs from "node:fs";
import { afterEach, expect, it } from "vitest";
import { Connection } from "./sqlite.ts";
import { cleanUp, item, newFile, open } from "./testing/store-fixture.ts";

afterEach(cleanUp);

const MB = 1024 * 1024;

it("D3: the write-ahead log stays below 64 MB under continuous load with readers beside it, and is gone after closing", { timeout: 120_000 }, async () => {
  const file = newFile();
  const { store } = await open(file);
  let left = 90 * MB;
  let largest = 0;
  const BYTES = 100_000;
  const caller = async () => {
    while (left > 0) {
      left -= BYTES;
      await store.append([item({ raw: "x".repeat(BYTES) })]);
      largest = Math.max(largest, fs.statSync(`${file}-wal`).size);
    }
  };
  const reader = async () => {
    while (left > 0) await store.events({ limit: 5 });
  };
  await Promise.all([...Array.from({ length: 20 }, caller), reader(), reader()]);
  expect(largest).toBeGreaterThan(MB);
  expect(largest).toBeLessThan(64 * MB);
  expect(fs.statSync(file).size).toBeGreaterThan(60 * MB);
  await store.close();
  expect(fs.existsSync(`${file}-wal`)).toBe(false);
});

it("D3: a foreign reader that holds the log open delays nothing for long, and the log is emptied when it lets go", { timeout: 60_000 }, async () => {
  const file = newFile();
  const { store } = await open(file);
  await store.append([item()]);
  const foreign = await Connection.open(file, 1000);
  await foreign.exec("BEGIN; SELECT count(*) FROM events");
  const append = async (megabytes: number) => {
    for (let n = 0; n < megabytes; n++) await store.append([item({ raw: "x".repeat(MB) })]);
  };
  await append(40);
  expect(fs.statSync(`${file}-wal`).size).toBeGreaterThan(30 * MB);
  await foreign.exec("COMMIT");
  await foreign.close();
  await append(24);
  expect(fs.statSync(`${file}-wal`).size).toBeLessThan(30 * MB);
});
