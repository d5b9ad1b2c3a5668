import { useEffect } from "react";

/** Who has left and is not drawn: nobody sees their leaving clip, so nothing would tell its end. Pure. */
export function unseen(leaving: ReadonlyMap<string, unknown>, drawn: readonly { agentId: string }[]): string[] {
  if (leaving.size === 0) return [];
  const seen = new Set(drawn.map(({ agentId }) => agentId));
  return [...leaving.keys()].filter((id) => !seen.has(id));
}

/** They go at once: from the number of those for whom there is no room, and from those who were sent away. */
export function useUnseenLeave(leaving: ReadonlyMap<string, unknown>, { places }: { places: readonly { agentId: string }[] }, onLeft: (agentId: string) => void): void {
  useEffect(() => {
    for (const id of unseen(leaving, places)) onLeft(id);
  }, [leaving, places, onLeft]);
}
