/** Which tools a search can be narrowed to. Pure. */
import type { SearchHit, SessionRow } from "../../../schemas/generated/types.ts";
import { speakerOf } from "./query.ts";

/** Of these sessions, the most used first. */
export function toolsUsed(sessions: readonly Pick<SessionRow, "stats">[]): string[] {
  const calls = new Map<string, number>();
  for (const { stats } of sessions) for (const [tool, count] of Object.entries(stats.tools)) calls.set(tool, (calls.get(tool) ?? 0) + count);
  return [...calls].sort(([a, many], [b, more]) => more - many || a.localeCompare(b)).map(([tool]) => tool);
}

export function toolsIn(hits: readonly SearchHit[]): string[] {
  return [...new Set(hits.flatMap((hit) => {
    const speaker = speakerOf(hit);
    return "tool" in speaker ? [speaker.tool] : [];
  }))];
}
