/**
 * Compiling yields to recording. V8 makes fast code of what runs often, in threads beside the main one: in the first half minute of a burst that is a third of a core. Where cores are few, hooks
 * waited for it: twice as long. Slower code runs a little longer instead, which is the smaller loss.
 */
import { readdirSync, readFileSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { setFlagsFromString } from "node:v8";

/** Calls of a function, more for long ones, before it is compiled: four times the usual, so that only what stays hot is. A burst of a minute is over before the rest would have paid. */
const WORTH_COMPILING = 12_000;

/** What newer Nodes call these threads; older ones leave them the process's name. */
const NAMED = "V8Worker";

/** Called before anything else: V8's threads are then the only ones that bear the process's name beside the main one; later there is the pool that reads and writes. */
export function letCompilingYield(): void {
  setFlagsFromString(`--invocation-count-for-turbofan=${WORTH_COMPILING}`);
  // Young objects are collected often, and the main thread would wait each time for its helpers, which are the ones that yield.
  setFlagsFromString("--no-parallel-scavenge");
  if (process.platform === "linux") for (const id of compilers()) lower(id);
}

function compilers(): number[] {
  const nameOf = (id: number) => readFileSync(`/proc/self/task/${id}/comm`, "utf8").trim();
  try {
    const names = [nameOf(process.pid), NAMED];
    return readdirSync("/proc/self/task").map(Number).filter((id) => id !== process.pid && names.includes(nameOf(id)));
  } catch {
    // One has ended meanwhile, or there is no /proc: they compete then as they always did.
    return [];
  }
}

function lower(id: number): void {
  try {
    setPriority(id, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has ended, or the system does not let us.
  }
}
