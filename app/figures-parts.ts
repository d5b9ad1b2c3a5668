/** What the log adds up to, as parts see it. Types only, like parts.ts. */
import type { CallLane, CallsPage, CallsQuery, Figures, FiguresQuery } from "../schemas/generated/types.ts";

/** A range of time, `to` left out, ms; null: all projects. */
export interface FiguresRange { from: number; to: number; project: string | null }

/** Counted by quarters of an hour since the epoch (`slot`). Durations are rounded to two digits. */
export interface Counted {
  tools: { tool: string; ok: number | null; took: number | null; count: number }[];
  slots: { slot: number; count: number; prompts: number; failures: number }[];
  tokens: { slot: number; project: string; input_tokens: number; output_tokens: number; cache_read_tokens: number; cache_write_tokens: number }[];
  projects: { project: string; sessions: number }[];
}

export interface CallsFound {
  calls: { seq: number; ts: number; tool: string; ok: number | null; took: number | null; session_id: string; agent_id: string }[];
  lanes: CallLane[];
  /** Cursor of the page behind. */
  next: string | null;
}

/** Reads on a connection of its own: a long count makes nobody else wait. */
export interface FiguresStore {
  count(range: FiguresRange): Promise<Counted>;
  calls(query: CallsQuery): Promise<CallsFound>;
}

/** For windows and the collector. */
export interface FiguresApi {
  figures(query: FiguresQuery): Promise<Figures>;
  calls(query: CallsQuery): Promise<CallsPage>;
}
