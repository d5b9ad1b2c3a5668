import fs from "node:fs";
import { afterEach, describe, expect, it } from "vitest";
import { assertRising, migrate, versionOf } from "./migrate.ts";
import { MIGRATIONS } from "./migrations/index.ts";
import { Connection } from "./sqlite.ts";
import { cleanUp, newFile } from "./testing/store-fixture.ts";

afterEach(cleanUp);

async function emptyFile(): Promise<Connection> {
  const file = newFile();
  fs.writeFileSync(file, "");
  return Connection.open(file, 1000);
}

const noBackup = async () => {
  throw new Error("a backup was not expected");
};

describe("the list of steps", () => {
  it("only rises, in tens", () => {
    expect(() => assertRising(MIGRATIONS)).not.toThrow();
    expect(MIGRATIONS.filter((step) => step.version % 10 !== 0)).toEqual([]);
  });

  it("with a number twice or out of order is a mistake that is told", () => {
    expect(() => assertRising([{ version: 20, sql: "" }, { version: 20, sql: "" }])).toThrow("20 stands after 20");
    expect(() => assertRising([{ version: 20, sql: "" }, { version: 10, sql: "" }])).toThrow("10 stands after 20");
  });
});

describe("an upgrade", () => {
  it("is whole or not at all: a failing step leaves the file as it was", async () => {
    const connection = await emptyFile();
    const steps = [{ version: 10, sql: "CREATE TABLE a (x); INSERT INTO a VALUES (1)" }];
    await migrate(connection, noBackup, steps);
    const failing = [...steps, { version: 20, sql: "UPDATE a SET x = 2; CREATE TABLE b (x)" }, { version: 30, sql: "INSERT INTO nowhere VALUES (1)" }];
    await expect(migrate(connection, async () => "copy", failing)).rejects.toThrow("nowhere");
    expect(await versionOf(connection)).toBe(10);
    expect(await connection.all("SELECT x FROM a")).toEqual([{ x: 1 }]);
    expect(await connection.all("SELECT name FROM sqlite_schema")).toEqual([{ name: "a" }]);
    await connection.close();
  });

  it("asks for a copy once, and not for an empty file or when nothing is to do", async () => {
    const connection = await emptyFile();
    const steps = [{ version: 10, sql: "CREATE TABLE a (x)" }, { version: 20, sql: "CREATE TABLE b (x)" }, { version: 30, sql: "CREATE TABLE c (x)" }];
    expect(await migrate(connection, noBackup, steps.slice(0, 1))).toEqual({ from: 0, to: 10, backup: null });
    const asked: number[] = [];
    const backUp = async (version: number) => `copy ${asked.push(version)}`;
    expect(await migrate(connection, backUp, steps)).toEqual({ from: 10, to: 30, backup: "copy 1" });
    expect(asked).toEqual([10]);
    expect(await migrate(connection, noBackup, steps)).toEqual({ from: 30, to: 30, backup: null });
    await connection.close();
  });

  it("does not begin when the copy fails", async () => {
    const connection = await emptyFile();
    await migrate(connection, noBackup, [{ version: 10, sql: "CREATE TABLE a (x)" }]);
    const noSpace = async () => {
      throw Object.assign(new Error("no space"), { code: "ENOSPC" });
    };
    await expect(migrate(connection, noSpace, [{ version: 10, sql: "" }, { version: 20, sql: "CREATE TABLE b (x)" }])).rejects.toThrow("no space");
    expect(await versionOf(connection)).toBe(10);
    await connection.close();
  });
});
