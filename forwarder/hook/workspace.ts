/** Project names out of folders of either kind of system. Pure. */

const WINDOWS_PATH = /^(?:[A-Za-z]:[\\/]|\\\\)/;

/** True for `C:\x`, `F:/x` and `\\server\x`: paths that a Linux node cannot open (specification 1 §4.2). */
export function isWindowsPath(path: string): boolean {
  return WINDOWS_PATH.test(path);
}

/** Last part of a path. A backslash separates only in paths that are Windows' own: on POSIX it is a letter like any other. */
export function pathBasename(path: string): string {
  const separators = isWindowsPath(path) ? /[\\/]+/ : /\/+/;
  return path.split(separators).filter(Boolean).pop() ?? "";
}

/**
 * workspace_id (specification 1 §3.5): the project folder's name, else the working folder's.
 * A session in the root folder has no name to show; it gets "root".
 */
export function deriveWorkspaceId(projectDir: string | undefined, cwd: string | null): string {
  return pathBasename(projectDir ?? "") || pathBasename(cwd ?? "") || "root";
}
