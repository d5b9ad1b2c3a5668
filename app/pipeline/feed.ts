/** Hands committed events on to whoever listens, in the order of seq. */
import type { EventFeed, Log, MascotEvent } from "../parts.ts";

export interface Feed extends EventFeed {
  /** Committed events of one batch. */
  publish(events: readonly MascotEvent[]): void;
}

export function createFeed(log: Log): Feed {
  const listeners = new Set<(events: readonly MascotEvent[]) => void>();
  return {
    publish(events) {
      for (const listener of listeners) {
        try {
          listener(events);
        } catch (error) {
          log.error("a listener failed", { error });
        }
      }
    },
    onCommitted(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
