/**
 * Many deliveries together, each of them whole or not at all: the short way where that is possible, else carefully, in one transaction. When that fails
 * because of one of them, halves are tried, so that a poisoned delivery is alone in its failure.
 */
import type { MascotEvent } from "../../schemas/generated/types.ts";
import { type AppendOutcome, type Clock, StoreError } from "../parts.ts";
import { codeOf, isOfThePlace, toStoreError } from "./errors.ts";
import type { PreparedItem } from "./event-row.ts";
import { type Chunk, cutIntoChunks, isPlain, writeChunks } from "./intake.ts";
import type { RecentKeys } from "./recent-keys.ts";
import { registerSightings, seenJson } from "./repositories/agents.ts";
import { insertDeliveries, knownKeys } from "./repositories/deliveries.ts";
import { insertEvents, knownIds } from "./repositories/events.ts";
import { projectPorts } from "./repositories/ports.ts";
import type { SightingFilter } from "./sightings.ts";
import { type Connection, inTransaction } from "./sqlite.ts";

export interface BatchContext {
  connection: Connection;
  clock: Clock;
  recent: RecentKeys;
  sightings: SightingFilter;
  avatarSeed(agentId: string): number;
  /** The last seq given. */
  lastSeq: number;
}

export type ItemResult = AppendOutcome | StoreError;

/** A delivery below this that finds no room proves that the others find none either. Bytes. */
const SMALL = 64 * 1024;

/** Never throws: each delivery has its own result, in order. */
export async function writeItems(context: BatchContext, items: readonly PreparedItem[]): Promise<ItemResult[]> {
  const shortly = items.every(isPlain) ? await writeShortly(context, items) : null;
  return shortly ?? writeCarefully(context, items);
}

/** @returns null when nothing was written */
async function writeShortly(context: BatchContext, items: readonly PreparedItem[]): Promise<AppendOutcome[] | null> {
  if (items.some((item) => isRecent(context, item))) return null;
  const spans = context.sightings.worthWriting(items.flatMap((item) => item.sightings));
  let chunks: Chunk[];
  try {
    chunks = cutIntoChunks(items, context.lastSeq, seenJson(spans, context.avatarSeed));
    await writeChunks(context.connection, chunks, context.clock.now());
  } catch {
    return null;
  }
  context.sightings.noteWritten(spans);
  return chunks.flatMap((chunk) => noteChunk(context, chunk));
}

const isRecent = (context: BatchContext, item: PreparedItem): boolean => item.keys.some((key) => context.recent.has(key));

function noteChunk(context: BatchContext, chunk: Chunk): AppendOutcome[] {
  remember(context, chunk.items);
  context.lastSeq = chunk.firstSeq + chunk.rows - 1;
  let seq = chunk.firstSeq;
  return chunk.items.map((item) => ({ status: "stored", seqs: item.rows.map(() => seq++) }));
}

function remember(context: BatchContext, items: readonly PreparedItem[]): void {
  for (const item of items) if (item.keys[0] !== undefined) context.recent.add(item.keys[0]);
}

async function writeCarefully(context: BatchContext, items: readonly PreparedItem[]): Promise<ItemResult[]> {
  const results: ItemResult[] = [];
  let hopeless: StoreError | null = null;
  const parts: (readonly PreparedItem[])[] = [items];
  for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
    if (hopeless !== null) {
      results.push(...fill(part, hopeless));
      continue;
    }
    try {
      results.push(...(await writeTogether(context, part)));
    } catch (error) {
      if (isOfThePlace(error)) hopeless = toStoreError(error);
      if (hopeless === null && part.length > 1) {
        const middle = part.length >> 1;
        parts.push(part.slice(middle), part.slice(0, middle));
        continue;
      }
      const result = await resultOfFailure(context, part, error);
      if (isFullForAnybody(result, part)) hopeless = result as StoreError;
      results.push(...fill(part, result));
    }
  }
  return results;
}

const fill = (part: readonly PreparedItem[], result: ItemResult): ItemResult[] => part.map(() => result);

function isFullForAnybody(result: ItemResult, part: readonly PreparedItem[]): boolean {
  return result instanceof StoreError && result.reason === "disk_full" && part.every((item) => item.bytes <= SMALL);
}

/** An event id that the log knows proves that this delivery was stored before its key was forgotten by age: ids derive from the delivery id (DESIGN §4). */
async function resultOfFailure(context: BatchContext, part: readonly PreparedItem[], error: unknown): Promise<ItemResult> {
  if (codeOf(error) === "SQLITE_CONSTRAINT") {
    const known = await knownIds(context.connection, part.flatMap((item) => item.ids)).catch(() => new Set<string>());
    if (known.size > 0) return { status: "duplicate" };
  }
  return toStoreError(error);
}

async function writeTogether(context: BatchContext, items: readonly PreparedItem[]): Promise<AppendOutcome[]> {
  const fresh = await withoutDuplicates(context, items);
  if (fresh.size === 0) return items.map(() => ({ status: "duplicate" }));
  const stored = await writeFresh(context, [...fresh]);
  return items.map((item) => {
    const seqs = stored.get(item);
    return seqs === undefined ? { status: "duplicate" } : { status: "stored", seqs };
  });
}

/** Deliveries of which no key is known: not among the latest, not in the file, not earlier in the same batch. */
async function withoutDuplicates(context: BatchContext, items: readonly PreparedItem[]): Promise<Set<PreparedItem>> {
  const asked = items.flatMap((item) => item.keys).filter((key) => !context.recent.has(key));
  const known = asked.length === 0 ? new Set<string>() : await knownKeys(context.connection, asked);
  const fresh = new Set<PreparedItem>();
  for (const item of items) {
    if (isRecent(context, item) || item.keys.some((key) => known.has(key))) continue;
    fresh.add(item);
    if (item.keys[0] !== undefined) known.add(item.keys[0]);
  }
  return fresh;
}

async function writeFresh(context: BatchContext, items: readonly PreparedItem[]): Promise<Map<PreparedItem, number[]>> {
  const { connection, clock, sightings } = context;
  const now = clock.now();
  const spans = sightings.worthWriting(items.flatMap((item) => item.sightings));
  const stored = await inTransaction(connection, async () => {
    const seqs = shareOut(items, await insertEvents(connection, items.flatMap((item) => item.rows), now));
    await insertDeliveries(connection, deliveriesOf(seqs), now);
    await registerSightings(connection, spans, context.avatarSeed);
    await projectPorts(connection, portEventsOf(seqs));
    return seqs;
  });
  sightings.noteWritten(spans);
  remember(context, items);
  for (const seqs of stored.values()) context.lastSeq = Math.max(context.lastSeq, seqs.at(-1) ?? 0);
  return stored;
}

function shareOut(items: readonly PreparedItem[], seqs: readonly number[]): Map<PreparedItem, number[]> {
  const shares = new Map<PreparedItem, number[]>();
  let from = 0;
  for (const item of items) {
    shares.set(item, seqs.slice(from, from + item.rows.length));
    from += item.rows.length;
  }
  return shares;
}

/** With their seqs, which the table keeps. */
function portEventsOf(seqs: Map<PreparedItem, number[]>): MascotEvent[] {
  return [...seqs].flatMap(([{ portEvents, ids }, numbers]) => portEvents.map((event) => ({ ...event, seq: numbers[ids.indexOf(event.id)] })));
}

/** Only the first key is remembered: the second of a fingerprint stands for the time bucket before, which is for looking back. */
function deliveriesOf(seqs: Map<PreparedItem, number[]>): (readonly [string, number | null])[] {
  const deliveries: (readonly [string, number | null])[] = [];
  for (const [item, [first]] of seqs) if (item.keys[0] !== undefined) deliveries.push([item.keys[0], first ?? null]);
  return deliveries;
}
