/** What the collector's routes of conversation and memory ask. */
import type { ConversationStore, MemoryApi } from "../conversation-parts.ts";
import { hitsText, nothingText, sessionText } from "../domain/memory/recall-text.ts";
import type { Context, Told } from "./context.ts";
import type { ProjectFinder } from "../projects.ts";
import type { Projector } from "./projector.ts";
import type { Summaries } from "./summaries.ts";

export interface ApiDependencies {
  store: ConversationStore;
  context: Context;
  projector: Pick<Projector, "caughtUp">;
  projects: ProjectFinder;
  summaries: Pick<Summaries, "make">;
  exportTo: MemoryApi["exportTo"];
  importFrom: MemoryApi["importFrom"];
  /** The context was given to a session that takes plain text. */
  onGiven(sessionId: string, told: Told): void;
  /** What was told a moment ago is part of the answer: so long it is waited for. */
  catchUpMs?: number;
}

const CATCH_UP_MS = 500;
/** As much as an agent may want to read at once. */
const ROWS = 60;
const HITS = 30;

export function createMemoryApi({ store, context, projector, projects, summaries, exportTo, importFrom, onGiven, catchUpMs = CATCH_UP_MS }: ApiDependencies): MemoryApi {
  const current = () => projector.caughtUp(catchUpMs);
  return {
    async context({ cwd, session_id, source, limit }) {
      if (cwd === undefined && session_id === undefined) return { context: "", project: "", tokens: 0, session_ids: [] };
      const told = await context.forSession({ cwd, session_id, source, limit });
      if (told.text !== "" && session_id !== undefined) onGiven(session_id, told);
      return { context: told.text, project: told.project, tokens: told.tokens, session_ids: told.session_ids };
    },
    async summarize(sessionId) {
      await current();
      return summaries.make(sessionId);
    },
    async sessions(query) {
      await current();
      return store.sessions(query);
    },
    async interactions(query) {
      await current();
      return store.interactions(query);
    },
    async search(query) {
      await current();
      return store.search(query);
    },
    async recall({ query, cwd, all, after }) {
      await current();
      const project = all || cwd === undefined ? null : await projects.find(cwd);
      const session = await store.session(query);
      if (session !== null && (project === null || session.project === project)) {
        const page = await store.interactions({ session_id: query, limit: ROWS, ...(after === undefined ? {} : { after }) });
        return { found: page.items.length, text: sessionText(session, page.items, page.newer ?? null) };
      }
      const result = await store.search({ text: query.slice(0, 1_000), limit: HITS, ...(project === null ? {} : { project }) });
      return { found: result.items.length, text: result.items.length === 0 ? nothingText(query) : hitsText(query, result) };
    },
    exportTo,
    importFrom,
  };
}
