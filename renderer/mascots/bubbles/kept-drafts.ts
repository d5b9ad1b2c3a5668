import { useState } from "react";

/** By request, then by part of its card. */
const kept = new Map<string, Map<string, unknown>>();

/** What the person has typed or chosen in a card so far: while its request waits, it outlives the card, which a look at another page takes away. */
export function useDraft<T>(askId: string, part: string, empty: T): [T, (value: T) => void] {
  const [value, setValue] = useState<T>(() => draftOf(askId, part, empty));
  return [value, (now) => {
    keepDraft(askId, part, now);
    setValue(now);
  }];
}

export function draftOf<T>(askId: string, part: string, empty: T): T {
  return (kept.get(askId)?.get(part) as T | undefined) ?? empty;
}

export function keepDraft(askId: string, part: string, value: unknown): void {
  kept.set(askId, (kept.get(askId) ?? new Map<string, unknown>()).set(part, value));
}

/** Those whose requests wait no longer go. @param waiting ids of those that do */
export function forgetDrafts(waiting: ReadonlySet<string>): void {
  for (const id of [...kept.keys()]) if (!waiting.has(id)) kept.delete(id);
}
