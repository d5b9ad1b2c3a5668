import { create } from "zustand";
import type { MascotBridge } from "../../../schemas/bridge.ts";
import type { DataDone } from "../../../schemas/generated/types.ts";

interface Deletions {
  /** Being deleted: a large one takes its time, and the person goes on meanwhile. */
  working: ReadonlySet<string>;
  /** The last one that was deleted, a new object for each. It has happened and says nothing of later: a session that goes on, or that an import brings back, is there again. */
  last: { session_id: string } | null;
}

export const useDeletions = create<Deletions>(() => ({ working: new Set(), last: null }));

export function useIsBeingDeleted(sessionId: string): boolean {
  return useDeletions(({ working }) => working.has(sessionId));
}

/** Calls with each session that is deleted from now on. @returns ends it */
export function onDeleted(listener: (sessionId: string) => void): () => void {
  return useDeletions.subscribe(({ last }, before) => {
    if (last !== null && last !== before.last) listener(last.session_id);
  });
}

/** @returns a failure always with a reason */
export async function deleteSession(bridge: Pick<MascotBridge, "deleteSession">, sessionId: string): Promise<DataDone> {
  useDeletions.setState(({ working }) => ({ working: new Set(working).add(sessionId) }));
  const { ok, reason } = await bridge.deleteSession(sessionId).catch((error: unknown): DataDone => ({ ok: false, reason: error instanceof Error ? error.message : String(error) }));
  useDeletions.setState(({ working }) => ({ working: new Set([...working].filter((id) => id !== sessionId)), ...(ok ? { last: { session_id: sessionId } } : {}) }));
  return ok ? { ok } : { ok, reason: reason || "failed" };
}
