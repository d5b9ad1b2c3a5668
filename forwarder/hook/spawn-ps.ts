/** The table of processes of systems without /proc (macOS), by the system's own program. */
import { factsOfTable, type ProcessFacts } from "./identity.ts";

const PS = "/bin/ps";
/** A session's start waits for it. */
const BOUND_MS = 300;
const MOST_BYTES = 4 * 1024 * 1024;

/** @returns what was told within the time; nothing of a program that failed */
export async function processTable(): Promise<Map<number, ProcessFacts>> {
  const { spawnSync } = await import("node:child_process");
  const asked = spawnSync(PS, ["-axo", "pid=,ppid=,tty=,lstart="], {
    timeout: BOUND_MS, killSignal: "SIGKILL", maxBuffer: MOST_BYTES, stdio: ["ignore", "pipe", "ignore"], encoding: "utf8", env: { LC_ALL: "C", TZ: "UTC" }, windowsHide: true,
  });
  return factsOfTable(asked.status === 0 ? asked.stdout : "");
}
