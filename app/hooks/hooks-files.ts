/** The settings files that may hold our hooks: the person's own, and the two of a project. */
import { existsSync } from "node:fs";
import { dirname, isAbsolute } from "node:path";
import { type Scope, settingsFile, settingsFolder } from "../../forwarder/settings/scopes.ts";

export { foldersOfClient } from "../../forwarder/settings/client-folders.ts";

export interface HooksFile {
  scope: Scope;
  /** null for the person's own */
  project: string | null;
  file: string;
  /** Where the client keeps its settings of this scope. */
  folder: string;
}

interface Folders {
  userFolder: string;
  configFolder: string | null;
}

export function userFile(folders: Folders): HooksFile {
  return fileIn("user", null, folders);
}

/** @returns none for a folder that is not on this computer (a session over ssh), and no file twice: in the person's own folder the project's file is the user's */
export function projectFiles(project: string, folders: Folders): HooksFile[] {
  if (!isAbsolute(project) || !existsSync(project)) return [];
  const users = userFile(folders).file;
  return (["project", "local"] as const).map((scope) => fileIn(scope, project, folders)).filter(({ file }) => file !== users);
}

function fileIn(scope: Scope, project: string | null, folders: Folders): HooksFile {
  const all = { ...folders, project: project ?? folders.userFolder };
  return { scope, project, file: settingsFile(scope, all), folder: settingsFolder(scope, all) };
}

/** A file that hooks were installed into, whatever the client's folders are now. */
export function recordedFile(file: string, scope: Scope): HooksFile {
  return { scope, project: scope === "user" ? null : dirname(dirname(file)), file, folder: dirname(file) };
}
