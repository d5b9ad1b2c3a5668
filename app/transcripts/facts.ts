/** What a transcript or the registry tells, as events of the app. Their ids derive from what they stem from: told again, they change nothing. */
import type { EventType } from "../../schemas/generated/types.ts";
import type { TranscriptNews } from "../conversation-parts.ts";
import type { EventPayloads, PayloadCommon } from "../domain/event-payloads.ts";
import { hash64 } from "../domain/hashing.ts";
import { roleOfId } from "../domain/identity.ts";
import type { Reading } from "./digest.ts";
import type { Hint } from "./registry-hints.ts";

/** One event of the app itself, on its way into the pipeline (lane `internal`). */
export interface Fact<T extends EventType = EventType> {
  deliveryId: string;
  event_type: T;
  session_id: string;
  agent_id: string;
  turn_id?: string;
  thinking_text?: string;
  severity?: "debug" | "info";
  /** When it happened; ms. null: now */
  at: number | null;
  payload: EventPayloads[T];
}

type Reply = TranscriptNews["replies"][number];
type Prompt = NonNullable<TranscriptNews["prompts"]>[number];

export function sessionFact(sessionId: string, cwd: string | null, at: number): Fact<"session_started"> {
  return { deliveryId: `found-${sessionId}`, event_type: "session_started", session_id: sessionId, agent_id: sessionId, at, payload: { ...folder(cwd) } };
}

export function promptFact(sessionId: string, cwd: string | null, { promptId, text, byPerson, atMs }: Prompt): Fact<"user_prompt"> {
  return {
    deliveryId: `prompt-${sessionId}-${atMs ?? promptId ?? ""}-${hash64(text)}`, event_type: "user_prompt", session_id: sessionId, agent_id: sessionId, ...turn(promptId), at: atMs,
    payload: { text, injected: !byPerson, ...folder(cwd) },
  };
}

export function replyFact(sessionId: string, cwd: string | null, reply: Reply): Fact<"assistant_response"> {
  const { messageId, agentId, promptId, text, thinking, model, atMs } = reply;
  return {
    deliveryId: `reply-${sessionId}-${messageId}-${hash64(`${text}\0${thinking}`)}`, event_type: "assistant_response", session_id: sessionId, ...actor(sessionId, agentId), ...turn(promptId),
    ...(thinking !== "" ? { thinking_text: thinking } : {}), at: atMs,
    payload: { ...role(sessionId, agentId), ...(text !== "" ? { text } : {}), message_id: messageId, ...(model !== null && agentId === null ? { model } : {}), ...folder(cwd) },
  };
}

/** The person stopped the turn. */
export function interruptFact(sessionId: string, at: number): Fact<"agent_stopped"> {
  return { deliveryId: `interrupt-${sessionId}-${at}`, event_type: "agent_stopped", session_id: sessionId, agent_id: sessionId, at, payload: { scope: "turn", reason: "interrupted" } };
}

/** The person stopped a sub-agent or teammate. */
export function memberInterruptFact(sessionId: string, agentId: string, at: number): Fact<"agent_stopped"> {
  const who = actor(sessionId, agentId);
  return {
    deliveryId: `interrupt-${who.agent_id}-${at}`, event_type: "agent_stopped", session_id: sessionId, ...who, at, payload: { scope: "agent", reason: "interrupted", ...role(sessionId, agentId) },
  };
}

/** A call that was refused will not run, and no hook says so. */
export function refusalFact(sessionId: string, { callId, tool, reason, agentId, atMs }: Reading["refusals"][number]): Fact<"decision"> {
  return {
    deliveryId: `refused-${sessionId}-${callId}`, event_type: "decision", session_id: sessionId, ...actor(sessionId, agentId), at: atMs,
    payload: { decision: "permission_denied", tool_use_id: callId, ...(tool !== null ? { tool_name: tool } : {}), reason, ...role(sessionId, agentId) },
  };
}

/** A document came into the context. Once a session and path, however often the client gives it. */
export function documentFact(sessionId: string, cwd: string | null, { path, kind, atMs }: NonNullable<TranscriptNews["documents"]>[number]): Fact<"context_loaded"> {
  return {
    deliveryId: `document-${sessionId}-${hash64(path)}`, event_type: "context_loaded", session_id: sessionId, agent_id: sessionId, severity: "debug", at: atMs,
    payload: { file_path: path, memory_type: kind, load_reason: "transcript", ...folder(cwd) },
  };
}

export function hintFact({ id, sessionId, atMs, payload }: Hint): Fact<"notification"> {
  return { deliveryId: id, event_type: "notification", session_id: sessionId, agent_id: sessionId, severity: "debug", at: atMs, payload };
}

function actor(sessionId: string, agentId: string | null): { agent_id: string } {
  return { agent_id: agentId === null ? sessionId : `${sessionId}:${agentId}` };
}

function role(sessionId: string, agentId: string | null): PayloadCommon {
  return agentId === null ? {} : { role: roleOfId(`${sessionId}:${agentId}`, sessionId) };
}

function turn(promptId: string | null): { turn_id?: string } {
  return promptId === null ? {} : { turn_id: promptId };
}

function folder(cwd: string | null): PayloadCommon {
  return cwd === null ? {} : { cwd };
}
