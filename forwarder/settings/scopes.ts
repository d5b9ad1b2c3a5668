/** Where each scope's settings file lies (contract §2). Pure. */
import { join } from "node:path";

export type Scope = "user" | "project" | "local";
export const SCOPES: readonly Scope[] = ["user", "project", "local"];

export interface ScopeFolders {
  userFolder: string;
  /** CLAUDE_CONFIG_DIR, by hand only */
  configFolder: string | null;
  project: string;
}

/** The folder that the client keeps its settings in, for a scope. */
export function settingsFolder(scope: Scope, folders: ScopeFolders): string {
  return scope === "user" ? (folders.configFolder ?? join(folders.userFolder, ".claude")) : join(folders.project, ".claude");
}

export function settingsFile(scope: Scope, folders: ScopeFolders): string {
  return join(settingsFolder(scope, folders), scope === "local" ? "settings.local.json" : "settings.json");
}
