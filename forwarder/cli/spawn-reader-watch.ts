/** Noticing that nobody reads what we print (`agent-mascot tail | head -1`) while there is nothing to print. */
import { spawn } from "node:child_process";
import { fstatSync } from "node:fs";

/**
 * Node cannot ask a pipe for its reader; GNU's `tail` does while it waits, and ends by SIGPIPE when there is none. It ends with this process too, however that ends.
 * Elsewhere, or without it, only the next print tells.
 * @param onGone called once at most
 */
export function watchReader(onGone: () => void): void {
  if (process.platform !== "linux" || !isPipe()) return;
  const watcher = spawn("tail", ["-f", `--pid=${process.pid}`, "/dev/null"], { stdio: ["ignore", 1, "ignore"] });
  watcher.on("error", () => {});
  watcher.on("exit", (_code, signal) => {
    if (signal === "SIGPIPE") onGone();
  });
  watcher.unref();
}

function isPipe(): boolean {
  try {
    return fstatSync(1).isFIFO();
  } catch {
    return false;
  }
}
