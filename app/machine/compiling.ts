/**
 * Compiling yields to recording. V8 makes fast code of what runs often, in threads beside the main one: in the first half minute of a burst that is a third of a core. Where cores are few, hooks
 * waited for it: twice as long. Slower code runs a little longer instead, which is the smaller loss.
 */
import { readFileSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import { lowerPriority, threadsOf } from "./yield-cpu.ts";

/** Calls of a function, more for long ones, before it is compiled: four times the usual, so that only what stays hot is. A burst of a minute is over before the rest would have paid. */
const WORTH_COMPILING = 12_000;

/** What newer Nodes call these threads; older ones leave them the process's name. */
const NAMED = "V8Worker";

/** Called before anything else: V8's threads are then the only ones that bear the process's name beside the main one; later there is the pool that reads and writes. */
export function letCompilingYield(): void {
  setFlagsFromString(`--invocation-count-for-turbofan=${WORTH_COMPILING}`);
  // Young objects are collected often, and the main thread would wait each time for its helpers, which are the ones that yield.
  setFlagsFromString("--no-parallel-scavenge");
  if (process.platform === "linux") for (const id of compilers()) lowerPriority(id);
}

function compilers(): number[] {
  const nameOf = (id: number) => readFileSync(`/proc/self/task/${id}/comm`, "utf8").trim();
  try {
    const names = [nameOf(process.pid), NAMED];
    return threadsOf(process.pid).filter((id) => id !== process.pid && names.includes(nameOf(id)));
  } catch {
    // One has ended meanwhile, or there is no /proc: they compete then as they always did.
    return [];
  }
}
