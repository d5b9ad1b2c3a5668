/**
 * What the operating system knows of a process: whether it runs, and on Linux since when. Asked for every client every second or two, so it is read at once: a file of
 * /proc takes some µs, and a turn through the thread pool wakes four threads.
 */
import { readlinkSync } from "node:fs";
import { readProcFileNow } from "./proc-file.ts";

export interface ProcessLook {
  alive: boolean;
  /** Milliseconds since the epoch, where the system tells. */
  startedAt?: number;
  /** Hundredths of a second from the machine's start, where the system tells. */
  startTicks?: number;
}

/** And who it is, as far as the system tells. */
export interface ClientLook extends ProcessLook {
  /** The one it works in; of processes of others it is not told. */
  folder?: string;
  /** Program and first words. */
  command?: readonly string[];
}

/** USER_HZ: `/proc` counts in hundredths of a second on every Linux that Electron runs on. */
const TICK_MS = 10;
/** The machine's start in time moves when its clock is set. */
const BOOT_KNOWN_MS = 60_000;
const STAT_BYTES = 4 * 1024;
const SYSTEM_STAT_BYTES = 256 * 1024;
const COMMAND_BYTES = 4 * 1024;

let boot: { at: number | null; readAt: number } | null = null;

export function lookAtProcess(pid: number): ProcessLook {
  return (process.platform === "linux" ? fromProc(pid) : null) ?? signalled(pid);
}

/** For once a session: it takes two files more. */
export function lookAtClient(pid: number): ClientLook {
  const look = lookAtProcess(pid);
  if (look.startedAt === undefined) return look;
  const command = readProcFileNow(`/proc/${pid}/cmdline`, COMMAND_BYTES)?.split("\0");
  const folder = folderOf(pid);
  return { ...look, ...(command === undefined ? {} : { command }), ...(folder === null ? {} : { folder }) };
}

function folderOf(pid: number): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return null;
  }
}

/** null where `/proc` tells nothing. */
function fromProc(pid: number): ProcessLook | null {
  const stat = readProcFileNow(`/proc/${pid}/stat`, STAT_BYTES);
  const parsed = stat === null ? null : parseStat(stat);
  if (parsed === null) return null;
  const { state, startTicks } = parsed;
  // A zombie has ended; only its parent has not asked yet.
  if (state === "Z" || state === "X") return { alive: false };
  const bootedAt = bootTime();
  return bootedAt === null ? { alive: true, startTicks } : { alive: true, startTicks, startedAt: bootedAt + startTicks * TICK_MS };
}

/** State and start (in ticks since boot) of `/proc/<pid>/stat`. The program's name may hold blanks and parentheses. */
export function parseStat(stat: string): { state: string; startTicks: number } | null {
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const startTicks = Number(fields[19]);
  return fields[0] && Number.isFinite(startTicks) ? { state: fields[0], startTicks } : null;
}

function bootTime(): number | null {
  const now = performance.now();
  if (boot === null || now - boot.readAt > BOOT_KNOWN_MS) {
    const seconds = /^btime (\d+)$/m.exec(readProcFileNow("/proc/stat", SYSTEM_STAT_BYTES) ?? "")?.[1];
    boot = { at: seconds === undefined ? null : Number(seconds) * 1_000, readAt: now };
  }
  return boot.at;
}

/** Signal 0 reaches whatever exists; EPERM means that it exists and is somebody else's. */
function signalled(pid: number): ProcessLook {
  try {
    process.kill(pid, 0);
    return { alive: true };
  } catch (error) {
    return { alive: (error as NodeJS.ErrnoException).code === "EPERM" };
  }
}
