/** Half-written files that a writer of ours left behind when it was killed. Their names end in the writer's pid. */
import { readdirSync, unlinkSync } from "node:fs";
import { join } from "node:path";

/** @param prefix what stands before the pid */
export function temporaryName(prefix: string): string {
  return `${prefix}${process.pid}.tmp`;
}

/** Takes away those whose writer is no more. Never fails: they are only untidy. */
export function sweepTemporaries(folder: string, prefix: string): void {
  for (const name of namesIn(folder)) {
    const pid = name.startsWith(prefix) && name.endsWith(".tmp") ? name.slice(prefix.length, -4) : "";
    if (!/^[0-9]{1,10}$/.test(pid) || (Number(pid) !== process.pid && isAlive(Number(pid)))) continue;
    try {
      unlinkSync(join(folder, name));
    } catch {
      // Somebody else has, or it cannot be: then it stays.
    }
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
