/** Asking the installed client for its version. */
import { execFile } from "node:child_process";
import { versionIn } from "../settings/events.ts";
import { INSIDE_VARIABLE } from "../settings/inside.ts";

const PATIENCE_MS = 3000;

/** `claude --version`, bounded; null when it is not there or does not say. */
export function askClientVersion(env: NodeJS.ProcessEnv): Promise<string | null> {
  const windows = process.platform === "win32";
  return new Promise((resolve) => {
    // On Windows the client is a .cmd, which only a shell starts; nothing variable is in the line.
    execFile("claude", ["--version"], { env: { ...env, [INSIDE_VARIABLE]: "1" }, timeout: PATIENCE_MS, killSignal: "SIGKILL", shell: windows, windowsHide: true }, (error, output) => {
      resolve(error ? null : versionIn(output));
    });
  });
}
