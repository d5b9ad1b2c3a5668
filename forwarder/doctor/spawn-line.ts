/** The doctor's processes: the installed line with a test event on its stdin, and a question to the desktop. All are bounded. */
import { execFile, spawn } from "node:child_process";

const PATIENCE_MS = 10_000;
const DESKTOP_PATIENCE_MS = 2_000;

/** @returns null when it ended well and silently; else what went wrong */
export function runLine(command: string, args: readonly string[] | null, payload: string, env: NodeJS.ProcessEnv, cwd: string): Promise<string | null> {
  const [program, given] = args === null ? ["/bin/sh", ["-c", command]] : [command, [...args]];
  return new Promise((resolve) => {
    const child = spawn(program, given, { env, cwd, stdio: ["pipe", "ignore", "ignore"], timeout: PATIENCE_MS, killSignal: "SIGKILL", windowsHide: true });
    child.once("error", (error) => resolve(error.message));
    child.once("close", (code, signal) => resolve(code === 0 ? null : (signal ?? `exit ${code}`)));
    child.stdin.on("error", () => {});
    child.stdin.end(payload);
  });
}

/** Whether somebody on this desktop shows tray icons; null: nobody to ask. */
export function desktopShowsTray(env: NodeJS.ProcessEnv): Promise<boolean | null> {
  const question = ["call", "--session", "--dest", "org.freedesktop.DBus", "--object-path", "/org/freedesktop/DBus", "--method", "org.freedesktop.DBus.NameHasOwner", "org.kde.StatusNotifierWatcher"];
  return new Promise((resolve) => {
    execFile("gdbus", question, { env, timeout: DESKTOP_PATIENCE_MS, killSignal: "SIGKILL" }, (error, output) => resolve(error ? null : output.includes("true")));
  });
}
