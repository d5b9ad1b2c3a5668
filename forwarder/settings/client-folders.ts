/** Where the client keeps its settings and transcripts. */
import { basename, dirname, isAbsolute } from "node:path";
import { livingRecords, type Records } from "./records.ts";
import { settingsFile } from "./scopes.ts";

export interface ClientFolders {
  /** The person's settings lie here and not in `~/.claude`; null: they do. */
  configFolder: string | null;
  /**
   * All that count, the one of `configFolder` first: who has several accounts has a folder for each. `~/.claude` always does: hooks of a project or a plugin tell of
   * sessions there, of which nothing is recorded here.
   */
  all: string[];
}

/**
 * By the client's own variable, and by the files that the person had hooks put into: an app that a hook or the desktop started has never seen the variables of their shell,
 * and those of a hook may be a repository's.
 * @param records of files whose folder is still there: one that somebody removed is not where their client reads
 */
export function clientFolders(env: Readonly<Record<string, string | undefined>>, userFolder: string, records: Records): ClientFolders {
  const usual = dirname(settingsFile("user", { userFolder, configFolder: null, project: "" }));
  const recorded = Object.entries(records).flatMap(([file, { scope }]) => (scope === "user" && isAbsolute(file) && basename(file) === "settings.json" ? [dirname(file)] : []));
  const told = env["CLAUDE_CONFIG_DIR"] || undefined;
  const own = told ?? (recorded.includes(usual) ? usual : (recorded[0] ?? usual));
  return { configFolder: own === usual ? null : own, all: [...new Set([own, ...recorded, usual])] };
}

/** @param home of the app, which knows where hooks were put */
export function foldersOfClient(env: Readonly<Record<string, string | undefined>>, userFolder: string, home: string): ClientFolders {
  return clientFolders(env, userFolder, livingRecords(home));
}
