/** Takes things out for good, in slices between which appends go on: a session and all that names it, what is too old, what is too much. */
import type { RetentionRules } from "../../../schemas/generated/types.ts";
import { deleteInteractions, type InteractionRecord, selectFirstOfSession, selectOldest } from "../repositories/interactions.ts";
import {
  deleteAgentsWithoutEvents, deleteEvents, deleteViewsOfSession, type EventPlace, freePages, scrubCheckpoints, selectEventsOfSession, selectFirstEvents, usedBytes,
} from "../repositories/removal.ts";
import { deleteThreadsOfSession } from "../repositories/discord-threads.ts";
import { deleteTelemetryOfSession } from "../repositories/telemetry.ts";
import { leaveSession } from "../repositories/ports.ts";
import { setSecureRemoval, takeOut } from "../repositories/search.ts";
import { deleteSessionRow, selectOldSessions, selectSessions, type SessionRecord } from "../repositories/sessions.ts";
import { deleteUsage } from "../repositories/usage.ts";
import type { SharedFile } from "../shared-file.ts";
import type { Connection } from "../sqlite.ts";
import { entryOf, summaryEntry } from "./index-entries.ts";

/** Rows of a slice, at most. How many take some milliseconds depends on the machine and on how many words they have in the index: inSlices finds out. */
const EVENTS = 400;
const INTERACTIONS = 64;
const SESSIONS = 64;
/** Rows of the first slice. */
const FIRST = 8;
/** Milliseconds of a slice: beyond, the next has half the rows; below a third, twice as many. */
const SLICE_MS = 12;
const PAGES = 256;
const COST_OF_EVENT = 12 * 1024;
const COST_OF_INTERACTION = 64 * 1024;
const COST_OF_PAGES = PAGES * 4096 * 2;

const DAY_MS = 24 * 60 * 60 * 1000;
const MB = 1024 * 1024;

export interface Removed {
  events: number;
  interactions: number;
}

/** The places of what a person deletes are overwritten in the file, and the write-ahead log is emptied. Its own row goes last: what is cut off can be asked for again. */
export async function removeSession(shared: SharedFile, sessionId: string, now: number): Promise<Removed> {
  await shared.write((connection) => setSecureRemoval(connection, true));
  try {
    const interactions = await inSlices(shared, { most: INTERACTIONS, cost: COST_OF_INTERACTION }, async (connection, limit) => removeInteractions(connection, await selectFirstOfSession(connection, sessionId, limit)));
    const agents = new Set<string>();
    const events = await inSlices(shared, { most: EVENTS, cost: COST_OF_EVENT }, async (connection, limit) => {
      const places = await selectEventsOfSession(connection, sessionId, limit);
      for (const { agent_id } of places) agents.add(agent_id);
      return removeEvents(connection, places);
    });
    await overwriting(shared, async (connection) => {
      await deleteAgentsWithoutEvents(connection, [...agents]);
      await deleteViewsOfSession(connection, sessionId);
      await scrubCheckpoints(connection, sessionId);
      const record = (await selectSessions(connection, [sessionId])).get(sessionId);
      await deleteUsage(connection, sessionId);
      await deleteThreadsOfSession(connection, sessionId);
      await deleteTelemetryOfSession(connection, sessionId);
      await leaveSession(connection, sessionId, now);
      if (record !== undefined) await removeSessionRow(connection, record);
    }, MB);
    return { events, interactions };
  } finally {
    await shared.write((connection) => setSecureRemoval(connection, false));
    shared.forgetCount();
    await giveBack(shared);
  }
}

/** @returns how many events went */
export async function removeOld(shared: SharedFile, retention: RetentionRules, now: number): Promise<number> {
  let events = 0;
  if (retention.days !== null) events += await removeBefore(shared, now - retention.days * DAY_MS);
  if (retention.megabytes !== null) events += await removeBeyond(shared, retention.megabytes * MB);
  if (events > 0) shared.forgetCount();
  await giveBack(shared);
  return events;
}

async function removeBefore(shared: SharedFile, before: number): Promise<number> {
  const events = await inSlices(shared, { most: EVENTS, cost: COST_OF_EVENT }, async (connection, limit) => {
    const places = await selectFirstEvents(connection, limit);
    const firstKept = places.findIndex((place) => place.received_at >= before);
    return removeEvents(connection, firstKept < 0 ? places : places.slice(0, firstKept));
  });
  await removeConversationBefore(shared, before);
  return events;
}

async function removeConversationBefore(shared: SharedFile, before: number): Promise<void> {
  await inSlices(shared, { most: INTERACTIONS, cost: COST_OF_INTERACTION }, async (connection, limit) => removeInteractions(connection, await selectOldest(connection, before, limit)));
  await inSlices(shared, { most: SESSIONS, cost: COST_OF_EVENT }, async (connection, limit) => {
    const sessions = await selectOldSessions(connection, before, limit);
    for (const record of sessions) {
      await deleteUsage(connection, record.session_id);
      await removeSessionRow(connection, record);
    }
    return sessions.length;
  });
}

/** Events of one step, oldest first, and with them whatever was said until then. */
const STEP = 1000;

async function removeBeyond(shared: SharedFile, bytes: number): Promise<number> {
  let events = 0;
  while (!shared.isClosing() && (await shared.read(usedBytes)) > bytes) {
    const last = await shared.read((connection) => selectFirstEvents(connection, STEP).then((places) => places.at(-1)));
    if (last === undefined) return events;
    events += await removeUpTo(shared, last);
  }
  return events;
}

async function removeUpTo(shared: SharedFile, last: EventPlace): Promise<number> {
  const events = await inSlices(shared, { most: EVENTS, cost: COST_OF_EVENT }, async (connection, limit) => {
    const places = await selectFirstEvents(connection, limit);
    return removeEvents(connection, places.filter((place) => place.seq <= last.seq));
  });
  await removeConversationBefore(shared, last.received_at);
  return events;
}

async function removeEvents(connection: Connection, places: readonly EventPlace[]): Promise<number> {
  await deleteEvents(connection, places.map((place) => place.seq));
  await deleteAgentsWithoutEvents(connection, [...new Set(places.map((place) => place.agent_id))]);
  return places.length;
}

async function removeInteractions(connection: Connection, records: readonly InteractionRecord[]): Promise<number> {
  if (records.length === 0) return 0;
  const sessions = await selectSessions(connection, [...new Set(records.map((record) => record.session_id))]);
  await takeOut(connection, records.map((record) => entryOf(record, sessions.get(record.session_id)?.num ?? 0)).sort((a, b) => a.row - b.row));
  await deleteInteractions(connection, records.map((record) => record.seq));
  return records.length;
}

async function removeSessionRow(connection: Connection, record: SessionRecord): Promise<void> {
  if (record.summary !== null) await takeOut(connection, [summaryEntry(JSON.parse(record.summary), record.num)]);
  await deleteSessionRow(connection, record.num);
}

/**
 * Until a slice is not full.
 * @param slice removes up to so many rows and says how many
 * @returns the sum
 */
async function inSlices(shared: SharedFile, { most, cost }: { most: number; cost: number }, slice: (connection: Connection, limit: number) => Promise<number>): Promise<number> {
  let sum = 0;
  for (let limit = Math.min(FIRST, most); !shared.isClosing(); ) {
    const { removed, ms } = await overwriting(shared, (connection) => timed(() => slice(connection, limit)), limit * cost);
    sum += removed;
    if (removed < limit) break;
    if (ms > SLICE_MS) limit = Math.max(1, limit >> 1);
    else if (ms < SLICE_MS / 3) limit = Math.min(most, limit * 2);
  }
  return sum;
}

async function timed(work: () => Promise<number>): Promise<{ removed: number; ms: number }> {
  const from = performance.now();
  const removed = await work();
  return { removed, ms: performance.now() - from };
}

/** A transaction after which what it removed is not in the file's free places. */
function overwriting<Result>(shared: SharedFile, work: (connection: Connection) => Promise<Result>, bytes: number): Promise<Result> {
  return shared.write(async (connection) => {
    await connection.run("PRAGMA secure_delete = ON");
    try {
      return await work(connection);
    } finally {
      await connection.run("PRAGMA secure_delete = FAST");
    }
  }, bytes);
}

/** Gives free pages back to the file system, so that the file shrinks. */
async function giveBack(shared: SharedFile): Promise<void> {
  for (let left = await shared.read(freePages); left > 0 && !shared.isClosing(); ) {
    await shared.outside((connection) => connection.exec(`PRAGMA incremental_vacuum(${PAGES})`), COST_OF_PAGES);
    const now = await shared.read(freePages);
    // A file that was not made for it keeps its free pages for what comes.
    if (now >= left) break;
    left = now;
  }
  if (!shared.isClosing()) await shared.empty();
}
