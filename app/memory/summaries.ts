/** Makes a session's summary after its turns and at its end, one at a time and never while a hook waits for it. */
import type { ConversationStore } from "../conversation-parts.ts";
import { SummaryBuilder } from "../domain/memory/summary.ts";
import type { Clock, Log } from "../parts.ts";
import type { SessionSummary } from "../../schemas/generated/types.ts";

export interface SummariesDependencies {
  store: Pick<ConversationStore, "wholeSession" | "saveSummary" | "session">;
  clock: Clock;
  log: Log;
  /** Calls back once after so many ms; the result takes it back. */
  after(ms: number, callback: () => void): () => void;
}

export interface Summaries {
  /** A turn ended, or the session: a summary is due. */
  due(sessionId: string, how: "turn" | "session"): void;
  /** At once. @returns null for a session that is not known */
  make(sessionId: string): Promise<SessionSummary | null>;
  close(): Promise<void>;
}

/** A turn is often followed by the next one at once. */
const AFTER_TURN_MS = 20_000;
const AFTER_SESSION_MS = 100;
/** A session that takes long to sum up is summed up seldom. */
const SHARE = 50;
/** Rows between which others may have their turn. */
const ROWS_AT_ONCE = 500;

export function createSummaries({ store, clock, log, after }: SummariesDependencies): Summaries {
  const planned = new Map<string, { cancel: () => void; how: "turn" | "session" }>();
  const notBefore = new Map<string, number>();
  let working: Promise<unknown> = Promise.resolve();
  let closed = false;

  const make = async (sessionId: string): Promise<SessionSummary | null> => {
    if ((await store.session(sessionId)) === null) return null;
    const startedAt = clock.now();
    const builder = new SummaryBuilder(sessionId);
    let rows = 0;
    for await (const row of store.wholeSession(sessionId)) {
      builder.add(row);
      if (++rows % ROWS_AT_ONCE === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    const summary = builder.result(clock.now());
    await store.saveSummary(sessionId, summary);
    if (notBefore.size > 1_000) notBefore.clear();
    notBefore.set(sessionId, clock.now() + (clock.now() - startedAt) * SHARE);
    return summary;
  };
  const queue = (sessionId: string) => {
    planned.delete(sessionId);
    working = working.then(() => (closed ? null : make(sessionId))).catch((error: Error) => log.warn("a session could not be summed up", { reason: error.message }));
  };
  return {
    due(sessionId, how) {
      const before = planned.get(sessionId);
      if (closed || before?.how === "session") return;
      before?.cancel();
      const pause = Math.max(0, (notBefore.get(sessionId) ?? 0) - clock.now());
      planned.set(sessionId, { how, cancel: after(how === "session" ? AFTER_SESSION_MS : Math.max(AFTER_TURN_MS, pause), () => queue(sessionId)) });
    },
    make,
    async close() {
      closed = true;
      for (const { cancel } of planned.values()) cancel();
      planned.clear();
      await working;
    },
  };
}
