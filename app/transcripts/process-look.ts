/** What the system knows of a process, at once: for the thread that reads the registry. */
import { closeSync, openSync } from "node:fs";
import { readAt } from "./open-file.ts";
import type { ProcessLook } from "./registry-reader.ts";

const TICK_MS = 10;
let bootMs: number | null | undefined;

export function lookAtProcessNow(pid: number): ProcessLook {
  if (process.platform !== "linux") return { alive: signalled(pid) };
  const stat = procFile(`/proc/${pid}/stat`, 4096);
  if (stat === null) return { alive: signalled(pid) };
  // The program's name may hold blanks and parentheses.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  if (fields[0] === "Z" || fields[0] === "X") return { alive: false };
  const startTicks = Number(fields[19]);
  if (!Number.isFinite(startTicks)) return { alive: true };
  const boot = bootTime();
  return boot === null ? { alive: true, startTicks } : { alive: true, startTicks, startedAt: boot + startTicks * TICK_MS };
}

function bootTime(): number | null {
  if (bootMs !== undefined) return bootMs;
  const seconds = /^btime (\d+)$/m.exec(procFile("/proc/stat", 256 * 1024) ?? "")?.[1];
  bootMs = seconds === undefined ? null : Number(seconds) * 1_000;
  return bootMs;
}

/** Files of /proc claim to be empty. */
function procFile(path: string, most: number): string | null {
  let descriptor: number;
  try {
    descriptor = openSync(path, "r");
  } catch {
    return null;
  }
  try {
    return readAt(descriptor, Buffer.alloc(most), 0).toString("latin1");
  } catch {
    return null;
  } finally {
    closeSync(descriptor);
  }
}

/** Signal 0 reaches whatever exists; EPERM means that it exists and is somebody else's. */
function signalled(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
