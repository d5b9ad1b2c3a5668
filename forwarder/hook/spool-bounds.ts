/** What leaves the spool when it has grown too large (DESIGN §7: 512 MB, 30 days, tool events first). Pure. */

export interface SpoolEntry {
  name: string;
  bytes: number;
  mtimeMs: number;
  /** hook event name as far as the file's beginning tells; null otherwise */
  event: string | null;
}

export interface Bounds {
  bytes: number;
  /** a small event takes a block and an inode of the disk, however few its bytes are */
  files: number;
  ageMs: number;
}

export const SPOOL_BOUNDS: Bounds = { bytes: 512 * 1024 * 1024, files: 100_000, ageMs: 30 * 24 * 3600 * 1000 };

/** The mascot can live without a tool's detail; it cannot without who came, asked, waited and left. */
const TOOL_EVENTS = new Set(["PreToolUse", "PostToolUse", "PostToolUseFailure", "PostToolBatch", "MessageDisplay"]);

/** @returns names to delete: all that are too old, then tool events from the oldest on, then the rest, until bytes and number fit. */
export function toDrop(entries: readonly SpoolEntry[], bounds: Bounds, nowMs: number): SpoolEntry[] {
  const old = entries.filter((entry) => nowMs - entry.mtimeMs > bounds.ageMs);
  const kept = entries.filter((entry) => nowMs - entry.mtimeMs <= bounds.ageMs).sort((a, b) => a.mtimeMs - b.mtimeMs);
  const queue = [...kept.filter(isTool), ...kept.filter((entry) => !isTool(entry))];
  let excess = sizeOf(kept) - bounds.bytes;
  const dropped = [...old];
  for (const [at, entry] of queue.entries()) {
    if (excess <= 0 && kept.length - at <= bounds.files) break;
    dropped.push(entry);
    excess -= entry.bytes;
  }
  return dropped;
}

/** True when nothing can have to leave: then no file needs to be opened. */
export function withinBounds(entries: readonly Pick<SpoolEntry, "bytes" | "mtimeMs">[], bounds: Bounds, nowMs: number): boolean {
  return fits(entries, bounds) && entries.every((entry) => nowMs - entry.mtimeMs <= bounds.ageMs);
}

/** Bounds for a part of the spool, when there was no time to look at all of it. Folders list in no order of time, so any part is like the whole. */
export function shareOf(bounds: Bounds, seen: number, all: number): Bounds {
  return { ...bounds, bytes: (bounds.bytes * seen) / all, files: Math.floor((bounds.files * seen) / all) };
}

/** Event name out of the first bytes of a spool file. */
export function eventNameIn(beginning: string): string | null {
  return /"hook_(?:event_name|type)"\s*:\s*"([A-Za-z]{1,64})"/.exec(beginning)?.[1] ?? null;
}

function fits(entries: readonly Pick<SpoolEntry, "bytes">[], bounds: Bounds): boolean {
  return entries.length <= bounds.files && sizeOf(entries) <= bounds.bytes;
}

function sizeOf(entries: readonly Pick<SpoolEntry, "bytes">[]): number {
  return entries.reduce((sum, entry) => sum + entry.bytes, 0);
}

function isTool(entry: SpoolEntry): boolean {
  return entry.event !== null && TOOL_EVENTS.has(entry.event);
}
