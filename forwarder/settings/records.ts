/** `<home>/hooks.json`: what was installed where, so that an uninstall can give back the very bytes and a repair notices a file that somebody emptied. */
import { createHash } from "node:crypto";
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Scope } from "./scopes.ts";
import { sweepTemporaries, temporaryName } from "./temporaries.ts";

export interface InstallRecord {
  scope: Scope;
  /** null: the file was not there before */
  backup: string | null;
  beforeSha: string | null;
  afterSha: string;
  /** size of everything that is not ours when last seen */
  foreignBytes: number;
  /** of the client that the entries were written for; a client that does not say its version later is still this one, or a newer */
  clientVersion?: string;
}

export type Records = Record<string, InstallRecord>;

export function readRecords(home: string): Records {
  try {
    const value: unknown = JSON.parse(readFileSync(join(home, "hooks.json"), "utf8"));
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Records) : {};
  } catch {
    return {};
  }
}

/** False where the project is gone, or the client's folder for a file of the person's own: nothing is lost there, and nothing is to be put there. */
export function isThere(file: string, { scope }: InstallRecord): boolean {
  return existsSync(scope === "user" ? dirname(file) : dirname(dirname(file)));
}

/** Those whose place is still there. */
export function livingRecords(home: string): Records {
  return Object.fromEntries(Object.entries(readRecords(home)).filter(([file, record]) => isThere(file, record)));
}

export function writeRecords(home: string, records: Records): void {
  const file = join(home, "hooks.json");
  const text = `${JSON.stringify(records, null, 2)}\n`;
  // A full disk is no trouble where there is nothing to write.
  if (text === readIfThere(file)) return;
  sweepTemporaries(home, ".hooks.json.");
  const temporary = join(home, temporaryName(".hooks.json."));
  try {
    writeFileSync(temporary, text, { mode: 0o600 });
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

export function shaOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
