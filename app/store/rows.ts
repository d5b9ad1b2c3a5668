/**
 * Many rows by few statements: each trip to the driver's thread waits for its turn on a busy machine, and whoever waits for the writer waits for all of them.
 */
import type { Connection, Param } from "./sqlite.ts";

/** Rows of the statements that are kept. Between two sizes the larger is filled up where a row may come twice, else the smaller is followed by another. */
const SIZES = [1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 24, 32] as const;
const LARGEST = 32;

/** @param text a statement around its rows; `tuple` is one row, e.g. `(?, ?)` */
export function rowStatement(text: (rows: string) => string, tuple: string): (rows: number) => string {
  const texts = new Map<number, string>(SIZES.map((size) => [size, text(Array.from({ length: size }, () => tuple).join(", "))]));
  return (rows) => texts.get(rows) as string;
}

/**
 * Runs a statement over rows, in their order.
 * @param sql of `rowStatement`
 * @param twice whether a row may come twice, as in an update by key
 * @returns how many rows went with each trip, and what the driver said of it
 */
export async function runRows<Row>(connection: Connection, sql: (rows: number) => string, rows: readonly Row[], params: (row: Row) => readonly Param[], { twice }: { twice: boolean }): Promise<{ rows: readonly Row[]; lastId: number }[]> {
  const trips: { rows: readonly Row[]; lastId: number }[] = [];
  for (let done = 0; done < rows.length; ) {
    const part = rows.slice(done, done + sizeFor(rows.length - done, twice));
    const size = SIZES.find((one) => one >= part.length) as number;
    const filled = [...part, ...Array<Row>(size - part.length).fill(part.at(-1) as Row)];
    const { lastId } = await connection.run(sql(size), filled.flatMap(params));
    trips.push({ rows: part, lastId });
    done += part.length;
  }
  return trips;
}

function sizeFor(left: number, twice: boolean): number {
  return twice ? Math.min(left, LARGEST) : (SIZES.filter((one) => one <= left).at(-1) as number);
}
