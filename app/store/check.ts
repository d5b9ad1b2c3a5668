/** Whether the database is whole, asked from beside, while the store goes on writing. */
import fs from "node:fs/promises";
import type { DoctorCheck } from "../../schemas/generated/types.ts";
import { walSize } from "./files.ts";
import { Connection, type SqliteError } from "./sqlite.ts";

/** Reading all of a large file takes the disk from others; a person waits for the answer, too. */
const PATIENCE_MS = 8_000;
const BUSY_MS = 2_000;

/** Never fails: what cannot be told is in the answer. */
export async function checkDatabase(file: string, patienceMs = PATIENCE_MS): Promise<DoctorCheck> {
  const sizes = { bytes: await fs.stat(file).then(({ size }) => size, () => 0), wal_bytes: await walSize(file) };
  try {
    return { ...(await lookInto(file, patienceMs)), ...sizes };
  } catch (error) {
    const { code, message } = error as SqliteError;
    const damaged = code === "SQLITE_CORRUPT" || code === "SQLITE_NOTADB";
    return { state: damaged ? "damaged" : "not_open", version: null, detail: code ?? message, ...sizes };
  }
}

async function lookInto(file: string, patienceMs: number): Promise<Pick<DoctorCheck, "state" | "version" | "detail">> {
  const connection = await Connection.open(file, BUSY_MS);
  try {
    const version = (await connection.first<{ user_version: number }>("PRAGMA user_version"))?.user_version ?? null;
    const found = await firstFault(connection, patienceMs);
    if (found === null) return { state: "unfinished", version, detail: "" };
    return { state: found === "ok" ? "whole" : "damaged", version, detail: found === "ok" ? "" : found };
  } finally {
    await connection.close();
  }
}

/** @returns "ok", the first fault, or null when it took too long */
async function firstFault(connection: Connection, patienceMs: number): Promise<string | null> {
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    connection.interrupt();
  }, patienceMs);
  try {
    const row = await connection.first<{ quick_check: string }>("PRAGMA quick_check(1)");
    return row?.quick_check ?? "ok";
  } catch (error) {
    if (late && (error as SqliteError).code === "SQLITE_INTERRUPT") return null;
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
