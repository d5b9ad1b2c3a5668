/**
 * How the parts of conversation and memory meet. Types only, like parts.ts: each part is written against these, assembly/ joins them.
 *
 * ```
 * events.db: events ──cursor──► projector ──► sessions, interactions, search index      (off the hook path, exactly once: rows and cursor in one transaction)
 * transcripts, client registry ──► synthetic events through the pipeline; replies and token counts
 * SessionStart ──► context from summaries of finished sessions of the same project
 * ```
 */
import type { InteractionDraft } from "./domain/conversation/drafts.ts";
import type {
  ContextAnswer, ContextQuery, ConversationGrew, DataDone, DataStatus, ExportOrder, Interaction, InteractionsPage, InteractionsQuery, MemoryPreview, MemoryQuery, ProjectList, ProjectRules, RecallAnswer, RecallQuery,
  RetentionRules, SearchQuery, SearchResult, SessionRow, SessionsPage, SessionsQuery, SessionSummary,
} from "../schemas/generated/types.ts";

export type { InteractionDraft };

/** What became known of a session. `add` counts once, because the cursor moves in the same transaction. */
export interface SessionPatch {
  session_id: string;
  set: Partial<Pick<SessionRow, "provider" | "project" | "cwd" | "model" | "source" | "title" | "state" | "started_at" | "last_at" | "ended_at" | "end_reason" | "trust" | "first_prompt" | "tty" | "parent_pid" | "start_time" | "fingerprint">>;
  add: { prompts?: number; replies?: number; tool_calls?: number; failures?: number; tools?: Record<string, number>; files?: string[] };
}

/** Token counts of one reply; told as often as the transcript is read, counted once per `message_id` (FIELD-FAULTS T7). */
export interface MessageUsage {
  message_id: string;
  session_id: string;
  model: string | null;
  input_tokens: number;
  output_tokens: number;
  cache_read_tokens: number;
  cache_write_tokens: number;
  /** When the reply began, ms; missing where nobody told. */
  at?: number | null;
}

/** `content` as it is stored: masked. `ts`: when its turn began, in ms. */
export interface PromptTurn {
  content: string;
  turn_id: string;
  ts: number;
}

export interface Projection {
  /** seq of the last event that is in it. */
  cursor: number;
  sessions: SessionPatch[];
  interactions: InteractionDraft[];
}

/**
 * Tables sessions, interactions, message_usage, project_rules, the search index. Same file and same writer as the event log.
 *
 * A reply is never stored twice: a draft of `claude_response` meets the row with its message_id; else a row of the same session, agent and text whose turn is the
 * same or unknown and of which only one of both knows its message_id: that row then learns what it did not know. Else it is new. Any other draft meets the row
 * of its id and fills in what that did not know (a tool's result). Verified and unverified tellings never meet.
 *
 * Of a session that is known from verified events unverified patches change nothing; the first verified one of a session that strangers told of begins it anew.
 */
export interface ConversationStore {
  cursor(): Promise<number>;
  /** Does nothing for a batch whose cursor is not beyond the stored one. Of a session, the earliest start, the latest sign and the first prompt told stay. */
  project(batch: Projection): Promise<void>;
  noteUsage(usages: readonly MessageUsage[]): Promise<void>;
  /** A queued prompt was told by its hook under the id of the turn in which it was typed; here are the turns that they began. */
  notePromptTurns(sessionId: string, prompts: readonly PromptTurn[]): Promise<void>;
  sessions(query: SessionsQuery): Promise<SessionsPage>;
  session(sessionId: string): Promise<SessionRow | null>;
  interactions(query: InteractionsQuery): Promise<InteractionsPage>;
  /** Never throws for any text. */
  search(query: SearchQuery): Promise<SearchResult>;
  saveSummary(sessionId: string, summary: SessionSummary): Promise<void>;
  /** Trusted, completed or stale, with at least one prompt of a person; newest first. */
  finishedSessions(project: string, limit: number): Promise<SessionRow[]>;
  /** All interactions of a session, for its summary and exports; in pages inside. */
  wholeSession(sessionId: string): AsyncIterable<Interaction>;
  projects(): Promise<ProjectList>;
  projectRules(project: string): Promise<ProjectRules>;
  setProjectRules(rules: ProjectRules): Promise<void>;
  dataStatus(retention: RetentionRules): Promise<DataStatus>;
  /** Events, interactions, usage, checkpoints that name it: all of it. */
  deleteSession(sessionId: string): Promise<{ events: number; interactions: number }>;
  /** In slices between which appends go on. @returns how many events went */
  prune(retention: RetentionRules, nowMs: number): Promise<number>;
}

/** A transcript, read; see app/transcripts. */
export interface TranscriptNews {
  sessionId: string;
  path: string;
  /** Replies with their text blocks joined by message id, prompts, tool calls: what hooks do not tell or tell late. */
  replies: {
    messageId: string; agentId: string | null; promptId: string | null; text: string; thinking: string; model: string | null; atMs: number | null; sidechain: boolean;
    /** It ends its turn, as far as the transcript tells; its last text block. */
    endsTurn?: boolean; lastBlock?: string;
  }[];
  usages: MessageUsage[];
  interrupts: { atMs: number | null; promptId: string | null }[];
  /** With the id of the turn that each opened: a hook tells a prompt that was queued under the id of the turn it was typed in. */
  prompts?: { promptId: string | null; text: string; byPerson: boolean; atMs: number | null }[];
  model: string | null;
  /** Prompts seen so far; of a transcript that was read from its tail only those in it. */
  turnCount: number;
  /** The tool that the last record waits for; null when no call is open. */
  waitReason?: string | null;
  /** How full the main thread's context was at its last reply, in tokens; null when none told. */
  context?: { messageId: string; tokens: number } | null;
  /** Documents that the client put into the context. */
  documents?: { path: string; kind: string; atMs: number | null }[];
}

/** What windows may ask of what was said and is remembered. */
export interface ConversationDoor {
  sessions(query: SessionsQuery): Promise<SessionsPage>;
  page(query: InteractionsQuery): Promise<InteractionsPage>;
  search(query: SearchQuery): Promise<SearchResult>;
  preview(query: MemoryQuery): Promise<MemoryPreview>;
  projects(): Promise<ProjectList>;
  setRules(rules: ProjectRules): Promise<ProjectRules>;
  dataStatus(): Promise<DataStatus>;
  setRetention(rules: RetentionRules): Promise<DataStatus>;
  deleteSession(sessionId: string): Promise<DataDone>;
  deleteAll(): Promise<DataDone>;
  /** @param file absolute; replaced when it is there */
  exportTo(order: ExportOrder, file: string): Promise<DataDone>;
  /** @param file absolute; a JSONL export */
  importFrom(file: string): Promise<DataDone>;
  onGrew(listener: (grew: ConversationGrew) => void): () => void;
}

/** What the collector's routes ask of conversation and memory (specification 4; DESIGN §8). */
export interface MemoryApi {
  context(query: ContextQuery): Promise<ContextAnswer>;
  /** At once. @returns null for a session that is not known */
  summarize(sessionId: string): Promise<SessionSummary | null>;
  sessions(query: SessionsQuery): Promise<SessionsPage>;
  interactions(query: InteractionsQuery): Promise<InteractionsPage>;
  search(query: SearchQuery): Promise<SearchResult>;
  /** A session by its id, else what is found for the words; as text that is safe to show to an agent. */
  recall(query: RecallQuery): Promise<RecallAnswer>;
  /** @param file absolute */
  exportTo(order: ExportOrder, file: string, options?: { overwrite: boolean }): Promise<DataDone>;
  /** @param file absolute; a JSONL export. @returns how many interactions came back */
  importFrom(file: string): Promise<DataDone>;
}
