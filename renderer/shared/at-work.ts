/** Whose calls may still end. A client that was killed, a session without a transcript and some agents never tell how a call ended. */
import { useMemo } from "react";
import type { AgentView } from "../../schemas/generated/types.ts";
import { useWindow } from "./world-store.ts";

/** In a turn, or in the background: whoever rests, sleeps or has left has no call that goes on. */
function isAtWork({ phase }: AgentView): boolean {
  return phase !== null && phase !== "interactable";
}

/** Ids of all who work now, by whatever name: another set only when others do. */
export function useAtWork(): ReadonlySet<string> {
  // As one text, since a window draws anew when it is told something else.
  const ids = useWindow(({ world }) => [...world.agents.values()].filter(isAtWork).flatMap(({ agent_id, aliases }) => [agent_id, ...aliases]).sort().join("\n"));
  return useMemo(() => new Set(ids.split("\n")), [ids]);
}
