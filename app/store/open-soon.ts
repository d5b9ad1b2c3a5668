/** The event log before it is open: everything waits for the file, so that the collector can listen at once. */
import { type EventStore, type Notices, StoreError } from "../parts.ts";
import { noticeOf, openStore, type StoreOptions } from "./open.ts";

export interface SoonStore {
  store: EventStore;
  /** False when it could not be opened: every call on the store then rejects with the reason, and the person has been told. */
  opened: Promise<boolean>;
}

export function openStoreSoon(options: StoreOptions, notices: Notices): SoonStore {
  const opening = openStore(options).then(({ store, notices: news }) => {
    for (const notice of news) notices.raise(notice);
    return store;
  });
  const opened = opening.then(
    () => true,
    (error: unknown) => {
      const known = error instanceof StoreError ? error : new StoreError("failed", String(error));
      options.log?.error("the event log could not be opened", { reason: known.reason, message: known.message });
      notices.raise(noticeOf(known, options.file));
      return false;
    },
  );
  return { opened, store: waitingFor(opening) };
}

function waitingFor(opening: Promise<EventStore>): EventStore {
  return {
    append: async (items) => (await opening).append(items),
    events: async (query) => (await opening).events(query),
    tail: async (afterSeq, limit) => (await opening).tail(afterSeq, limit),
    countEvents: async () => (await opening).countEvents(),
    lastSeq: async () => (await opening).lastSeq(),
    saveCheckpoint: async (seq, world) => (await opening).saveCheckpoint(seq, world),
    lastCheckpoint: async () => (await opening).lastCheckpoint(),
    saveAgentStates: async (views) => (await opening).saveAgentStates(views),
    // A log that never opened has nothing to close.
    close: () => opening.then((store) => store.close(), () => undefined),
  };
}
