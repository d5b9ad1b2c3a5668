/**
 * The environment the app is started with. An allow-list: a hook's environment holds the client's secrets, and a repository's settings can add to it
 * (ELECTRON_RUN_AS_NODE, NODE_OPTIONS, LD_PRELOAD, …; contract §4, §16a). Pure.
 */
import { INSIDE_VARIABLE } from "../settings/inside.ts";
import { isInsideWork } from "./rules.ts";

const ALLOWED = new Set([
  "USER", "LOGNAME", "SHELL", "LANG", "LANGUAGE", "TZ", "TMPDIR",
  "DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "DBUS_SESSION_BUS_ADDRESS", "DESKTOP_SESSION", "XMODIFIERS", "GTK_IM_MODULE", "QT_IM_MODULE",
  "XDG_RUNTIME_DIR", "XDG_SESSION_TYPE", "XDG_CURRENT_DESKTOP", "XDG_SESSION_DESKTOP", "XDG_SESSION_CLASS", "XDG_SESSION_ID", "XDG_SEAT", "XDG_VTNR",
  "WSL_DISTRO_NAME", "WSL_INTEROP", "__CF_USER_TEXT_ENCODING",
  "SystemRoot", "SystemDrive", "windir", "ComSpec", "PATHEXT", "APPDATA", "LOCALAPPDATA", "USERPROFILE", "USERNAME", "USERDOMAIN",
  "HOMEDRIVE", "HOMEPATH", "TEMP", "TMP", "ProgramFiles", "ProgramFiles(x86)", "ProgramW6432", "ProgramData", "ALLUSERSPROFILE", "NUMBER_OF_PROCESSORS", "PROCESSOR_ARCHITECTURE",
].map((name) => name.toUpperCase()));
const ALLOWED_PREFIXES = ["LC_"];

/** By hand the person's own switches reach the app; inside a hook they may be a repository's. */
const BY_HAND = ["MASCOT_PORT", "MASCOT_HIDDEN", "MASCOT_PROVIDER", "MASCOT_COLLECTOR_URL"];
/** Where their client's settings are: told by the person alone. */
const BY_PERSON = ["CLAUDE_CONFIG_DIR"];

export interface LaunchEnvironment {
  env: Readonly<Record<string, string | undefined>>;
  installed: boolean;
  byPerson?: boolean;
  platform: string;
  userFolder: string;
  /** null when it is the default one */
  home: string | null;
  /** folders whose programs must not be found by name */
  workFolders: readonly string[];
}

export function launchEnvironment(source: LaunchEnvironment): Record<string, string> {
  const result: Record<string, string> = {};
  for (const [name, value] of Object.entries(source.env)) {
    if (value !== undefined && isAllowed(name)) result[name] = value;
  }
  if (!source.installed) for (const name of BY_HAND) if (source.env[name] !== undefined) result[name] = source.env[name] as string;
  if (source.byPerson) for (const name of BY_PERSON) if (source.env[name] !== undefined) result[name] = source.env[name] as string;
  if (source.platform !== "win32") result["HOME"] = source.userFolder;
  result["PATH"] = safePath(source);
  if (source.home !== null) result["MASCOT_HOME"] = source.home;
  if (!source.byPerson) result["MASCOT_LAUNCHED_BY"] = "hook";
  // Should what is started here run a client (a script named by hand may), the client's hooks must not start it again.
  result[INSIDE_VARIABLE] = "1";
  return result;
}

function isAllowed(name: string): boolean {
  const upper = name.toUpperCase();
  return ALLOWED.has(upper) || ALLOWED_PREFIXES.some((prefix) => upper.startsWith(prefix));
}

function safePath(source: LaunchEnvironment): string {
  const windows = source.platform === "win32";
  const separator = windows ? ";" : ":";
  const given = Object.entries(source.env).find(([name]) => name.toUpperCase() === "PATH")?.[1] ?? "";
  const absolute = (part: string) => (windows ? /^[A-Za-z]:[\\/]/.test(part) : part.startsWith("/"));
  const parts = given.split(separator).filter((part) => absolute(part) && !isInsideWork(part, source));
  return parts.join(separator) || (windows ? "C:\\Windows\\System32" : "/usr/local/bin:/usr/bin:/bin");
}
