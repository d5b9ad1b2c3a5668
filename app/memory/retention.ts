/** What is older or more than the person wants to keep goes: some time after the start, then every few hours. */
import type { ConversationStore } from "../conversation-parts.ts";
import type { Clock, Log } from "../parts.ts";
import type { RetentionRules } from "../../schemas/generated/types.ts";

export interface RetentionDependencies {
  store: Pick<ConversationStore, "prune">;
  rules(): RetentionRules;
  /** Rows went: what is known of sessions may no longer be true. */
  onPruned(events: number): void;
  clock: Clock;
  log: Log;
  /** Calls back once after so many ms; the result takes it back. */
  after(ms: number, callback: () => void): () => void;
}

const FIRST_AFTER_MS = 5 * 60_000;
const EVERY_MS = 6 * 60 * 60_000;

export interface Retention {
  /** Rules changed: soon. */
  soon(): void;
  /** Waits for what is under way. */
  close(): Promise<void>;
}

const SOON_MS = 10_000;

export function startRetention({ store, rules, onPruned, clock, log, after }: RetentionDependencies): Retention {
  let pruning: Promise<void> | null = null;
  let cancel = after(FIRST_AFTER_MS, prune);
  let closed = false;
  function prune(): void {
    pruning ??= store
      .prune(rules(), clock.now())
      .then((events) => {
        if (events > 0) onPruned(events);
      })
      .catch((error: Error) => log.warn("old data could not be removed", { reason: error.message }))
      .finally(() => {
        pruning = null;
        if (!closed) plan(EVERY_MS);
      });
  }
  function plan(ms: number): void {
    cancel();
    cancel = after(ms, prune);
  }
  return {
    soon: () => plan(SOON_MS),
    async close() {
      closed = true;
      cancel();
      await pruning;
    },
  };
}
