/** What a new session is told of the last ones of its project, and the exact preview of it. */
import type { ConversationStore } from "../conversation-parts.ts";
import { amountFor, BLOCK_LIMIT, type ContextBlock, contextBlock, NO_CONTEXT } from "../domain/memory/context-block.ts";
import { estimateTokens } from "../domain/memory/tokens.ts";
import type { Clock, Log } from "../parts.ts";
import { RateLimit } from "../rate-limit.ts";
import type { MemoryPreview, MemoryQuery, SessionRow, SessionView, Settings } from "../../schemas/generated/types.ts";
import type { ProjectFinder } from "../projects.ts";
import type { Projector } from "./projector.ts";
import type { Rules } from "./rules.ts";
import type { Summaries } from "./summaries.ts";

export interface ContextDependencies {
  store: Pick<ConversationStore, "finishedSessions" | "session" | "sessions" | "projects">;
  /** Sessions as they are now. */
  live(): readonly Pick<SessionView, "session_id" | "client_pid">[];
  projects: ProjectFinder;
  rules: Pick<Rules, "load" | "of">;
  projector: Pick<Projector, "caughtUp">;
  summaries: Pick<Summaries, "make">;
  settings(): Settings["memory"];
  /** What was kept of a session whose context was compacted, as a block; '' where there is nothing. */
  checkpoint?(sessionId: string): Promise<string>;
  clock: Clock;
  log: Log;
  /** What a start waits for, in ms; for tests on busy machines. */
  bounds?: Bounds;
}

export interface Bounds {
  /** The end of the session before may have been told a moment ago (/clear). */
  catchUp: number;
  /** Its summary may not be made yet. */
  summary: number;
  /** Whatever the log is busy with: a session does not wait longer than this, and begins without memory. */
  whole: number;
}

const BOUNDS: Bounds = { catchUp: 50, summary: 40, whole: 250 };

/** A session that begins. */
export interface Beginning {
  /** Told apart from those that are over. */
  session_id?: string;
  cwd?: string;
  source?: string | null;
  /** Place of its start in the log: what came before is part of what it is told, the start itself is not. */
  seq?: number;
  /** At most so many sessions are told of; else as the settings say. */
  limit?: number;
}

export interface Told extends ContextBlock {
  project: string;
  tokens: number;
  /** Tokens of these that are the session's own checkpoint. */
  checkpoint?: number;
}

export interface Context {
  /** Never throws: without memory a session begins all the same. */
  forSession(beginning: Beginning): Promise<Told>;
  preview(query: MemoryQuery): Promise<MemoryPreview>;
}

/** Each start makes the log be read at once: so many may begin together, and so many a second go on; of more than that, memory would keep the log from being written. */
const STARTS = { together: 40, perSecond: 20 };
const SILENT_MS = 30 * 60_000;
const SILENT_AT_MOST = 20;
const CLEARED_MS = 60;
const LOOK_EVERY_MS = 10;
const JUST_NOW_MS = 5_000;
/** Beyond those that are told of so many are counted. */
const COUNTED_MORE = 20;
export const TOKEN_BUDGET = Math.ceil(BLOCK_LIMIT / 4);

export function createContext(parts: ContextDependencies): Context {
  const starts = new RateLimit(STARTS.perSecond, STARTS.together);
  return {
    async forSession(beginning) {
      const nothing = { ...NO_CONTEXT, project: "", tokens: 0 };
      if (!starts.take(parts.clock.now())) return nothing;
      try {
        return (await within(boundsOf(parts).whole, tellOf(parts, beginning))) ?? nothing;
      } catch (error) {
        parts.log.warn("a session begins without memory", { reason: error instanceof Error ? error.message : String(error) });
        return nothing;
      }
    },
    async preview({ project, source }) {
      const named = project ?? (await latestProject(parts));
      await parts.rules.load();
      const enabled = isOn(parts, named);
      const block = named === "" ? NO_CONTEXT : await blockOf(parts, named, { source });
      return { project: named, enabled, text: block.text, tokens: estimateTokens(block.text), session_ids: block.session_ids, left_out: block.left_out };
    },
  };
}

const boundsOf = ({ bounds = BOUNDS }: ContextDependencies): Bounds => bounds;

async function tellOf(parts: ContextDependencies, beginning: Beginning): Promise<Told> {
  const nothing = { ...NO_CONTEXT, project: "", tokens: 0 };
  if (!parts.settings().enabled) return nothing;
  await Promise.all([parts.rules.load(), parts.projector.caughtUp(boundsOf(parts).catchUp, beginning.seq === undefined ? undefined : beginning.seq - 1)]);
  const project = await projectOf(parts, beginning);
  if (project === "" || !isOn(parts, project)) return { ...nothing, project };
  if (beginning.source === "clear") await untilCleared(parts, project);
  const [block, checkpoint] = await Promise.all([blockOf(parts, project, beginning), checkpointOf(parts, beginning)]);
  const text = [checkpoint, block.text].filter((part) => part !== "").join("\n\n");
  return { ...block, text, project, tokens: estimateTokens(text), ...(checkpoint === "" ? {} : { checkpoint: estimateTokens(checkpoint) }) };
}

/** A compacted session knows no more what it was at. */
async function checkpointOf({ checkpoint, log }: ContextDependencies, { session_id, source }: Beginning): Promise<string> {
  if (source !== "compact" || session_id === undefined || checkpoint === undefined) return "";
  return checkpoint(session_id).catch((error: Error) => {
    log.warn("a compacted session begins without its checkpoint", { reason: error.message });
    return "";
  });
}

/** The end of the cleared session came by another lane a moment ago, and may still be on its way. */
async function untilCleared({ store, projector, clock }: ContextDependencies, project: string): Promise<void> {
  for (let waited = 0; waited < CLEARED_MS; waited += LOOK_EVERY_MS) {
    const [latest] = await store.finishedSessions(project, 1);
    if (latest && clock.now() - (latest.ended_at ?? 0) < JUST_NOW_MS) return;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    await projector.caughtUp(LOOK_EVERY_MS);
  }
}

async function projectOf({ store, projects }: ContextDependencies, { session_id, cwd }: Beginning): Promise<string> {
  const row = session_id === undefined ? null : await store.session(session_id);
  // Of a session that goes on elsewhere the folder that it began in counts, as for what is written of it.
  if (row?.project) return row.trust === "verified" ? row.project : "";
  return cwd ? projects.find(cwd) : "";
}

function isOn({ settings, rules }: ContextDependencies, project: string): boolean {
  const { memory, record } = rules.of(project);
  return settings().enabled && memory && record;
}

async function blockOf(parts: ContextDependencies, project: string, { session_id, source, limit }: Beginning): Promise<ContextBlock> {
  const amount = amountFor(source);
  if (amount === "nothing") return NO_CONTEXT;
  const sessions = limit ?? parts.settings().sessions;
  const [finished, silent] = await Promise.all([parts.store.finishedSessions(project, sessions + COUNTED_MORE), silentSessions(parts, project)]);
  const rows = [...finished, ...silent].filter((row) => row.session_id !== session_id).sort((a, b) => b.last_at - a.last_at);
  const [latest] = rows;
  if (latest && amount === "full" && isOutdated(latest)) rows[0] = { ...latest, summary: await withinBound(parts, latest) };
  return contextBlock(rows, amount, sessions);
}

/** Clients that tell no end and no process (specification 4): a session that has been silent for long is over as far as one can know. */
async function silentSessions({ store, live, clock }: ContextDependencies, project: string): Promise<SessionRow[]> {
  const { items } = await store.sessions({ project, state: "active", limit: SILENT_AT_MOST });
  const watched = new Set(live().filter(({ client_pid }) => client_pid !== null).map(({ session_id }) => session_id));
  return items.filter((row) => row.trust === "verified" && row.first_prompt !== null && !watched.has(row.session_id) && clock.now() - row.last_at > SILENT_MS);
}

function isOutdated({ summary, ended_at, last_at }: SessionRow): boolean {
  return summary === null || summary.made_at < Math.min(ended_at ?? last_at, last_at);
}

/** What there is, when making it anew would take too long; it is then made for the next one. */
async function withinBound({ summaries, log, bounds = BOUNDS }: ContextDependencies, { session_id, summary }: SessionRow): Promise<SessionRow["summary"]> {
  const made = summaries.make(session_id).catch((error: Error) => {
    log.warn("a session could not be summed up", { reason: error.message });
    return null;
  });
  return (await within(bounds.summary, made)) ?? summary;
}

/** @returns null when it takes longer */
async function within<T>(ms: number, work: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

async function latestProject({ store }: ContextDependencies): Promise<string> {
  const { items } = await store.projects();
  return items.reduce<{ project: string; last_at: number } | null>((best, one) => (one.project !== "" && (best === null || one.last_at > best.last_at) ? one : best), null)?.project ?? "";
}
