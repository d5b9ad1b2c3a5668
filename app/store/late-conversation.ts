/** The conversation store of a log that may open late: every call waits for the file, or fails with the reason why there is none. */
import type { ConversationStore } from "../conversation-parts.ts";
import type { DataExchange } from "./conversation-store.ts";

type Whole = ConversationStore & DataExchange;

export function lateConversation(opened: () => Promise<Whole>): Whole {
  return {
    cursor: async () => (await opened()).cursor(),
    project: async (batch) => (await opened()).project(batch),
    noteUsage: async (usages) => (await opened()).noteUsage(usages),
    notePromptTurns: async (sessionId, prompts) => (await opened()).notePromptTurns(sessionId, prompts),
    sessions: async (query) => (await opened()).sessions(query),
    session: async (sessionId) => (await opened()).session(sessionId),
    interactions: async (query) => (await opened()).interactions(query),
    search: async (query) => (await opened()).search(query),
    saveSummary: async (sessionId, summary) => (await opened()).saveSummary(sessionId, summary),
    finishedSessions: async (project, limit) => (await opened()).finishedSessions(project, limit),
    wholeSession: async function* (sessionId) {
      yield* (await opened()).wholeSession(sessionId);
    },
    projects: async () => (await opened()).projects(),
    projectRules: async (project) => (await opened()).projectRules(project),
    setProjectRules: async (rules) => (await opened()).setProjectRules(rules),
    dataStatus: async (retention) => (await opened()).dataStatus(retention),
    exported: async (order, locale) => (await opened()).exported(order, locale),
    imported: async (text, options) => (await opened()).imported(text, options),
    deleteSession: async (sessionId) => (await opened()).deleteSession(sessionId),
    prune: async (retention, nowMs) => (await opened()).prune(retention, nowMs),
  };
}
