/** What the projection has to remember of a session from one batch of events to the next. */
import type { MascotEvent, SessionRow } from "../../../schemas/generated/types.ts";
import type { PayloadCommon, SessionEndedPayload, SessionStartedPayload, UserPromptPayload } from "../event-payloads.ts";
import { NO_TERMINAL, type TerminalIdentity, terminalIdentity } from "../identity.ts";
import { cutWhole } from "./result-text.ts";
import { DEFAULT_PROVIDER } from "../provider.ts";

/** The part of a SessionRow that events set. */
export type SessionFields = Pick<
  SessionRow, "provider" | "project" | "cwd" | "model" | "source" | "title" | "state" | "started_at" | "last_at" | "ended_at" | "end_reason" | "trust" | "first_prompt" | keyof TerminalIdentity
>;

export interface SessionMemo extends SessionFields {
  session_id: string;
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
    trust: event.trust ?? "verified", first_prompt: null, ...NO_TERMINAL, open: new Map(), lastSaid: NOTHING_SAID,
  };
}

export function memoOf(row: SessionRow): SessionMemo {
  const { session_id, provider, project, cwd, model, source, title, state, started_at, last_at, ended_at, end_reason, trust, first_prompt, tty, parent_pid, start_time, fingerprint } = row;
  return { session_id, provider, project, cwd, model, source, title, state, started_at, last_at, ended_at, end_reason, trust, first_prompt, tty, parent_pid, start_time, fingerprint, open: new Map(), lastSaid: NOTHING_SAID };
}

/** @param record false: nothing that was said is kept, so neither are titles and prompts */
export function memoAfter(memo: SessionMemo, event: MascotEvent, record: boolean): SessionMemo {
  const timed = inTime(memo, event);
  switch (event.event_type) {
    case "session_started": return started(timed, event, record);
    case "session_ended": return ended(timed, event);
    case "user_prompt": return record ? prompted(timed, event) : timed;
    case "assistant_response": return modelled(timed, event);
    default: return timed;
  }
}

/** What a transcript tells of: when it was said makes a session longer. Anything else of the app's own has the time at which it noticed. */
const SAID_THEN = new Set<MascotEvent["event_type"]>(["user_prompt", "assistant_response"]);

/** The app's own events tell what was: they wake no session. */
function inTime(memo: SessionMemo, event: MascotEvent): SessionMemo {
  const cwd = memo.cwd || common(event).cwd || common(event).project_dir || "";
  const at = Date.parse(event.ts);
  if (event.source === "synthetic") return { ...memo, cwd, last_at: SAID_THEN.has(event.event_type) && memo.ended_at === null ? Math.max(memo.last_at, at) : memo.last_at };
  const wakes = memo.ended_at !== null && at > memo.ended_at;
  return {
    ...memo, cwd, started_at: Math.min(memo.started_at, at), last_at: Math.max(memo.last_at, at),
    ...(wakes ? { state: "active" as const, ended_at: null, end_reason: null } : memo.state === "idle" && at > memo.last_at ? { state: "active" as const } : {}),
  };
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

function ended(memo: SessionMemo, event: MascotEvent): SessionMemo {
  const at = Date.parse(event.ts);
  // Told late of an end before the last start: it ended nothing that goes on.
  if (event.source !== "synthetic" && at < memo.last_at && memo.state === "active" && memo.ended_at === null && memo.last_at - at > LATE_MS) return memo;
  const { reason, cause } = event.payload as unknown as SessionEndedPayload;
  return { ...memo, state: cause === "process_gone" ? "stale" : "completed", ended_at: at, end_reason: reason ?? cause ?? null };
}

/** The last events of a session and its end may come in any order. */
const LATE_MS = 5_000;

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
