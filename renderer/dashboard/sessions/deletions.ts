import { create } from "zustand";
import type { MascotBridge } from "../../../schemas/bridge.ts";

/** How the deletion of a session stands: a large one takes its time, and the person goes on meanwhile. */
export type Deletion = { step: "working" } | { step: "done" } | { step: "failed"; reason: string };

interface Deletions {
  bySession: ReadonlyMap<string, Deletion>;
}

export const useDeletions = create<Deletions>(() => ({ bySession: new Map() }));

/** @returns the deletion of this session, while and after it is under way */
export function useDeletion(sessionId: string): Deletion | undefined {
  return useDeletions((state) => state.bySession.get(sessionId));
}

export async function deleteSession(bridge: Pick<MascotBridge, "deleteSession">, sessionId: string): Promise<void> {
  note(sessionId, { step: "working" });
  try {
    const { ok, reason } = await bridge.deleteSession(sessionId);
    note(sessionId, ok ? { step: "done" } : { step: "failed", reason: reason ?? "" });
  } catch (error) {
    note(sessionId, { step: "failed", reason: error instanceof Error ? error.message : String(error) });
  }
}

/** What was deleted may come back by an import, and a failure is told once. */
export function forgetDeletion(sessionId: string): void {
  useDeletions.setState(({ bySession }) => ({ bySession: new Map([...bySession].filter(([id]) => id !== sessionId)) }));
}

function note(sessionId: string, deletion: Deletion): void {
  useDeletions.setState(({ bySession }) => ({ bySession: new Map(bySession).set(sessionId, deletion) }));
}
