/** Where in the log a follower begins. */
import type { MascotEvent, StreamNotice, StreamQuery } from "../../../schemas/generated/types.ts";
import type { EventLogReader } from "../../parts.ts";
import type { StreamFilter } from "./filter.ts";

export interface StreamStart {
  /** seq of the last event that is not told */
  from: number;
  notice: StreamNotice["reason"] | null;
}

export type Wish = { kind: "after"; seq: number } | { kind: "since"; ms: number } | { kind: "last"; count: number } | { kind: "now" };

const ID = /^\d{1,15}$/;
const PAGE = 500;
const MOST_PAGES = 20;

/** @param header Last-Event-ID. @returns null for an id or a time that is none */
export function wishOf(header: string | undefined, { last_event_id, since, last }: StreamQuery): Wish | null {
  const id = header === undefined || header === "" ? last_event_id : header;
  if (id !== undefined) return ID.test(id) ? { kind: "after", seq: Number(id) } : null;
  if (since !== undefined) return Number.isNaN(Date.parse(since)) ? null : { kind: "since", ms: Date.parse(since) };
  return last === undefined ? { kind: "now" } : { kind: "last", count: last };
}

export async function startOf(wish: Wish, filter: StreamFilter, events: EventLogReader): Promise<StreamStart> {
  const end = await events.lastSeq();
  switch (wish.kind) {
    case "now":
      return { from: end, notice: null };
    case "after":
      return after(wish.seq, end, events);
    case "since":
      return { from: await events.seqBefore(wish.ms), notice: null };
    case "last":
      return { from: await beforeLast(wish.count, filter, events, end), notice: null };
  }
}

/** 0 is the beginning, whatever is left of it; numbers between may be gone for good (a deleted session) and are simply not there. */
async function after(seq: number, end: number, events: EventLogReader): Promise<StreamStart> {
  if (seq > end) return { from: end, notice: "beyond_the_log" };
  const first = await events.firstSeq();
  const gone = seq > 0 && (first === null ? seq < end : seq < first - 1);
  return { from: seq, notice: gone ? "not_kept" : null };
}

async function beforeLast(count: number, { wants, sessionId }: StreamFilter, events: EventLogReader, end: number): Promise<number> {
  let from = end;
  let left = count;
  for (let page = 0, before = end + 1; left > 0 && page < MOST_PAGES; page++) {
    const read: MascotEvent[] = await events.told({ before, limit: PAGE, sessionId });
    for (const event of read) {
      // Below are events that were taken back from an export: they are from elsewhere.
      if (left === 0 || (event.seq ?? 0) <= 0) return from;
      if (wants !== null && !wants(event)) continue;
      from = (event.seq ?? 0) - 1;
      left--;
    }
    before = read.at(-1)?.seq ?? 0;
    if (read.length < PAGE) break;
  }
  return from;
}
