/**
 * The search index can always be made again from the rows, and is, in slices between which appends go on: when this version cuts texts otherwise than the one that filled
 * it, or when the index was found damaged. Nothing else touches the index meanwhile, since only what is in it may be taken out; searches find what is in it already.
 */
import { type InteractionRecord, lastInteractionSeq, selectBefore } from "../repositories/interactions.ts";
import { forgetMeta, getMeta, setMeta } from "../repositories/meta.ts";
import { makeIndexAnew, putIn } from "../repositories/search.ts";
import { selectSessions, selectSessionsAfter, type SessionRecord } from "../repositories/sessions.ts";
import { TOKENS_VERSION } from "../search/tokens.ts";
import type { SharedFile } from "../shared-file.ts";
import type { Connection } from "../sqlite.ts";
import { entryOf, summaryEntry } from "./index-entries.ts";

/** TOKENS_VERSION of what is in the index. Missing: it has to be made anew. */
const VERSION = "search_tokens";
/** Interactions before this seq are not in the index yet. Missing: all are in. */
const LEFT_BEFORE = "search_left_before";
/** Summaries of sessions behind this `num` are not in the index yet. Missing: all are in. */
const LEFT_AFTER = "search_left_after";
const SLICE = 24;
const COST_OF_SLICE = SLICE * 32 * 1024;

/** Call when the index is not to be trusted; the next `bringIndexUp` makes it anew. */
export async function distrustIndex(connection: Connection): Promise<void> {
  await forgetMeta(connection, VERSION);
}

/** @param pause called between two slices */
export async function bringIndexUp(shared: SharedFile, pause: () => Promise<void>): Promise<void> {
  const at = (key: string) => shared.read((reader) => getMeta(reader, key));
  if ((await at(VERSION)) !== String(TOKENS_VERSION)) await shared.write(beginAnew, COST_OF_SLICE);
  for (const [key, slice] of [[LEFT_BEFORE, interactionsSlice], [LEFT_AFTER, summariesSlice]] as const) {
    while (!shared.isClosing() && (await at(key)) !== null) {
      await shared.write(slice, COST_OF_SLICE);
      await pause();
    }
  }
}

async function beginAnew(connection: Connection): Promise<void> {
  await makeIndexAnew(connection);
  await setMeta(connection, VERSION, String(TOKENS_VERSION));
  const last = await lastInteractionSeq(connection);
  if (last > 0) await setMeta(connection, LEFT_BEFORE, String(last + 1));
  if (last > 0) await setMeta(connection, LEFT_AFTER, "0");
}

/** The newest first: they are asked for most. */
async function interactionsSlice(connection: Connection): Promise<void> {
  const records = await selectBefore(connection, Number(await getMeta(connection, LEFT_BEFORE)), SLICE);
  const sessions = await selectSessions(connection, [...new Set(records.map((record) => record.session_id))]);
  await putIn(connection, records.map((record) => entryOf(record, sessions.get(record.session_id)?.num ?? 0)).reverse());
  if (records.length < SLICE) await forgetMeta(connection, LEFT_BEFORE);
  else await setMeta(connection, LEFT_BEFORE, String((records.at(-1) as InteractionRecord).seq));
}

async function summariesSlice(connection: Connection): Promise<void> {
  const sessions = await selectSessionsAfter(connection, Number(await getMeta(connection, LEFT_AFTER)), SLICE);
  const entries = sessions.flatMap(({ num, summary }) => (summary === null ? [] : [summaryEntry(JSON.parse(summary), num)]));
  await putIn(connection, entries.reverse());
  if (sessions.length < SLICE) await forgetMeta(connection, LEFT_AFTER);
  else await setMeta(connection, LEFT_AFTER, String((sessions.at(-1) as SessionRecord).num));
}
