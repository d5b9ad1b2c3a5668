/** One event → the row of the conversation that it makes or completes (specification 3 §3, §4). */
import type { InteractionMetadata, MascotEvent } from "../../../schemas/generated/types.ts";
import type { AgentStoppedPayload, AssistantResponsePayload, DecisionPayload, EditPayload, ToolFailedPayload, ToolStartedPayload, ToolSucceededPayload, UserPromptPayload } from "../event-payloads.ts";
import type { LastSaid, OpenCalls, Said, SessionMemo } from "./memo.ts";
import { cutWhole, RESULT_LIMIT, resultText } from "./result-text.ts";

/** What is found in events; masked like them. `id` derives from what it stems from, so that telling it twice changes nothing. */
export interface InteractionDraft {
  id: string;
  session_id: string;
  agent_id: string;
  role: "user" | "assistant";
  content: string;
  skill_name: string;
  skill_args: Record<string, unknown> | null;
  metadata: InteractionMetadata;
  turn_id: string | null;
  /** Milliseconds */
  ts: number;
}

export interface Drafted {
  draft: InteractionDraft | null;
  /** Running calls after the event. */
  open: OpenCalls;
  lastSaid: LastSaid;
  /** What no row stood for before. */
  isNew: boolean;
}

export const PROMPT = "user_prompt";
export const REPLY = "claude_response";
/** The same words within this time are the same words. */
const TOLD_TWICE_MS = 1_500;
/** Of calls whose end was never told the oldest are given up. */
const OPEN_AT_MOST = 500;

export function draftOf(event: MascotEvent, memo: SessionMemo): Drafted {
  switch (event.event_type) {
    case "user_prompt": return said(promptDraft(event, memo.session_id), memo);
    case "assistant_response": return said(replyDraft(event, memo.session_id), memo);
    case "agent_stopped": return said(agentReplyDraft(event, memo.session_id), memo);
    case "tool_started": return callStarted(event, memo);
    case "tool_succeeded":
    case "tool_failed": return callEnded(event, memo);
    case "edit_blocked": return callDenied(event, memo);
    case "decision": return { ...nothing(memo), draft: refusedDraft(event, memo.session_id) };
    default: return nothing(memo);
  }
}

function nothing({ open, lastSaid }: SessionMemo): Drafted {
  return { draft: null, open, lastSaid, isNew: false };
}

function said(draft: InteractionDraft | null, memo: SessionMemo): Drafted {
  if (draft === null) return nothing(memo);
  const { id, agent_id, turn_id, content, ts, role } = draft;
  const last = memo.lastSaid[role];
  const again = last !== null && draft.metadata.message_id === undefined && isSame(last, draft);
  const now: Said = { row: again ? last.row : id, agent: agent_id, turn: turn_id, text: mark(content), at: ts };
  return { draft: again ? { ...draft, id: last.row } : draft, open: memo.open, lastSaid: { ...memo.lastSaid, [role]: now }, isNew: !again };
}

function isSame({ agent, turn, text, at }: Said, { agent_id, turn_id, content, ts }: InteractionDraft): boolean {
  return agent === agent_id && turn === turn_id && text === mark(content) && Math.abs(ts - at) <= TOLD_TWICE_MS;
}

/** Tells texts apart without keeping megabytes of them. */
function mark(text: string): string {
  return `${text.length}:${text.slice(0, 200)}`;
}

/** Of a project that is not recorded a prompt has no text; it is counted all the same. */
function promptDraft(event: MascotEvent, session: string): InteractionDraft {
  const { text, injected } = payload<UserPromptPayload>(event);
  return { ...base(event, session, event.id), role: "user", content: text ?? "", skill_name: PROMPT, metadata: metadata(event, injected ? { injected: true } : {}) };
}

function replyDraft(event: MascotEvent, session: string): InteractionDraft | null {
  const { text, partial, message_id, model } = payload<AssistantResponsePayload>(event);
  const thinking = event.thinking_text ?? "";
  if (partial === true) return null;
  const id = message_id ? `reply:${session}:${message_id}` : event.id;
  return { ...base(event, session, id), content: text ?? "", skill_name: REPLY, metadata: metadata(event, { message_id, model, thinking: thinking || undefined }) };
}

/** The last words of a sub-agent; those of the lead come as a reply of their own. */
function agentReplyDraft(event: MascotEvent, session: string): InteractionDraft | null {
  const { scope, phantom, last_message } = payload<AgentStoppedPayload>(event);
  if (scope !== "agent" || phantom === true || !last_message) return null;
  return { ...base(event, session, `reply-of:${event.id}`), content: last_message, skill_name: REPLY, metadata: metadata(event, {}) };
}

function callStarted(event: MascotEvent, memo: SessionMemo): Drafted {
  const call = payload<ToolStartedPayload>(event);
  const key = pairKey(event, call);
  const id = call.tool_use_id ? callId(memo.session_id, call.tool_use_id) : event.id;
  const draft = callDraft(event, memo.session_id, call, id, { ok: null });
  const isNew = !call.tool_use_id || !memo.open.has(key);
  return { draft, open: isNew ? opened(memo.open, key, id) : memo.open, lastSaid: memo.lastSaid, isNew };
}

function callEnded(event: MascotEvent, memo: SessionMemo): Drafted {
  const call = payload<ToolSucceededPayload & ToolFailedPayload>(event);
  const outcome: InteractionMetadata =
    event.event_type === "tool_failed" ? { ok: false, error: cutWhole(call.error_message, RESULT_LIMIT) } : { ok: true, result: resultText(call.output) };
  const end = { ...outcome, duration_ms: Number.isInteger(call.duration_ms) ? call.duration_ms : undefined };
  const key = pairKey(event, call);
  const id = call.tool_use_id ? callId(memo.session_id, call.tool_use_id) : (memo.open.get(key)?.[0] ?? event.id);
  // With an id the start may have been told before the app last started; then it is counted.
  const isNew = !call.tool_use_id && !memo.open.has(key);
  return { draft: callDraft(event, memo.session_id, call, id, end), open: closed(memo.open, key), lastSaid: memo.lastSaid, isNew };
}

/** A call that was refused never ends by itself. */
function refusedDraft(event: MascotEvent, session: string): InteractionDraft | null {
  const { decision, tool_name, tool_use_id, reason } = payload<DecisionPayload>(event);
  if (decision !== "permission_denied" || !tool_name || !tool_use_id) return null;
  return callDraft(event, session, { tool_name, tool_use_id }, callId(session, tool_use_id), { ok: false, error: cutWhole(reason ?? decision, RESULT_LIMIT) });
}

/** The guard's denial kept it from running. */
function callDenied(event: MascotEvent, memo: SessionMemo): Drafted {
  const { tool_name = "", tool_use_id, input_digest, target, cause } = payload<EditPayload>(event);
  const key = pairKey(event, { tool_name, tool_use_id, input_digest });
  const id = tool_use_id ? callId(memo.session_id, tool_use_id) : memo.open.get(key)?.[0];
  if (tool_name === "" || id === undefined) return nothing(memo);
  const draft = callDraft(event, memo.session_id, { tool_name, tool_use_id, target }, id, { ok: false, denied: cause, error: DENIED[cause ?? "no_port"] });
  // With an id the start may be told once more, or only now; then it is counted.
  return { draft, open: tool_use_id ? memo.open : closed(memo.open, key), lastSaid: memo.lastSaid, isNew: false };
}

/** For records that agents read and files; windows have words of their own. */
const DENIED = { no_port: "Denied by the guard: no port (work item) runs", rules_file: "Denied by the guard: the rules are the person's" } as const;

function callDraft(event: MascotEvent, session: string, call: Pick<ToolStartedPayload, "tool_name" | "tool_use_id" | "target" | "input">, id: string, outcome: InteractionMetadata): InteractionDraft {
  return { ...base(event, session, id), content: call.target ?? "", skill_name: call.tool_name, skill_args: argsOf(call.input), metadata: metadata(event, { tool_use_id: call.tool_use_id, ...outcome }) };
}

function base(event: MascotEvent, session_id: string, id: string): InteractionDraft {
  return { id, session_id, agent_id: event.agent_id, role: "assistant", content: "", skill_name: "", skill_args: null, metadata: {}, turn_id: event.turn_id ?? null, ts: Date.parse(event.ts) };
}

/** Absent fields are no part of it. The guard speaks within a hook. */
function metadata(event: MascotEvent, fields: { [K in keyof InteractionMetadata]: InteractionMetadata[K] | undefined }): InteractionMetadata {
  const all = { ...fields, told_by: event.source === "synthetic" && event.event_type !== "edit_blocked" ? "transcript" : "hook", trust: event.trust === "unverified" ? "unverified" : undefined };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as InteractionMetadata;
}

function argsOf(input: unknown): Record<string, unknown> | null {
  if (input === undefined || input === null) return null;
  return typeof input === "object" && !Array.isArray(input) ? (input as Record<string, unknown>) : { input };
}

function callId(session: string, toolUseId: string): string {
  return `tool:${session}:${toolUseId}`;
}

function pairKey(event: MascotEvent, call: { tool_name: string; tool_use_id?: string | undefined; input_digest?: string | undefined }): string {
  return call.tool_use_id ? `#${call.tool_use_id}` : `${event.agent_id}\n${call.tool_name}\n${call.input_digest ?? ""}`;
}

function opened(open: OpenCalls, key: string, id: string): OpenCalls {
  const next = new Map(open).set(key, [...(open.get(key) ?? []), id]);
  const [oldest] = next.keys();
  if (next.size > OPEN_AT_MOST && oldest !== undefined) next.delete(oldest);
  return next;
}

function closed(open: OpenCalls, key: string): OpenCalls {
  const others = open.get(key)?.slice(1);
  if (others === undefined) return open;
  const next = new Map(open);
  if (others.length > 0) next.set(key, others);
  else next.delete(key);
  return next;
}

function payload<T>(event: MascotEvent): T {
  return (event.payload ?? {}) as T;
}
