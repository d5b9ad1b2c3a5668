/** What the projection has to remember of a session from one batch of events to the next. */
import type { MascotEvent, SessionRow } from "../../../schemas/generated/types.ts";
import type { PayloadCommon, SessionStartedPayload, UserPromptPayload } from "../event-payloads.ts";
import { NO_TERMINAL, type TerminalIdentity, terminalIdentity } from "../identity.ts";
import { type LifeFacts, noteLife, overOf } from "../life.ts";
import type { Mark } from "../marks.ts";
import { arrivalOf, roleOf } from "../placing.ts";
import { NEW_CLOCK, type SessionClock, tick } from "../session-clock.ts";
import { cutWhole } from "./result-text.ts";
import { DEFAULT_PROVIDER } from "../provider.ts";

/** The part of a SessionRow that events set. */
export type SessionFields = Pick<
  SessionRow, "provider" | "project" | "cwd" | "model" | "source" | "title" | "state" | "started_at" | "last_at" | "ended_at" | "end_reason" | "trust" | "first_prompt" | keyof TerminalIdentity
>;

export interface SessionMemo extends SessionFields {
  session_id: string;
  /** What `state`, `ended_at` and `end_reason` follow from. */
  life: LifeFacts;
  clock: SessionClock;
  open: OpenCalls;
  lastSaid: LastSaid;
}

/** Running calls, oldest first: a call's id, or agent, tool and input of one without → ids of their rows. */
export type OpenCalls = ReadonlyMap<string, readonly string[]>;

/** The last prompt and the last reply: where hooks are installed twice everything is said twice. */
export type LastSaid = Readonly<Record<"user" | "assistant", Said | null>>;
export interface Said {
  row: string;
  agent: string;
  turn: string | null;
  text: string;
  at: number;
}
export const NOTHING_SAID: LastSaid = { user: null, assistant: null };

const FIRST_PROMPT_LENGTH = 200;
const TITLE_LENGTH = 200;

/** The session as its first event shows it. */
export function newMemo(event: MascotEvent, sessionId: string): SessionMemo {
  const at = Date.parse(event.ts);
  return {
    session_id: sessionId, provider: event.provider ?? DEFAULT_PROVIDER, project: "", cwd: "", model: null, source: null, title: null, state: "active", started_at: at, last_at: at, ended_at: null, end_reason: null,
    trust: event.trust ?? "verified", first_prompt: null, ...NO_TERMINAL, life: NO_LIFE, clock: NEW_CLOCK, open: new Map(), lastSaid: NOTHING_SAID,
  };
}

export function memoOf(row: SessionRow): SessionMemo {
  const { session_id, provider, project, cwd, model, source, title, state, started_at, last_at, ended_at, end_reason, trust, first_prompt, tty, parent_pid, start_time, fingerprint } = row;
  return { session_id, provider, project, cwd, model, source, title, state, started_at, last_at, ended_at, end_reason, trust, first_prompt, tty, parent_pid, start_time, fingerprint, life: lifeOf(row), clock: NEW_CLOCK, open: new Map(), lastSaid: NOTHING_SAID };
}

const NO_LIFE: LifeFacts = { alive: null, revived: null, ended: null, gone: null };

/** The last events of a session and its end may come in any order. */
const LATE_MS = 5_000;

/** As far as the row tells. Of what happened last it does not say what it was: an end from well before it ended nothing that goes on. */
function lifeOf({ state, ended_at, last_at, end_reason }: SessionRow): LifeFacts {
  const end = ended_at ?? last_at;
  const revived = markAt(last_at - LATE_MS);
  switch (state) {
    case "completed": return { alive: markAt(last_at), revived: markAt(Math.min(revived.t, end)), ended: { ...markAt(end), reason: end_reason }, gone: null };
    case "stale": return { alive: markAt(Math.min(last_at, end - 1)), revived: markAt(Math.min(revived.t, end)), ended: null, gone: markAt(end) };
    default: return { alive: markAt(last_at), revived, ended: null, gone: null };
  }
}

function markAt(t: number): Mark {
  return { t, id: "", ts: new Date(t).toISOString() };
}

/** @param record false: nothing that was said is kept, so neither are titles and prompts */
export function memoAfter(memo: SessionMemo, event: MascotEvent, record: boolean): SessionMemo {
  const timed = inTime(memo, event);
  switch (event.event_type) {
    case "session_started": return started(timed, event, record);
    case "user_prompt": return record ? prompted(timed, event) : timed;
    case "assistant_response": return modelled(timed, event);
    default: return timed;
  }
}

/** What a transcript tells of: when it was said makes a session longer. Anything else of the app's own has the time at which it noticed. */
const SAID_THEN = new Set<MascotEvent["event_type"]>(["user_prompt", "assistant_response"]);

/** Over and alive by the world's own rule: what comes late wakes no session, and ends none that goes on. One copy: an event makes one, and the memo is large. */
function inTime(memo: SessionMemo, event: MascotEvent): SessionMemo {
  const arrival = arrivalOf(event, null);
  const { clock, t } = tick(memo.clock, arrival);
  const life = { ...memo.life };
  noteLife(life, event, roleOf(event), { t, id: event.id, ts: event.ts });
  return { ...memo, ...timesAfter(memo, event, arrival.t), cwd: memo.cwd || common(event).cwd || common(event).project_dir || "", clock, life, ...stateOf(life) };
}

function timesAfter({ started_at, last_at, ended_at }: SessionMemo, event: MascotEvent, at: number): Pick<SessionFields, "started_at" | "last_at"> {
  if (event.source !== "synthetic") return { started_at: Math.min(started_at, at), last_at: Math.max(last_at, at) };
  return { started_at, last_at: SAID_THEN.has(event.event_type) && ended_at === null ? Math.max(last_at, at) : last_at };
}

function stateOf(life: LifeFacts): Pick<SessionFields, "state" | "ended_at" | "end_reason"> {
  const over = overOf(life);
  if (over === null) return { state: "active", ended_at: null, end_reason: null };
  return { state: over.is, ended_at: Date.parse(over.since.ts), end_reason: over.is === "completed" ? over.since.reason : "process_gone" };
}

function started(memo: SessionMemo, event: MascotEvent, record: boolean): SessionMemo {
  const { source, model, title } = event.payload as unknown as SessionStartedPayload;
  // A compaction begins nothing: the session goes on as what it was.
  const begins = source !== "compact" || memo.source === null;
  return {
    ...memo, source: begins ? (source ?? memo.source) : memo.source, model: model ?? memo.model, title: record && title ? cutWhole(title, TITLE_LENGTH) : memo.title, ...terminalAfter(memo, event),
  };
}

/** As in the world (app/domain/record.ts): the latest start tells, a compaction only if it knows. One that comes late tells only where nobody has. */
function terminalAfter(memo: SessionMemo, event: MascotEvent): TerminalIdentity | null {
  const told = event.payload as unknown as SessionStartedPayload;
  const terminal = terminalIdentity(told);
  if (terminal.fingerprint === null) return told.source === "compact" || Date.parse(event.ts) < memo.last_at ? null : terminal;
  return Date.parse(event.ts) >= memo.last_at || memo.fingerprint === null ? terminal : null;
}

function prompted(memo: SessionMemo, event: MascotEvent): SessionMemo {
  const { text, injected, title } = event.payload as unknown as UserPromptPayload;
  const first = memo.first_prompt ?? (injected || !text ? null : cutWhole(text, FIRST_PROMPT_LENGTH));
  return { ...memo, first_prompt: first, title: title ? cutWhole(title, TITLE_LENGTH) : memo.title };
}

function modelled(memo: SessionMemo, event: MascotEvent): SessionMemo {
  const { model } = event.payload as { model?: unknown };
  return typeof model === "string" && model !== memo.model ? { ...memo, model } : memo;
}

function common(event: MascotEvent): PayloadCommon {
  return (event.payload ?? {}) as PayloadCommon;
}

const FIELDS = ["provider", "project", "cwd", "model", "source", "title", "state", "started_at", "last_at", "ended_at", "end_reason", "trust", "first_prompt", "tty", "parent_pid", "start_time", "fingerprint"] as const satisfies readonly (keyof SessionFields)[];

/** What of the second differs from the first; all of it for a session that was not known. */
export function difference(before: SessionMemo | null, after: SessionMemo): Partial<SessionFields> {
  return Object.fromEntries(FIELDS.filter((field) => before === null || before[field] !== after[field]).map((field) => [field, after[field]]));
}
