/** Keeps the spool within its bounds, also where no app ever comes to read it. Runs at SessionStart, after the answer, while time is left. */
import { closeSync, lstatSync, openSync, readdirSync, readSync, statSync, unlinkSync } from "node:fs";
import { join, sep } from "node:path";
import { newDeliveryId, uniqueText, writeSpoolFile } from "./spool.ts";
import { type Bounds, eventNameIn, SPOOL_BOUNDS, shareOf, type SpoolEntry, toDrop, withinBounds } from "./spool-bounds.ts";
import { DEFAULT_PROVIDER } from "../providers/default.ts";

const BEGINNING_BYTES = 4096;
/** Of the time: looking at all files, then into those that may leave; the rest is for removing them. */
const MEASURING_SHARE = 0.4;
const READING_SHARE = 0.6;
/** Temporaries of writers that died. A hook that waits for a person's answer keeps one up to ten minutes. */
const ORPHAN_AGE_MS = 3600_000;

/**
 * @param used share of the time that has gone, from 0 to 1 and beyond. What the time does not suffice for is left to the next session's start; each takes its part.
 * @returns how many files were dropped; they leave one gap event behind
 */
export function pruneSpool(home: string, nowMs: number, used: () => number, bounds: Bounds = SPOOL_BOUNDS): number {
  const folder = join(home, "spool");
  const names = list(folder);
  removeOrphans(folder, names, nowMs, used);
  const files = names.filter((name) => name.endsWith(".json"));
  const entries = measure(folder, files, used);
  const share = entries.length < files.length ? shareOf(bounds, entries.length, files.length) : bounds;
  if (withinBounds(entries, share, nowMs)) return 0;
  readEvents(folder, entries, used);
  const dropped: SpoolEntry[] = [];
  for (const entry of toDrop(entries, share, nowMs)) {
    if (used() >= 1) break;
    if (remove(inside(folder, entry.name))) dropped.push(entry);
  }
  if (dropped.length > 0) writeGap(home, dropped, nowMs);
  return dropped.length;
}

/** Not by `join`, which reads a path letter by letter: in a process that has just begun that takes longer than asking the disk. */
const inside = (folder: string, name: string): string => `${folder}${sep}${name}`;

function removeOrphans(folder: string, names: readonly string[], nowMs: number, used: () => number): void {
  for (const name of names) {
    if (!name.startsWith(".") || !name.endsWith(".tmp")) continue;
    if (used() > MEASURING_SHARE / 2) return;
    try {
      if (nowMs - lstatSync(inside(folder, name)).mtimeMs > ORPHAN_AGE_MS) unlinkSync(inside(folder, name));
    } catch {
      // Its writer has just finished.
    }
  }
}

function measure(folder: string, names: readonly string[], used: () => number): SpoolEntry[] {
  const entries: SpoolEntry[] = [];
  for (const name of names) {
    if (used() > MEASURING_SHARE) break;
    try {
      const { size, mtimeMs } = statSync(inside(folder, name));
      entries.push({ name, bytes: size, mtimeMs, event: null });
    } catch {
      // The app took it meanwhile.
    }
  }
  return entries;
}

/** From the oldest on: they are the ones that leave. One that was not read counts as worth more than a tool's event. */
function readEvents(folder: string, entries: SpoolEntry[], used: () => number): void {
  for (const entry of entries.sort((a, b) => a.mtimeMs - b.mtimeMs)) {
    if (used() > READING_SHARE) return;
    entry.event = eventNameIn(beginning(inside(folder, entry.name)));
  }
}

/** Not through a link: what lies behind one is not ours to prune. */
function list(folder: string): string[] {
  try {
    return lstatSync(folder).isDirectory() ? readdirSync(folder) : [];
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
  const at = (ms: number) => new Date(ms).toISOString();
  const id = newDeliveryId(nowMs, process.pid, uniqueText());
  // Not by spreading: there may be more of them than a call takes arguments.
  const first = dropped.reduce((least, { mtimeMs }) => Math.min(least, mtimeMs), Number.POSITIVE_INFINITY);
  const last = dropped.reduce((most, { mtimeMs }) => Math.max(most, mtimeMs), 0);
  const gap = { dropped: dropped.length, from: at(first), to: at(last) };
  try {
    writeSpoolFile(home, id, { delivery_id: id, provider: DEFAULT_PROVIDER, collected_at: at(nowMs), gap }, Buffer.from("{}"));
  } catch {
    // A disk that takes no gap event takes no other either.
  }
}
