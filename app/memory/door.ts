/** What the windows may ask of conversation and memory. */
import type { ConversationGrew, DataDone, ExportOrder, MemoryPreview, MemoryQuery, SessionRow, SessionsPage, SessionState, SessionView, Settings } from "../../schemas/generated/types.ts";
import type { ConversationDoor, ConversationStore } from "../conversation-parts.ts";
import type { Rules } from "./rules.ts";

export interface DoorOptions {
  store: ConversationStore;
  settings: { get(): Settings; update(change: (settings: Settings) => Settings): Promise<Settings> };
  rules: Pick<Rules, "set">;
  /** Sessions as they are now. */
  live(): readonly Pick<SessionView, "session_id" | "state">[];
  /** Milliseconds. */
  now(): number;
  preview(query: MemoryQuery): Promise<MemoryPreview>;
  /** Nothing is written of any session meanwhile. */
  whilePaused<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Of the session no part of the app knows anything any more. */
  onDeleted(sessionId: string): void;
  deleteAll(): Promise<DataDone>;
  exportTo(order: ExportOrder, file: string): Promise<DataDone>;
  importFrom(file: string): Promise<DataDone>;
  onGrew(listener: (grew: ConversationGrew) => void): () => void;
  onRetention(): void;
}

export function createConversationDoor({ store, settings, rules, live, now, preview, whilePaused, onDeleted, deleteAll, exportTo, importFrom, onGrew, onRetention }: DoorOptions): ConversationDoor {
  const dataStatus = () => store.dataStatus(settings.get().retention);
  return {
    sessions: async (query) => asTheyAre(await store.sessions(query), live(), now()),
    page: (query) => store.interactions(query),
    search: (query) => store.search(query),
    preview,
    projects: () => store.projects(),
    setRules: (given) => rules.set(given),
    dataStatus,
    setRetention: async (retention) => {
      await settings.update((now) => ({ ...now, retention }));
      onRetention();
      return dataStatus();
    },
    deleteSession: async (sessionId) => {
      const { interactions } = await whilePaused(async () => {
        const removed = await store.deleteSession(sessionId);
        onDeleted(sessionId);
        return removed;
      });
      return { ok: true, count: interactions };
    },
    deleteAll,
    exportTo,
    importFrom,
    onGrew,
  };
}

/** As the world, which forgets a session without a process after this long. */
const FORGOTTEN_MS = 12 * 60 * 60_000;

/** A session grows idle, and is forgotten, by time alone, of which the log says nothing. */
function asTheyAre(page: SessionsPage, live: readonly Pick<SessionView, "session_id" | "state">[], now: number): SessionsPage {
  const states = new Map<string, SessionState>(live.map(({ session_id, state }) => [session_id, state]));
  const stateOf = ({ session_id, state, last_at }: SessionRow): SessionState => states.get(session_id) ?? (state === "active" && now - last_at > FORGOTTEN_MS ? "stale" : state);
  return { ...page, items: page.items.map((row) => ({ ...row, state: stateOf(row) })) };
}
