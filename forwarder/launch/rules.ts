/** When and what a hook may start (DESIGN §7). Pure: files are looked at by the caller. */

export interface LaunchRequest {
  platform: string;
  env: Readonly<Record<string, string | undefined>>;
  installed: boolean;
  event: string | null;
  attended: boolean | undefined;
  /** the person ended the app from tray or command line */
  quitByPerson: boolean;
  settings: { byHooks: boolean; unattended: boolean; afterQuit: "next_attended_session" | "never" };
}

export type LaunchRefusal = "remote" | "no_display" | "switched_off" | "unattended" | "quit_by_person";

/** @returns null when the app may be started, else why not */
export function launchRefusal(request: LaunchRequest): LaunchRefusal | null {
  const { env, settings } = request;
  if (env["CLAUDE_CODE_REMOTE"]) return "remote";
  // A program named by hand may bring its own display (xvfb-run).
  const named = !request.installed && Boolean(env["MASCOT_APP_PATH"]);
  if (request.platform === "linux" && !named && !env["DISPLAY"] && !env["WAYLAND_DISPLAY"]) return "no_display";
  if (!request.installed) return null;
  if (!settings.byHooks) return "switched_off";
  if (request.attended === false && !settings.unattended) return "unattended";
  const newSession = request.event === "SessionStart" && request.attended !== false;
  if (request.quitByPerson && !(newSession && settings.afterQuit === "next_attended_session")) return "quit_by_person";
  return null;
}

/** What the file system says about a program. */
export interface ProgramFacts {
  /** as given */
  path: string;
  /** with all links followed */
  realPath: string;
  isFile: boolean;
  uid: number;
  /** permission bits */
  mode: number;
  folderMode: number;
}

export interface ProgramRules {
  platform: string;
  /** the user's number; undefined where the system has none */
  uid: number | undefined;
  userFolder: string;
  /** folders that an agent or a repository writes to: cwd and project, links followed */
  workFolders: readonly string[];
}

export type ProgramRefusal = "not_absolute" | "not_a_file" | "foreign_owner" | "writable_by_others" | "inside_project";

const GROUP_OR_WORLD_WRITE = 0o022;
const WORLD_WRITE = 0o002;
const STICKY = 0o1000;

/** A hook runs on each tool call, in folders that strangers fill: whatever it starts must not be theirs to write. */
export function programRefusal(facts: ProgramFacts, rules: ProgramRules): ProgramRefusal | null {
  if (!isAbsolutePath(facts.path, rules.platform)) return "not_absolute";
  if (!facts.isFile) return "not_a_file";
  if (isInsideWork(facts.realPath, rules) || isInsideWork(facts.path, rules)) return "inside_project";
  if (rules.platform === "win32") return null;
  if (facts.uid !== 0 && facts.uid !== rules.uid) return "foreign_owner";
  const folderOpen = (facts.folderMode & WORLD_WRITE) !== 0 && (facts.folderMode & STICKY) === 0;
  if ((facts.mode & GROUP_OR_WORLD_WRITE) !== 0 || folderOpen) return "writable_by_others";
  return null;
}

export function isAbsolutePath(path: string, platform: string): boolean {
  return platform === "win32" ? /^[A-Za-z]:[\\/]/.test(path) : path.startsWith("/");
}

/** Somebody who works in their own folder as a whole still has the app below it: only folders beneath it count as projects. */
export function isInsideWork(path: string, rules: Pick<ProgramRules, "userFolder" | "workFolders">): boolean {
  return rules.workFolders.some((folder) => !contains(folder, rules.userFolder) && contains(folder, path));
}

function contains(folder: string, path: string): boolean {
  const base = folder.replace(/[\\/]+$/, "");
  return path === base || path.startsWith(`${base}/`) || path.startsWith(`${base}\\`);
}
