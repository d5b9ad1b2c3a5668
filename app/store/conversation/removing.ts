/** Takes things out for good, in slices between which appends go on: a session and all that names it, what is too old, what is too much. */
import type { RetentionRules } from "../../../schemas/generated/types.ts";
import { deleteInteractions, type InteractionRecord, selectFirstOfSession, selectOldest } from "../repositories/interactions.ts";
import {
  deleteAgentsWithoutEvents, deleteEvents, deleteViewsOfSession, type EventPlace, freePages, scrubCheckpoints, selectEventsOfSession, selectFirstEvents, usedBytes,
} from "../repositories/removal.ts";
import { setSecureRemoval, takeOut } from "../repositories/search.ts";
import { deleteSessionRow, selectOldSessions, selectSessions, type SessionRecord } from "../repositories/sessions.ts";
import { deleteUsage } from "../repositories/usage.ts";
import type { SharedFile } from "../shared-file.ts";
import type { Connection } from "../sqlite.ts";
import { entryOf, summaryEntry } from "./index-entries.ts";

/** Rows of a slice; so that it takes some milliseconds. */
const EVENTS = 200;
const INTERACTIONS = 16;
const SESSIONS = 50;
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
export async function removeSession(shared: SharedFile, sessionId: string): Promise<Removed> {
  await shared.write((connection) => setSecureRemoval(connection, true));
  try {
    const interactions = await inSlices(shared, INTERACTIONS * COST_OF_INTERACTION, (connection) => removeInteractions(connection, (limit) => selectFirstOfSession(connection, sessionId, limit)), INTERACTIONS);
    const agents = new Set<string>();
    const events = await inSlices(shared, EVENTS * COST_OF_EVENT, async (connection) => {
      const places = await selectEventsOfSession(connection, sessionId, EVENTS);
      for (const { agent_id } of places) agents.add(agent_id);
      return removeEvents(connection, places);
    }, EVENTS);
    await overwriting(shared, async (connection) => {
      await deleteAgentsWithoutEvents(connection, [...agents]);
      await deleteViewsOfSession(connection, sessionId);
      await scrubCheckpoints(connection, sessionId);
      const record = (await selectSessions(connection, [sessionId])).get(sessionId);
      await deleteUsage(connection, sessionId);
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
  const events = await inSlices(shared, EVENTS * COST_OF_EVENT, async (connection) => {
    const places = await selectFirstEvents(connection, EVENTS);
    const firstKept = places.findIndex((place) => place.received_at >= before);
    return removeEvents(connection, firstKept < 0 ? places : places.slice(0, firstKept));
  }, EVENTS);
  await removeConversationBefore(shared, before);
  return events;
}

async function removeConversationBefore(shared: SharedFile, before: number): Promise<void> {
  await inSlices(shared, INTERACTIONS * COST_OF_INTERACTION, (connection) => removeInteractions(connection, (limit) => selectOldest(connection, before, limit)), INTERACTIONS);
  await inSlices(shared, SESSIONS * COST_OF_EVENT, async (connection) => {
    const sessions = await selectOldSessions(connection, before, SESSIONS);
    for (const record of sessions) {
      await deleteUsage(connection, record.session_id);
      await removeSessionRow(connection, record);
    }
    return sessions.length;
  }, SESSIONS);
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
  const events = await inSlices(shared, EVENTS * COST_OF_EVENT, async (connection) => {
    const places = await selectFirstEvents(connection, EVENTS);
    return removeEvents(connection, places.filter((place) => place.seq <= last.seq));
  }, EVENTS);
  await removeConversationBefore(shared, last.received_at);
  return events;
}

async function removeEvents(connection: Connection, places: readonly EventPlace[]): Promise<number> {
  await deleteEvents(connection, places.map((place) => place.seq));
  await deleteAgentsWithoutEvents(connection, [...new Set(places.map((place) => place.agent_id))]);
  return places.length;
}

async function removeInteractions(connection: Connection, select: (limit: number) => Promise<InteractionRecord[]>): Promise<number> {
  const records = await select(INTERACTIONS);
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

/** Until a slice is not full. @returns the sum */
async function inSlices(shared: SharedFile, bytes: number, slice: (connection: Connection) => Promise<number>, full: number): Promise<number> {
  let sum = 0;
  for (let last = full; last === full && !shared.isClosing(); ) {
    last = await overwriting(shared, slice, bytes);
    sum += last;
  }
  return sum;
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
