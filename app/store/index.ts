/** What the rest of the app sees of the store. */
export { AppendError } from "./event-store.ts";
export { noticeOf, openStore, type StoreNotice, type StoreOptions } from "./open.ts";
export { openStoreSoon, type SoonStore } from "./open-soon.ts";
