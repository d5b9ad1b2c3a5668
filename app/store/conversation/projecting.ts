/**
 * Writes what the projector found. A large batch goes in slices, each a transaction of its own, between which appends go on: first what may be done twice (rows known by
 * their ids, what sessions are), with the last slice what counts once, and the cursor. Killed in between, the whole batch comes again.
 */
import type { InteractionDraft, Projection } from "../../conversation-parts.ts";
import { type InteractionRecord, insertInteractions, selectKnown, updateInteractions } from "../repositories/interactions.ts";
import { getMeta, setMeta } from "../repositories/meta.ts";
import { type IndexEntry, putIn, takeOut } from "../repositories/search.ts";
import type { SharedFile } from "../shared-file.ts";
import type { Connection } from "../sqlite.ts";
import { entryOf } from "./index-entries.ts";
import { isChanged, isTextChanged, lookups, Meeting } from "./meeting.ts";
import { Sessions } from "./sessions.ts";

/** Of one slice; so that it takes some milliseconds. */
const MOST_DRAFTS = 24;
const MOST_CHARACTERS = 40_000;
const CURSOR = "projection_cursor";
/** What an interaction adds to the write-ahead log besides its text: pages of indexes. */
const COST_OF_ROW = 12 * 1024;

export async function readCursor(connection: Connection): Promise<number> {
  return Number((await getMeta(connection, CURSOR)) ?? 0);
}

/** Nothing is done for a batch whose cursor is not beyond the stored one. */
export async function writeProjection(shared: SharedFile, batch: Projection, userId: string): Promise<void> {
  if (batch.cursor <= (await shared.read(readCursor))) return;
  const slices = slicesOf(batch.interactions);
  const repeated: string[] = [];
  for (const [index, drafts] of slices.entries()) {
    const isLast = index === slices.length - 1;
    await shared.write(async (connection) => {
      const sets = index === 0 ? batch.sessions : [];
      const sessions = await Sessions.load(connection, [...sets, ...drafts, ...(isLast ? batch.sessions : [])].map((one) => one.session_id).concat(isLast ? repeated : []));
      await sessions.set(sets, drafts);
      repeated.push(...(await writeDrafts(connection, drafts, sessions, userId)));
      if (isLast) sessions.count(batch.sessions, repeated);
      await sessions.save();
      if (isLast) await setMeta(connection, CURSOR, String(batch.cursor));
    }, costOf(drafts));
  }
}

/** At least one, which may be empty. */
function slicesOf(drafts: readonly InteractionDraft[]): InteractionDraft[][] {
  const slices: InteractionDraft[][] = [[]];
  let characters = 0;
  for (const draft of drafts) {
    const slice = slices.at(-1) as InteractionDraft[];
    const size = sizeOf(draft);
    const full = slice.length > 0 && (slice.length >= MOST_DRAFTS || characters + size > MOST_CHARACTERS);
    if (full) slices.push([draft]);
    else slice.push(draft);
    characters = full ? size : characters + size;
  }
  return slices;
}

const sizeOf = ({ content, skill_args }: InteractionDraft) => content.length + (skill_args === null ? 0 : JSON.stringify(skill_args).length);
const costOf = (drafts: readonly InteractionDraft[]) => drafts.reduce((sum, draft) => sum + 2 * sizeOf(draft) + COST_OF_ROW, 0);

/** @returns the sessions of replies that were there already */
async function writeDrafts(connection: Connection, drafts: readonly InteractionDraft[], sessions: Sessions, userId: string): Promise<string[]> {
  if (drafts.length === 0) return [];
  const meeting = new Meeting(await selectKnown(connection, lookups(drafts)), userId, (id) => sessions.get(id).project);
  for (const draft of drafts) meeting.add(draft);
  await writeMet(connection, meeting, (id) => sessions.get(id).num);
  return meeting.repeated;
}

async function writeMet(connection: Connection, meeting: Meeting, numOf: (sessionId: string) => number): Promise<void> {
  const met = [...meeting.met.values()];
  const entryFor = (record: InteractionRecord): IndexEntry => entryOf(record, numOf(record.session_id));
  const fresh = met.filter(({ before }) => before === null).map(({ record }) => record);
  const retold = met.filter(isTextChanged);
  await takeOut(connection, retold.map(({ before }) => entryFor(before as InteractionRecord)));
  await updateInteractions(connection, met.filter(isChanged).map(({ record }) => record));
  await insertInteractions(connection, fresh);
  const entries = [...retold.map(({ record }) => record), ...fresh].map(entryFor);
  await putIn(connection, entries.sort((a, b) => a.row - b.row));
}

/** Rows of one slice of a session that moved to another project. */
const MOST_MOVED = 24;

/** One slice of the interactions of `session` that still carry another project. @returns false when none was left */
export async function moveSlice(connection: Connection, session: { num: number; session_id: string; project: string }, select: (limit: number) => Promise<InteractionRecord[]>): Promise<boolean> {
  const rows = await select(MOST_MOVED);
  const entries = (records: readonly InteractionRecord[]) => records.map((record) => entryOf(record, session.num)).sort((a, b) => a.row - b.row);
  const moved = rows.map((record) => ({ ...record, project: session.project }));
  await takeOut(connection, entries(rows));
  await updateInteractions(connection, moved);
  await putIn(connection, entries(moved));
  return rows.length === MOST_MOVED;
}
