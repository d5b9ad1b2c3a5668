/** What the operating system knows of a process: whether it runs, and on Linux since when. */
import { readProcFile } from "../proc-file.ts";
import type { ProcessState } from "./process-watch.ts";

/** USER_HZ: `/proc` counts in hundredths of a second on every Linux that Electron runs on. */
const TICK_MS = 10;

export async function lookAtProcess(pid: number): Promise<ProcessState> {
  return (process.platform === "linux" ? await fromProc(pid) : null) ?? signalled(pid);
}

/** null where `/proc` tells nothing. */
async function fromProc(pid: number): Promise<ProcessState | null> {
  const stat = await read(`/proc/${pid}/stat`);
  const parsed = stat === null ? null : parseStat(stat);
  if (parsed === null) return null;
  const boot = await bootTime();
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

async function bootTime(): Promise<number | null> {
  const seconds = /^btime (\d+)$/m.exec((await read("/proc/stat")) ?? "")?.[1];
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

function read(file: string): Promise<string | null> {
  return readProcFile(file).catch(() => null);
}
