/**
 * Folders of other machines. One of the same name here is another folder: behind its machine's name it is never taken for it, by no project, no memory, no port
 * and no rule, and nobody looks it up on this disk.
 */

/** @param host null or undefined: this machine @returns `host://host/path`; undefined for no folder */
export function folderOn(host: string | null | undefined, folder: string | undefined): string | undefined {
  if (!folder) return undefined;
  return host === undefined || host === null ? folder : `host://${host}/${folder.replace(/^\/+/, "")}`;
}
