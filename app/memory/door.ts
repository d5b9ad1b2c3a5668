/** What the windows may ask of conversation and memory. */
import type { ConversationGrew, DataDone, ExportOrder, MemoryPreview, MemoryQuery, Settings } from "../../schemas/generated/types.ts";
import type { ConversationDoor, ConversationStore } from "../conversation-parts.ts";

export interface DoorOptions {
  store: ConversationStore;
  settings: { get(): Settings; update(change: (settings: Settings) => Settings): Promise<Settings> };
  preview(query: MemoryQuery): Promise<MemoryPreview>;
  deleteAll(): Promise<DataDone>;
  exportTo(order: ExportOrder, file: string): Promise<DataDone>;
  onGrew(listener: (grew: ConversationGrew) => void): () => void;
}

export function createConversationDoor({ store, settings, preview, deleteAll, exportTo, onGrew }: DoorOptions): ConversationDoor {
  const dataStatus = () => store.dataStatus(settings.get().retention);
  return {
    sessions: (query) => store.sessions(query),
    page: (query) => store.interactions(query),
    search: (query) => store.search(query),
    preview,
    projects: () => store.projects(),
    setRules: async (rules) => {
      await store.setProjectRules(rules);
      return store.projectRules(rules.project);
    },
    dataStatus,
    setRetention: async (retention) => {
      await settings.update((now) => ({ ...now, retention }));
      return dataStatus();
    },
    deleteSession: async (sessionId) => {
      const { interactions } = await store.deleteSession(sessionId);
      return { ok: true, count: interactions };
    },
    deleteAll,
    exportTo,
    onGrew,
  };
}
