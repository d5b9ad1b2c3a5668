/** What SQLite and the file system say, in the store's five words. */
import { StoreError } from "../parts.ts";

type Reason = StoreError["reason"];

const REASONS: Record<string, Reason> = {
  SQLITE_FULL: "disk_full", ENOSPC: "disk_full", EDQUOT: "disk_full",
  SQLITE_BUSY: "busy", SQLITE_LOCKED: "busy",
  SQLITE_CORRUPT: "damaged", SQLITE_NOTADB: "damaged",
};

/** Codes that speak of the place and not of the row: another row would fail in the same way. */
const PLACE_CODES = new Set(["SQLITE_IOERR", "SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_NOMEM", "SQLITE_PERM", "SQLITE_MISUSE", "SQLITE_PROTOCOL"]);

export function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === "string" ? code : "";
}

export function toStoreError(error: unknown): StoreError {
  if (error instanceof StoreError) return error;
  const reason = REASONS[codeOf(error)] ?? "failed";
  return new StoreError(reason, error instanceof Error ? error.message : String(error));
}

/** True when the failure would meet any row, so that trying the rest one by one only costs time. Disk full is not one: a small row may still fit. */
export function isOfThePlace(error: unknown): boolean {
  const reason = REASONS[codeOf(error)];
  return reason === "busy" || reason === "damaged" || PLACE_CODES.has(codeOf(error));
}
