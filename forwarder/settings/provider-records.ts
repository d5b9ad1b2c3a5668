/** `<home>/provider-hooks.json`: which files of other products hold hooks of ours, so that an uninstall can give back the very bytes. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

export interface ProviderRecord {
  provider: string;
  /** null: the file was not there before */
  backup: string | null;
  beforeSha: string | null;
  afterSha: string;
}

export type ProviderRecords = Record<string, ProviderRecord>;

export const RECORDS_FILE = "provider-hooks.json";

export function readProviderRecords(home: string): ProviderRecords {
  try {
    const value: unknown = JSON.parse(readFileSync(join(home, RECORDS_FILE), "utf8"));
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as ProviderRecords) : {};
  } catch {
    return {};
  }
}
