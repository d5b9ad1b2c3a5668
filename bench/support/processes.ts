/** What the kernel says about a process and all its descendants. Linux only, as the desktop that the benches run on. */
import { readdirSync, readFileSync } from "node:fs";

/** `getconf CLK_TCK` of every Linux that Electron runs on. */
const TICKS_PER_SECOND = 100;

/** MB of memory of each process by kind (`main`, `renderer`, `gpu-process`, `zygote`, `utility`); shared pages count by their share. */
export function memoryByKind(root: number): Record<string, number> {
  return sumByKind(root, (pid) => Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0) / 1024);
}

/** Of it what is no file's and nobody else's: what a leak would be in. Other programs that run on the same Electron change the rest. */
export function anonymousByKind(root: number): Record<string, number> {
  return sumByKind(root, (pid) => Number(/^Pss_Anon:\s+(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0) / 1024);
}

/** Seconds of processor time so far, of each process by kind. */
export function processorSecondsByKind(root: number): Record<string, number> {
  return sumByKind(root, (pid) => (Number(statOf(pid)[11] ?? 0) + Number(statOf(pid)[12] ?? 0)) / TICKS_PER_SECOND);
}

export const total = (byKind: Readonly<Record<string, number>>): number => Object.values(byKind).reduce((sum, value) => sum + value, 0);

function sumByKind(root: number, value: (pid: number) => number): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const pid of family(root)) {
    const kind = pid === root ? "main" : kindOf(pid);
    sums[kind] = (sums[kind] ?? 0) + value(pid);
  }
  return sums;
}

function family(root: number): number[] {
  const parents = readdirSync("/proc").filter((name) => /^\d+$/.test(name)).map((pid) => [Number(pid), Number(statOf(Number(pid))[1])] as const);
  const members = new Set([root]);
  for (let size = 0; size !== members.size; ) {
    size = members.size;
    for (const [pid, parent] of parents) if (members.has(parent)) members.add(pid);
  }
  return [...members];
}

const kindOf = (pid: number): string => /--type=([\w-]+)/.exec(read(`/proc/${pid}/cmdline`))?.[1] ?? "other";

/** The fields after the name: state, parent, … */
const statOf = (pid: number): string[] => read(`/proc/${pid}/stat`).split(") ").at(-1)?.split(" ") ?? [];

/** Empty when the process has just ended. */
function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
