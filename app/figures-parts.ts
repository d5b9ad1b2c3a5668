/** What the log adds up to, as parts see it. Types only, like parts.ts. */
import type { CallLane, CallsPage, CallsQuery, Figures, FiguresQuery, LaneQuery } from "../schemas/generated/types.ts";
import type { Counted, FiguresRange } from "./domain/figures/figures.ts";

export type { Counted, FiguresRange };

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
  /** null: of a session that the log does not know. */
  lane(query: LaneQuery): Promise<CallLane | null>;
}

/** For windows and the collector. */
export interface FiguresApi {
  figures(query: FiguresQuery): Promise<Figures>;
  calls(query: CallsQuery): Promise<CallsPage>;
  lane(query: LaneQuery): Promise<CallLane>;
  /** Something was deleted: what was counted with it is no answer any more. */
  forget(): void;
}
