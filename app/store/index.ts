/** What the rest of the app sees of the store. */
export { checkDatabase } from "./check.ts";
export type { DataExchange } from "./conversation-store.ts";
export { AppendError } from "./event-store.ts";
export type { Imported, ImportOptions } from "./exchange/import.ts";
export { filesOfStore, removeFilesOfStore } from "./files.ts";
export { noticeOf, type OpenedStore, openStore, type StoreNotice, type StoreOptions } from "./open.ts";
export { openStoreSoon, type SoonStore } from "./open-soon.ts";
