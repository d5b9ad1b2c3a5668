/** Conversation and memory, put together as assembly/ uses it. */
import type { ConversationDoor, ConversationStore, MemoryApi, TranscriptNews } from "../conversation-parts.ts";
import type { ContextPayload } from "../domain/event-payloads.ts";
import { maskText } from "../domain/masking.ts";
import type { Clock, EventStore, Log, WorldView } from "../parts.ts";
import type { ProjectFinder } from "../projects.ts";
import type { DataDone, ExportOrder, MascotEvent, Settings } from "../../schemas/generated/types.ts";
import { createMemoryApi } from "./api.ts";
import { type Bounds, createContext, TOKEN_BUDGET, type Told } from "./context.ts";
import { createConversationDoor } from "./door.ts";
import { exportToFile, importFromFile } from "./export-file.ts";
import { createProjector, type Projector } from "./projector.ts";
import { startRetention } from "./retention.ts";
import { createRules, discreet } from "./rules.ts";
import { type Answer, answerSessionStart } from "./session-start.ts";
import { createSummaries } from "./summaries.ts";

export interface MemoryDependencies {
  events: Pick<EventStore, "append" | "tail">;
  store: ConversationStore;
  world: Pick<WorldView, "sessions">;
  projects: ProjectFinder;
  settings: { get(): Settings; update(change: (settings: Settings) => Settings): Promise<Settings> };
  clock: Clock;
  log: Log;
  /** Calls back once after so many ms; the result takes it back. */
  after(ms: number, callback: () => void): () => void;
  /** The client's own form of a context. @returns undefined for a client that takes none */
  asOutput(provider: string, text: string): Record<string, unknown> | undefined;
  /** An event of the app's own; the same id twice is one. */
  tell(id: string, event: { event_type: "context_loaded" | "context_overflow"; session_id: string; provider?: string; workspace_id?: string; payload: ContextPayload }): void;
  /** The export's text in pieces; null for a session that is not known. */
  exported(order: ExportOrder): Promise<AsyncIterable<string> | null>;
  /** Takes an export back. */
  imported(text: AsyncIterable<string>): Promise<{ interactions: number; sessions: number; events: number; skipped: number }>;
  /** What was kept of a session whose context was compacted, as a block; '' where there is nothing. */
  checkpoint?(sessionId: string): Promise<string>;
  /** Nothing of a session, or of all of them, may stay in memory elsewhere. */
  forgetElsewhere(sessionId: string | null): void;
  /** Database, copies, what was put aside, spool. @throws when some of it stays */
  deleteFiles(): Promise<void>;
  /** For tests on busy machines. */
  bounds?: Bounds;
}

export interface Memory {
  /** The event log for the pipeline: projects that are not recorded lose what was said. */
  recording: Pick<EventStore, "append">;
  /** For the pipeline. */
  answer: Answer;
  noteCommitted(events: readonly MascotEvent[]): void;
  /** Token counts of replies. */
  noteNews(news: Pick<TranscriptNews, "sessionId" | "usages" | "prompts">): void;
  /** The log is open. */
  start(): void;
  api: MemoryApi;
  door: ConversationDoor;
  close(): Promise<void>;
}

export function createMemory(parts: MemoryDependencies): Memory {
  const { store, projects, clock, log, after, settings } = parts;
  const rules = createRules(store);
  const summaries = createSummaries({ store, clock, log, after });
  const projector = createProjector({
    events: parts.events, store, projects, rules, log, now: clock.now, after,
    onEnded: (ended) => {
      for (const { session_id, how } of ended) summaries.due(session_id, how);
    },
  });
  const context = createContext({ store, projects, rules, projector, summaries, settings: () => settings.get().memory, live: () => parts.world.sessions(), clock, log, ...(parts.checkpoint ? { checkpoint: parts.checkpoint } : {}), ...(parts.bounds ? { bounds: parts.bounds } : {}) });
  const exportTo = exportToFile({ pieces: parts.exported, log });
  const importFrom = importFromFile({
    log,
    async take(text) {
      const { interactions, sessions, events, skipped } = await parts.imported(text);
      if (skipped > 0 && interactions + sessions + events === 0) throw Object.assign(new Error("nothing of an export is in it"), { code: "not_an_export" });
      rules.forget();
      projector.forget();
      return interactions;
    },
  });
  const retention = startRetention({ store, rules: () => settings.get().retention, onPruned: () => projector.forget(), clock, log, after });

  const forget = (sessionId: string | null) => {
    projector.forget(sessionId ?? undefined);
    parts.forgetElsewhere(sessionId);
  };
  const deleteAll = async (): Promise<DataDone> => {
    try {
      await parts.deleteFiles();
      return { ok: true };
    } catch (error) {
      log.error("not everything could be removed", { error });
      return { ok: false, reason: (error as NodeJS.ErrnoException).code ?? "failed" };
    } finally {
      rules.forget();
      projector.beginAnew();
      forget(null);
    }
  };
  return {
    recording: discreet(parts.events, rules, (id) => parts.world.sessions().find(({ session_id }) => session_id === id)?.project_dir ?? null),
    answer: answerSessionStart({
      context, asOutput: parts.asOutput,
      tell: (id, event_type, { session_id, provider, workspace_id }, payload) => parts.tell(id, { event_type, session_id: session_id as string, provider, workspace_id, payload }),
    }),
    noteCommitted: (events) => projector.noteCommitted(events),
    noteNews: (news) => void keepNews(store, projector, news).catch((error: Error) => log.warn("what the transcript tells could not be written down", { reason: error.message })),
    start: () => projector.start(),
    api: createMemoryApi({ store, context, projector, projects, summaries, exportTo, importFrom, onGiven: (sessionId, told) => given(parts, sessionId, told), catchUpMs: parts.bounds?.catchUp }),
    door: createConversationDoor({
      store, settings, rules, live: () => parts.world.sessions(), now: clock.now, preview: (query) => context.preview(query), whilePaused: (work) => projector.paused(work), onDeleted: forget, deleteAll, exportTo, importFrom, onGrew: (listener) => projector.onGrew(listener),
      onRetention: () => retention.soon(),
    }),
    async close() {
      await projector.close();
      await Promise.all([summaries.close(), retention.close()]);
    },
  };
}

/** Where it takes longer something else is wrong, and prompts keep the turn that they came in. */
const WRITTEN_WITHIN_MS = 5_000;

/** Masking takes its time; who queues a text as long as this will not miss its turn. */
const LONGEST_COMPARED = 64 * 1024;

/** A prompt is given to its turn once it is written down: of the same words an older one would be taken for it. */
async function keepNews(store: ConversationStore, projector: Pick<Projector, "caughtUp">, { sessionId, usages, prompts = [] }: Pick<TranscriptNews, "sessionId" | "usages" | "prompts">): Promise<void> {
  await store.noteUsage(usages);
  const turns = prompts.flatMap(({ promptId, text, atMs }) => (promptId === null || atMs === null || text.length > LONGEST_COMPARED ? [] : [{ content: maskText(text), turn_id: promptId, ts: atMs }]));
  if (turns.length === 0) return;
  await projector.caughtUp(WRITTEN_WITHIN_MS);
  await store.notePromptTurns(sessionId, turns);
}

/** Once for each minute: a client may ask again and again. */
function given({ tell, clock }: MemoryDependencies, session_id: string, { tokens, left_out }: Told): void {
  const id = `${session_id}:${Math.floor(clock.now() / 60_000)}`;
  const payload: ContextPayload = { memory_type: "earlier_sessions", load_reason: "asked", tokens, budget: TOKEN_BUDGET };
  tell(`context:${id}`, { event_type: "context_loaded", session_id, payload });
  if (left_out > 0) tell(`context-over:${id}`, { event_type: "context_overflow", session_id, payload });
}
