/** `<home>/repairs.json`: how often hooks were put back without being asked for, so that two programs that both repair do not go on for ever. */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** After so many the person is asked. Whatever they do with the hooks themselves begins the count anew. */
export const REPAIRS_AT_MOST = 3;

export function repairsSoFar(home: string): number {
  try {
    const { count } = JSON.parse(readFileSync(join(home, "repairs.json"), "utf8")) as { count?: unknown };
    return typeof count === "number" && count >= 0 ? count : REPAIRS_AT_MOST;
  } catch (error) {
    // A count that cannot be read is no licence to repair.
    return (error as NodeJS.ErrnoException).code === "ENOENT" ? 0 : REPAIRS_AT_MOST;
  }
}

/** @throws when it cannot be written: then nothing may be repaired */
export function countRepair(home: string): void {
  writeFileSync(join(home, "repairs.json"), `${JSON.stringify({ count: repairsSoFar(home) + 1 })}\n`, { mode: 0o600 });
}

export function forgetRepairs(home: string): void {
  rmSync(join(home, "repairs.json"), { force: true });
}
