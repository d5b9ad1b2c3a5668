/** The list of sessions as the page holds it: pages joined, news worked in, what the person wants to see. Pure. */
import type { SessionRow, SessionsPage, SessionView } from "../../../schemas/generated/types.ts";

export interface SessionList {
  /** Newest first. */
  rows: readonly SessionRow[];
  /** Cursor of the next page; null: all are here. */
  next: string | null;
}

export const NO_SESSIONS: SessionList = { rows: [], next: null };

/** A session that moved to the top since an earlier page came stays where it is newest. */
export function joined(list: SessionList, page: SessionsPage): SessionList {
  const known = new Set(list.rows.map((row) => row.session_id));
  return { rows: [...list.rows, ...page.items.filter((row) => !known.has(row.session_id))], next: page.next ?? null };
}

/** The first page, asked for again. When nothing of it is known, what lies between is not known either: the list begins anew. */
export function renewed(list: SessionList, first: SessionsPage): SessionList {
  const fresh = new Map(first.items.map((row) => [row.session_id, row]));
  const overlaps = list.rows.some((row) => fresh.has(row.session_id));
  const items = unchangedKept(list.rows, first.items);
  if (first.next === undefined || !overlaps) return { rows: items, next: first.next ?? null };
  return { rows: [...items, ...list.rows.filter((row) => !fresh.has(row.session_id))], next: list.next };
}

/** Of most sessions nothing new was said: their rows stay the same objects, and are not drawn again. */
function unchangedKept(known: readonly SessionRow[], items: readonly SessionRow[]): SessionRow[] {
  const before = new Map(known.map((row) => [row.session_id, row]));
  return items.map((row) => {
    const was = before.get(row.session_id);
    return was !== undefined && JSON.stringify(was) === JSON.stringify(row) ? was : row;
  });
}

export function without(list: SessionList, sessionId: string): SessionList {
  return { ...list, rows: list.rows.filter((row) => row.session_id !== sessionId) };
}

/** What the list may be narrowed to. */
export const SHOWN = ["all", "needs_you", "working", "your_turn", "ended"] as const;
export type Shown = (typeof SHOWN)[number];

/** What a session is doing, in the words of the list. */
export type Standing = "waiting_permission" | "waiting_question" | "busy" | "waiting_background" | "interactable" | "idle" | "completed" | "stale";

/** The world knows more than the log, of the sessions that it still has. */
export function standingOf(row: Pick<SessionRow, "state">, view: Pick<SessionView, "state" | "phase"> | undefined): Standing {
  const state = view?.state ?? row.state;
  if (state !== "active") return state;
  return view?.phase ?? "idle";
}

const KINDS: Readonly<Record<Standing, Exclude<Shown, "all">>> = {
  waiting_permission: "needs_you", waiting_question: "needs_you", busy: "working", waiting_background: "working", interactable: "your_turn", idle: "your_turn", completed: "ended", stale: "ended",
};

export function isShown(standing: Standing, shown: Shown): boolean {
  return shown === "all" || KINDS[standing] === shown;
}

/** What the session is called: its title, else what was asked first. null: nothing yet */
export function nameOf({ title, first_prompt }: Pick<SessionRow, "title" | "first_prompt">): string | null {
  return title?.trim() || first_prompt?.trim() || null;
}
