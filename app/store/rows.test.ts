import { describe, expect, it } from "vitest";
import { rowStatement, runRows } from "./rows.ts";
import type { Connection, Param } from "./sqlite.ts";

/** Remembers what it was asked to run; rows get the numbers that a table would give them. */
function fakeConnection() {
  const ran: { rows: number; params: readonly Param[] }[] = [];
  let lastId = 0;
  const run = async (sql: string, params: readonly Param[] = []) => {
    const rows = sql.split("(?)").length - 1;
    ran.push({ rows, params });
    return { lastId: (lastId += rows), changes: rows };
  };
  return { ran, connection: { run } as unknown as Connection };
}

const sql = rowStatement((rows) => `INSERT INTO t VALUES ${rows}`, "(?)");
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

describe("many rows by few statements", () => {
  it.each([0, 1, 5, 8, 9, 11, 31, 32, 33, 100])("%i rows that may come once only: each of them once, in order", async (count) => {
    const { ran, connection } = fakeConnection();
    const trips = await runRows(connection, sql, numbers(count), (row) => [row], { twice: false });
    expect(ran.flatMap(({ params }) => params)).toEqual(numbers(count));
    for (const { rows, params } of ran) expect(rows).toBe(params.length);
    expect(trips.flatMap(({ rows, lastId }) => rows.map((_, index) => lastId - rows.length + 1 + index))).toEqual(numbers(count));
  });

  it.each([1, 9, 25, 33])("%i rows that may come twice: one statement for each 32, filled up with its last row", async (count) => {
    const { ran, connection } = fakeConnection();
    await runRows(connection, sql, numbers(count), (row) => [row], { twice: true });
    expect(ran).toHaveLength(Math.ceil(count / 32));
    expect([...new Set(ran.flatMap(({ params }) => params))]).toEqual(numbers(count));
    for (const { rows, params } of ran) expect(rows).toBe(params.length);
  });
});
