/** Keeps the spool within its bounds. Runs at SessionStart, after the answer, while time is left. */
import { closeSync, openSync, readdirSync, readSync, statSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { newDeliveryId, uniqueText, writeSpoolFile } from "./spool.ts";
import { type Bounds, eventNameIn, SPOOL_BOUNDS, type SpoolEntry, toDrop, withinBounds } from "./spool-bounds.ts";

const BEGINNING_BYTES = 4096;

/**
 * @param timeIsUp asked between files; an unfinished look changes nothing and the next session start looks again
 * @returns how many files were dropped; they leave one gap event behind
 */
export function pruneSpool(home: string, nowMs: number, timeIsUp: () => boolean, bounds: Bounds = SPOOL_BOUNDS): number {
  const folder = join(home, "spool");
  const entries = measure(folder, timeIsUp);
  if (!entries || withinBounds(entries, bounds, nowMs)) return 0;
  for (const entry of entries) entry.event = eventNameIn(beginning(join(folder, entry.name)));
  const dropped = toDrop(entries, bounds, nowMs).filter((entry) => remove(join(folder, entry.name)));
  if (dropped.length > 0) writeGap(home, dropped, nowMs);
  return dropped.length;
}

function measure(folder: string, timeIsUp: () => boolean): SpoolEntry[] | null {
  const entries: SpoolEntry[] = [];
  for (const name of list(folder)) {
    if (timeIsUp()) return null;
    try {
      const { size, mtimeMs } = statSync(join(folder, name));
      entries.push({ name, bytes: size, mtimeMs, event: null });
    } catch {
      // The app took it meanwhile.
    }
  }
  return entries;
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith(".json"));
  } catch {
    return [];
  }
}

function beginning(file: string): string {
  const buffer = Buffer.alloc(BEGINNING_BYTES);
  try {
    const descriptor = openSync(file, "r");
    try {
      return buffer.toString("utf8", 0, readSync(descriptor, buffer, 0, BEGINNING_BYTES, 0));
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return "";
  }
}

function remove(file: string): boolean {
  try {
    unlinkSync(file);
    return true;
  } catch {
    return false;
  }
}

function writeGap(home: string, dropped: readonly SpoolEntry[], nowMs: number): void {
  const times = dropped.map((entry) => entry.mtimeMs);
  const at = (ms: number) => new Date(ms).toISOString();
  const id = newDeliveryId(nowMs, process.pid, uniqueText());
  const gap = { dropped: dropped.length, from: at(Math.min(...times)), to: at(Math.max(...times)) };
  try {
    writeSpoolFile(home, id, { delivery_id: id, provider: "claude", collected_at: at(nowMs), gap }, Buffer.from("{}"));
  } catch {
    // A disk that takes no gap event takes no other either.
  }
}
