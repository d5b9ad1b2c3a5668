/** What the operating system knows of a process: whether it runs, and on Linux since when. */
import fs from "node:fs";
import type { ProcessState } from "./process-watch.ts";

/** USER_HZ: `/proc` counts in hundredths of a second on every Linux that Electron runs on. */
const TICK_MS = 10;

export function lookAtProcess(pid: number): ProcessState {
  if (process.platform === "linux") return fromProc(pid) ?? signalled(pid);
  return signalled(pid);
}

function fromProc(pid: number): ProcessState | null {
  const stat = read(`/proc/${pid}/stat`);
  if (stat === null) return fs.existsSync("/proc/self") ? { alive: false } : null;
  const parsed = parseStat(stat);
  const boot = bootTime();
  if (parsed === null) return null;
  // A zombie has ended; only its parent has not asked yet.
  if (parsed.state === "Z" || parsed.state === "X") return { alive: false };
  return boot === null ? { alive: true } : { alive: true, startedAt: boot + parsed.startTicks * TICK_MS };
}

/** State and start (in ticks since boot) of `/proc/<pid>/stat`. The program's name may hold blanks and parentheses. */
export function parseStat(stat: string): { state: string; startTicks: number } | null {
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const startTicks = Number(fields[19]);
  return fields[0] && Number.isFinite(startTicks) ? { state: fields[0], startTicks } : null;
}

function bootTime(): number | null {
  const seconds = /^btime (\d+)$/m.exec(read("/proc/stat") ?? "")?.[1];
  return seconds === undefined ? null : Number(seconds) * 1_000;
}

/** Signal 0 reaches whatever exists; EPERM means that it exists and is somebody else's. */
function signalled(pid: number): ProcessState {
  try {
    process.kill(pid, 0);
    return { alive: true };
  } catch (error) {
    return { alive: (error as NodeJS.ErrnoException).code === "EPERM" };
  }
}

function read(file: string): string | null {
  try {
    return fs.readFileSync(file, "utf8");
  } catch {
    return null;
  }
}
