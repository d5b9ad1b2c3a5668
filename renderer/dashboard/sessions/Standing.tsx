import type { SessionRow } from "../../../schemas/generated/types.ts";
import type { Words } from "../../shared/words.ts";
import { useWindow } from "../../shared/world-store.ts";
import { type Standing as StandingName, standingOf } from "./session-list.ts";

/** Followed as the world changes. */
export function useStanding(row: Pick<SessionRow, "session_id" | "state">): StandingName {
  const view = useWindow((state) => state.world.sessions.get(row.session_id));
  return standingOf(row, view);
}

/** Told by form and words, not by colour alone. */
export function Standing({ standing, words }: { standing: StandingName; words: Words }) {
  const needsPerson = standing === "waiting_permission" || standing === "waiting_question";
  return <span className={`chip standing ${standing}${needsPerson ? " needs" : ""}`}><span className="standing-mark" aria-hidden />{words(`sessions.standing_${standing}`)}</span>;
}
