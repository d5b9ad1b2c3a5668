/** Command lines that a person copies into their shell. Pure. */
import { shellQuote } from "../settings/installed-line.ts";

/** Quoted only where it needs to be: cmd.exe hands single quotes on as they are, and takes no harm from a backslash. */
export function wordOfShell(path: string, platform: string): string {
  if (platform === "win32") return /^[\p{L}\p{M}\p{N}_.:\\/~-]+$/u.test(path) ? path : `"${path}"`;
  return /^[\w@%+=:,./-]+$/.test(path) ? path : shellQuote(path);
}

/** Windows has two shells that set variables each in its own way; both start cmd.exe. */
export function commandWith(variable: string, value: string, command: string, platform: string): string {
  if (platform === "win32") return `cmd /c "set ${variable}=${value}&& ${command}"`;
  return `${variable}=${wordOfShell(value, platform)} ${command}`;
}
