/** Asks the system for less of the processor than other programs get, for what nobody waits for. */
import { readdirSync } from "node:fs";
import { constants, setPriority } from "node:os";

/** Of a process, on Linux. @throws where `/proc` tells nothing of it */
export function threadsOf(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`).map(Number);
}

/** @param id of a process; on Linux of a thread */
export function lowerPriority(id: number): void {
  try {
    setPriority(id, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It ended meanwhile, or the system does not let us: then it competes like any other program.
  }
}
