/** `remotes.json`: the machines that are let in, each with its token. Written here and by nobody else; the app reads it at each question. */
import { randomBytes } from "node:crypto";
import { chmodSync, existsSync, readFileSync, renameSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { RemoteHost, RemotesFile } from "../../schemas/generated/types.ts";
import { temporaryName } from "../settings/temporaries.ts";
import { makeFolder } from "../make-folder.ts";

const FILE = "remotes.json";

/** @throws Error when there is a file that is no list of ours: it is not replaced by an empty one */
export function readRemotes(home: string): RemoteHost[] {
  const file = join(home, FILE);
  if (!existsSync(file)) return [];
  const value = JSON.parse(readFileSync(file, "utf8")) as Partial<RemotesFile>;
  if (value.version !== 1 || !Array.isArray(value.hosts)) throw new Error("unknown form");
  return value.hosts;
}

export function writeRemotes(home: string, hosts: readonly RemoteHost[]): void {
  makeFolder(home, 0o700);
  chmodSync(home, 0o700);
  const temporary = join(home, temporaryName(`.${FILE}.`));
  try {
    writeFileSync(temporary, `${JSON.stringify({ version: 1, hosts }, null, 2)}\n`, { mode: 0o600 });
    renameSync(temporary, join(home, FILE));
  } catch (error) {
    if (existsSync(temporary)) unlinkSync(temporary);
    throw error;
  }
}

export function newToken(): string {
  return randomBytes(32).toString("hex");
}

export function newRemoteId(): string {
  return randomBytes(8).toString("hex");
}
