/** The part of a conversation that the page holds: a window on it without gaps, joined from pages. Pure. */
import type { Interaction, InteractionsPage } from "../../../schemas/generated/types.ts";

export interface Loaded {
  /** In the order in which it happened. */
  items: readonly Interaction[];
  hasOlder: boolean;
  hasNewer: boolean;
  /** Of the whole conversation. */
  total: number;
}

export const NOTHING_LOADED: Loaded = { items: [], hasOlder: false, hasNewer: false, total: 0 };

/** More than this is not held: what is far from where the person reads goes, and comes again when it is scrolled to. */
export const HELD_AT_MOST = 1_500;

type Row = Pick<Interaction, "ts" | "seq">;

export function cursorOf({ ts, seq }: Row): string {
  return `${ts}.${seq}`;
}

/** The cursor that leaves out whatever is in front of this one. @param at `<ts>.<seq>` @returns null for what is no cursor */
export function cursorBefore(at: string): string | null {
  const [, ts, seq] = /^(-?\d{1,16})\.(\d{1,16})$/.exec(at) ?? [];
  return ts === undefined || seq === undefined ? null : `${ts}.${Number(seq) - 1}`;
}

export function fromPage({ items, older, newer, total }: InteractionsPage): Loaded {
  return { items, hasOlder: older !== undefined, hasNewer: newer !== undefined, total };
}

/** @param page what is before the first item held */
export function withOlder(loaded: Loaded, page: InteractionsPage): Loaded {
  const items = [...page.items.filter(isNotIn(loaded.items)), ...loaded.items];
  return { ...loaded, ...keepFirst(items, loaded.hasNewer), hasOlder: page.older !== undefined, total: page.total };
}

/** @param page what is after the last item held */
export function withNewer(loaded: Loaded, page: InteractionsPage): Loaded {
  const items = [...loaded.items, ...page.items.filter(isNotIn(loaded.items))];
  return { ...loaded, ...keepLast(items, loaded.hasOlder), hasNewer: page.newer !== undefined, total: page.total };
}

/** How many of the last items are asked for again when a conversation grew: a transcript tells late, and a bit in front of what hooks told. */
const TOLD_LATE = 40;
/** Calls that still run are asked for again as far back as this. */
const RUNNING_WITHIN = 400;

/** Of the first item that may have changed, or be followed by something new. 0 of nothing. */
export function changedFrom(items: readonly Interaction[]): number {
  const usual = Math.max(0, items.length - TOLD_LATE);
  const furthest = Math.max(0, items.length - RUNNING_WITHIN);
  for (let index = furthest; index < usual; index++) if (items[index]?.metadata.ok === null) return index;
  return usual;
}

/** @param index of the first item that the page tells anew @param stays whether what the person sees may be far from the end: then nothing in front is let go, rather is the end not taken */
export function withTail(loaded: Loaded, index: number, page: InteractionsPage, stays: boolean): Loaded {
  const items = [...loaded.items.slice(0, index), ...page.items];
  const hasNewer = page.newer !== undefined;
  const kept = stays ? { ...keepFirst(items, hasNewer), hasOlder: loaded.hasOlder } : { ...keepLast(items, loaded.hasOlder), hasNewer };
  return { ...loaded, ...kept, total: page.total };
}

function keepFirst(items: readonly Interaction[], hasNewer: boolean): Pick<Loaded, "items" | "hasNewer"> {
  return { items: items.slice(0, HELD_AT_MOST), hasNewer: hasNewer || items.length > HELD_AT_MOST };
}

function keepLast(items: readonly Interaction[], hasOlder: boolean): Pick<Loaded, "items" | "hasOlder"> {
  return { items: items.slice(-HELD_AT_MOST), hasOlder: hasOlder || items.length > HELD_AT_MOST };
}

function isNotIn(items: readonly Interaction[]): (item: Interaction) => boolean {
  const known = new Set(items.map((item) => item.seq));
  return (item) => !known.has(item.seq);
}

/** Which one of the whole conversation it is, from 1; null when neither end is held. */
export function positionOf({ items, hasOlder, hasNewer, total }: Loaded, index: number): number | null {
  if (!hasOlder) return index + 1;
  return hasNewer ? null : total - items.length + index + 1;
}
