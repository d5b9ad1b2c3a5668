/** A log without conversations: what is asked for is not there, what is told is not kept. */
import type { ConversationStore } from "../conversation-parts.ts";

export function emptyConversationStore(): ConversationStore {
  return {
    cursor: async () => 0,
    project: async () => undefined,
    noteUsage: async () => undefined,
    sessions: async () => ({ items: [] }),
    session: async () => null,
    interactions: async () => ({ items: [], total: 0 }),
    search: async () => ({ items: [], more: false }),
    saveSummary: async () => undefined,
    finishedSessions: async () => [],
    async *wholeSession() {},
    projects: async () => ({ items: [] }),
    projectRules: async (project) => ({ project, record: true, memory: true }),
    setProjectRules: async () => undefined,
    dataStatus: async (retention) => ({ bytes: 0, events: 0, sessions: 0, interactions: 0, oldest_at: null, retention }),
    deleteSession: async () => ({ events: 0, interactions: 0 }),
    prune: async () => 0,
  };
}
