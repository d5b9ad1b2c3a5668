import type { DashboardOpen } from "../../schemas/generated/types.ts";

/** In the order in which the navigation shows them. */
export const PAGES = ["now", "needs", "ports", "timeline", "sessions", "search", "statistics", "memory", "hooks", "bridges", "data", "api", "settings", "tour"] as const;
export type Page = (typeof PAGES)[number];

/** Somewhere in the dashboard that can be opened. */
export interface Place {
  page: Page;
  /** Shown as the chosen one on the page of those at work. */
  agent_id?: string;
  /** With the page `sessions`: the conversation of this session. */
  session_id?: string;
  /** With agent_id: its name is to be written anew. */
  rename?: true;
  /** With the pages `sessions` and `timeline`: this folder alone. */
  project?: string;
  /** `<ts>.<seq>` of the interaction to open the conversation at; its end otherwise. */
  at?: string;
}

/** What every page is given. */
export type Open = (place: Place) => void;

/** A conversation lies over the page it was opened from, so that going back finds that page as it was left. */
export interface Whereabouts {
  base: Place;
  conversation: ConversationPlace | null;
}

export type ConversationPlace = Place & { page: "sessions"; session_id: string };

export const START: Whereabouts = { base: { page: "now" }, conversation: null };

export function go(from: Whereabouts, to: Place): Whereabouts {
  return isConversation(to) ? { base: from.base, conversation: to } : { base: to, conversation: null };
}

export function back(from: Whereabouts): Whereabouts {
  return from.conversation ? { base: from.base, conversation: null } : from;
}

/** Where main's wish leads; a page that this window does not have leads to those at work. */
export function placeOf({ page, agent_id, session_id, rename }: DashboardOpen): Place {
  if (session_id !== undefined && (page === undefined || page === "sessions")) return { page: "sessions", session_id };
  return { page: PAGES.find((known) => known === page) ?? "now", ...(agent_id === undefined ? {} : { agent_id }), ...(rename === undefined ? {} : { rename }) };
}

function isConversation(place: Place): place is ConversationPlace {
  return place.page === "sessions" && place.session_id !== undefined;
}
