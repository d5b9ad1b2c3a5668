/**
 * Events v1.1 in the order of the log → rows of the conversation and what became known of their sessions. Pure: what has to be remembered from one batch to the
 * next comes in and goes out. The same events in other batches give the same rows.
 */
import type { MascotEvent } from "../../../schemas/generated/types.ts";
import type { AgentStoppedPayload, EditPayload, ToolFailedPayload } from "../event-payloads.ts";
import { type InteractionDraft, draftOf, PROMPT, REPLY } from "./drafts.ts";
import { PORT_EVENTS } from "../ports/port.ts";
import { difference, memoAfter, newMemo, type SessionFields, type SessionMemo } from "./memo.ts";

export interface Counts {
  prompts?: number;
  replies?: number;
  tool_calls?: number;
  failures?: number;
  tools?: Record<string, number>;
  files?: string[];
}

export interface Patch {
  session_id: string;
  set: Partial<SessionFields>;
  add: Counts;
}

export interface Projected {
  sessions: Patch[];
  interactions: InteractionDraft[];
  memos: Map<string, SessionMemo>;
}

export interface ProjectionRules {
  /** Of sessions that the log knows; a session without one is new. */
  memos: ReadonlyMap<string, SessionMemo>;
  /** @returns the project of a folder */
  projectOf(cwd: string): string;
  /** false: nothing said in this project is kept */
  records(project: string): boolean;
}

/** Sessions that a batch of events speaks of: their memos have to be there before it is projected. */
export function sessionsIn(events: readonly MascotEvent[]): Set<string> {
  return new Set(events.filter(speaksOfASession).map((event) => event.session_id as string));
}

export function projectEvents(events: readonly MascotEvent[], rules: ProjectionRules): Projected {
  const work = new Work(rules);
  for (const event of events) if (speaksOfASession(event)) work.take(event, event.session_id as string);
  return work.result();
}

/** What could not be understood, and what the app tells of itself, makes no session. */
function speaksOfASession(event: MascotEvent): boolean {
  return !!event.session_id && event.event_type !== "schema_error" && event.event_type !== "heartbeat" && !PORT_EVENTS.has(event.event_type);
}

class Work {
  private readonly before = new Map<string, SessionMemo | null>();
  private readonly after = new Map<string, SessionMemo>();
  private readonly counts = new Map<string, Counts>();
  private readonly drafts: InteractionDraft[] = [];

  constructor(private readonly rules: ProjectionRules) {}

  take(event: MascotEvent, sessionId: string): void {
    const known = this.after.get(sessionId) ?? this.rules.memos.get(sessionId) ?? null;
    if (!this.before.has(sessionId)) this.before.set(sessionId, known);
    // A stranger who names a session of somebody else moves nothing in it.
    if (known?.trust === "verified" && event.trust === "unverified") return this.keep(known);
    const begun = anew(known, event);
    if (begun !== known) this.counts.delete(sessionId);
    const memo = this.moved(begun, event, sessionId);
    const records = this.rules.records(memo.project);
    const { draft, open, lastSaid, isNew } = draftOf(event, memo);
    this.keep({ ...memo, open, lastSaid });
    if (draft !== null && records && saysSomething(draft)) this.drafts.push(draft);
    this.count(event, sessionId, isNew ? draft : null, records);
  }

  private keep(memo: SessionMemo): void {
    this.after.set(memo.session_id, memo);
  }

  private moved(known: SessionMemo | null, event: MascotEvent, sessionId: string): SessionMemo {
    const memo = placed(known ?? newMemo(event, sessionId), event, this.rules);
    return memoAfter(memo, event, this.rules.records(memo.project));
  }

  /** @param made what no row stood for before */
  private count(event: MascotEvent, sessionId: string, made: InteractionDraft | null, records: boolean): void {
    const counts = this.counts.get(sessionId) ?? {};
    this.counts.set(sessionId, counts);
    if (made?.skill_name === PROMPT && made.metadata.injected !== true) counts.prompts = (counts.prompts ?? 0) + 1;
    if (made?.skill_name === REPLY) counts.replies = (counts.replies ?? 0) + 1;
    if (failed(event)) counts.failures = (counts.failures ?? 0) + 1;
    if (made !== null && made.metadata.ok !== undefined) {
      counts.tool_calls = (counts.tool_calls ?? 0) + 1;
      counts.tools = { ...counts.tools, [made.skill_name]: (counts.tools?.[made.skill_name] ?? 0) + 1 };
    }
    const file = records && event.event_type === "file_edit" ? (event.payload as unknown as EditPayload).file_path : undefined;
    if (file && !counts.files?.includes(file)) counts.files = [...(counts.files ?? []), file];
  }

  result(): Projected {
    const sessions = [...this.after].map(([session_id, memo]) => ({ session_id, set: difference(this.before.get(session_id) ?? null, memo), add: this.counts.get(session_id) ?? {} }));
    return { sessions: sessions.filter(({ set, add }) => Object.keys(set).length + Object.keys(add).length > 0), interactions: this.drafts, memos: this.after };
  }
}

/** The first proven event of a session of which strangers have told: nothing that they said of it stays. */
function anew(known: SessionMemo | null, event: MascotEvent): SessionMemo | null {
  if (known === null || known.trust === "verified" || event.trust === "unverified") return known;
  return { ...newMemo(event, known.session_id), started_at: known.started_at };
}

/** A session belongs to the folder that it began in; a `cd` on the way changes nothing. */
function placed(memo: SessionMemo, event: MascotEvent, rules: ProjectionRules): SessionMemo {
  if (memo.project !== "") return memo;
  const { cwd, project_dir } = event.payload as { cwd?: string; project_dir?: string };
  const folder = cwd || project_dir || "";
  return folder === "" ? memo : { ...memo, cwd: folder, project: rules.projectOf(folder) };
}

function saysSomething({ content, metadata }: InteractionDraft): boolean {
  return content !== "" || metadata.thinking !== undefined || metadata.ok !== undefined;
}

function failed(event: MascotEvent): boolean {
  if (event.event_type === "tool_failed") return (event.payload as unknown as ToolFailedPayload).interrupted !== true;
  return event.event_type === "agent_stopped" && !!(event.payload as unknown as AgentStoppedPayload).failed;
}
