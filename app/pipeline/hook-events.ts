/**
 * What each hook of the client means in events v1.1: the mapping of specification 1 §6 and DESIGN §5, §13, one function per hook.
 * Pure; the table is complete by its type.
 */
import type { BackgroundTask, FailureKind, HookEventName, HookMeta, HookPayloads, WaitKind } from "../../schemas/generated/types.ts";
import { inputDigest } from "../domain/fingerprint.ts";
import { type TerminalIdentity, terminalIdentity } from "../domain/identity.ts";
import { questionOf, shorten, shortTarget, toolKind } from "../domain/tool-kinds.ts";
import type { Draft, MappingContext } from "./draft.ts";
import { isTaskNotification, tasksOfNotification, tasksOfToolCall } from "./team-semantics.ts";
import { record } from "../domain/unknown.ts";
import { cutStrings, errorText, excerpt, exitCode, list, OUTPUT_TEXT_LIMIT, PAYLOAD_TEXT_LIMIT, textOf } from "./text.ts";
import { checkOutcome, failedCheck, fileEdit, personsDecision, verdictOfCall } from "./tool-outcomes.ts";

type Mapping<N extends HookEventName> = (payload: HookPayloads[N], context: MappingContext) => Draft[];

/** Longest question that a bubble could show. */
const QUESTION_LENGTH = 200;

/** Told by the relay of another machine, which looks after the client's process there. */
const PROCESS_GONE = "process_gone";

export const MAPPINGS: { [N in HookEventName]: Mapping<N> } = {
  SessionStart: (p, context) => [{ event_type: "session_started", payload: { source: p.source, model: p.model, title: p.session_title, ...terminalOf(context.meta) } }],
  SessionEnd: (p) => [{ event_type: "session_ended", payload: p.reason === PROCESS_GONE ? { cause: PROCESS_GONE } : { reason: p.reason } }],
  UserPromptSubmit: userPrompt,
  PreToolUse: (p, context) => [
    { event_type: "tool_started", payload: Object.assign(tool(p), { input: cutStrings(p.tool_input) }), thinking_text: thinking(p) },
    ...tasksOfToolCall(p.tool_name, p.tool_input, p.tool_use_id, context.actor.agent_id),
  ],
  PostToolUse: (p) => (failed(p.error) ? toolFailed(p, p.error, p.exit_code, false) : toolSucceeded(p)),
  PostToolUseFailure: (p) => toolFailed(p, p.error, undefined, p.is_interrupt === true),
  PostToolBatch: (p) => [{ event_type: "notification", severity: "debug", payload: { notification_type: "tool_batch", tool_use_ids: toolUseIds(p.tool_calls) } }],
  PermissionRequest: permissionRequest,
  PermissionDenied: (p) => [
    {
      event_type: "decision",
      severity: "warn",
      payload: {
        decision: "permission_denied", tool_name: p.tool_name, tool_use_id: p.tool_use_id, input_digest: inputDigest(p.tool_input), target: shortTarget(p.tool_name, p.tool_input),
        reason: p.reason,
      },
    },
  ],
  Notification: (p) => [
    {
      event_type: "notification",
      severity: levelOf(p.level),
      payload: { message: p.message, title: p.title, level: levelOf(p.level), notification_type: p.notification_type, ...lost(p) },
      thinking_text: thinking(p),
    },
  ],
  SubagentStart: (p) => [{ event_type: "agent_started", payload: { prompt: cutText(p.prompt) } }],
  SubagentStop: (p) => [
    {
      event_type: "agent_stopped",
      payload: {
        scope: "agent", background: background(p.background_tasks), stop_hook_active: p.stop_hook_active, last_message: cutText(p.last_assistant_message), result: cutStrings(p.result),
        // Compaction stops an agent that never started (contract §15.4).
        phantom: p.agent_type === "" ? true : undefined,
      },
    },
  ],
  // By its name alone nobody knows which one rests (contract §8); the lead, whose session it bears, does not.
  TeammateIdle: (p) => (p.agent_id || p.agent_name ? [{ event_type: "agent_stopped", payload: { scope: "turn", reason: "teammate_idle" } }] : quiet()),
  Stop: (p) => [
    {
      event_type: "agent_stopped",
      payload: {
        scope: "turn", reason: p.reason, summary: cutText(p.summary), background: background(p.background_tasks), stop_hook_active: p.stop_hook_active,
        last_message: excerpt(p.last_assistant_message),
      },
    },
    ...response(p.last_assistant_message),
  ],
  StopFailure: (p) => [
    {
      event_type: "agent_stopped",
      severity: "error",
      payload: { scope: "turn", failed: failureKind(p.error), error_message: cutText(p.last_assistant_message ?? (errorText(p.error_details) || p.error)), reason: p.error },
    },
  ],
  TaskCreated: (p) => [{ event_type: "task_created", task_id: p.task_id, payload: { subject: p.task_subject, description: p.task_description, owner: p.teammate_name } }],
  TaskCompleted: (p) => [
    { event_type: "task_completed", task_id: p.task_id, payload: { subject: p.task_subject, description: p.task_description, owner: p.teammate_name, status: "completed" } },
  ],
  PreCompact: (p) => [{ event_type: "compact", payload: { stage: "start", trigger: p.trigger, notes: excerpt(p.custom_instructions) } }],
  PostCompact: (p) => [{ event_type: "compact", payload: { stage: "end", trigger: p.trigger, summary: cutText(p.compact_summary) } }],
  MessageDisplay: (p) => [{ event_type: "assistant_response", severity: "debug", payload: { text: p.delta, partial: p.complete === true ? undefined : true, message_id: p.message_id } }],
  Elicitation: (p) => [
    {
      event_type: "agent_blocked",
      severity: "warn",
      payload: { kind: "question", text: p.message ? shorten(p.message, QUESTION_LENGTH) : undefined, target: p.mcp_server_name, request_id: elicitationId(p) },
    },
  ],
  ElicitationResult: (p) => [{ event_type: "agent_unblocked", payload: { how: "answered", request_id: elicitationId(p), answer: p.action } }],
  InstructionsLoaded: (p) => [{ event_type: "context_loaded", severity: "debug", payload: { file_path: p.file_path, memory_type: p.memory_type, load_reason: p.load_reason } }],
  UserPromptExpansion: quiet,
  PreSkillShellCommand: quiet,
  Setup: quiet,
  PreModelSwitch: quiet,
  PostModelSwitch: quiet,
  ConfigChange: quiet,
  CwdChanged: quiet,
  DirectoryAdded: quiet,
  FileChanged: quiet,
  WorktreeCreate: quiet,
  WorktreeRemove: quiet,
};

/** A hook that has no event type of its own: kept in the log, shown nowhere. */
function quiet(): Draft[] {
  return [{ event_type: "notification", severity: "debug", payload: { notification_type: "hook" } }];
}

function userPrompt(p: HookPayloads["UserPromptSubmit"]): Draft[] {
  const notification = isTaskNotification(p.prompt);
  // `source` names who typed; the client left it out in every capture, so the text decides as well (contract §8).
  const injected = notification || (p.source !== undefined && p.source !== "user" && p.source !== "sdk");
  return [
    { event_type: "user_prompt", payload: { text: p.prompt, injected, source: p.source, title: p.session_title } },
    ...(notification ? tasksOfNotification(p.prompt) : []),
  ];
}

interface ToolCall {
  tool_name: string;
  tool_input?: unknown;
  tool_use_id?: string;
}

function tool(p: ToolCall) {
  return {
    tool_name: p.tool_name,
    tool_use_id: p.tool_use_id,
    tool_kind: toolKind(p.tool_name, p.tool_input),
    target: shortTarget(p.tool_name, p.tool_input),
    input_digest: inputDigest(p.tool_input),
    mcp_server: p.tool_name.startsWith("mcp__") ? textOf(p.tool_name.split("__")[1]) : undefined,
  };
}

function toolSucceeded(p: HookPayloads["PostToolUse"]): Draft[] {
  const code = p.exit_code ?? null;
  const verdict = verdictOfCall(p, p.tool_response, code ?? 0);
  return [
    {
      event_type: "tool_succeeded",
      payload: Object.assign(tool(p), {
        input: loneInput(p), output: cutStrings(p.tool_response, OUTPUT_TEXT_LIMIT), duration_ms: p.duration_ms, exit_code: code ?? undefined, check: checkOutcome(verdict),
      }),
      thinking_text: thinking(p),
    },
    ...fileEdit(p, p.tool_response),
    ...failedCheck(p, verdict, code),
    ...personsDecision(p, p.tool_response),
  ];
}

/** A call without an id may never have been told of before. */
function loneInput(p: ToolCall): unknown {
  return p.tool_use_id === undefined ? cutStrings(p.tool_input) : undefined;
}

function toolFailed(p: ToolCall & { duration_ms?: number; thinking?: string; extended_thinking?: string; tool_response?: unknown }, error: unknown, told: number | null | undefined, interrupted: boolean): Draft[] {
  const message = errorText(error);
  const code = Number.isInteger(told) ? (told as number) : exitCode(message);
  const verdict = interrupted ? null : verdictOfCall(p, p.tool_response ?? message, code);
  return [
    {
      event_type: "tool_failed",
      severity: interrupted ? "info" : "warn",
      payload: Object.assign(tool(p), {
        exit_code: code, error_message: cutText(message) ?? "", interrupted: interrupted || undefined, duration_ms: p.duration_ms, check: checkOutcome(verdict),
      }),
      thinking_text: thinking(p),
    },
    ...failedCheck(p, verdict, code),
  ];
}

/** The specification's PostToolUse tells a failure by `error`; false, empty and null are none. */
function failed(error: unknown): boolean {
  return error !== undefined && error !== null && error !== "" && error !== false;
}

function toolUseIds(calls: unknown): string[] {
  return list(calls).map((call) => textOf(record(call).tool_use_id)).filter((id) => id !== undefined);
}

function permissionRequest(p: HookPayloads["PermissionRequest"], context: MappingContext): Draft[] {
  const kind: WaitKind = p.tool_name === "AskUserQuestion" ? "question" : p.tool_name === "ExitPlanMode" ? "plan" : "permission";
  const question = questionOf(p.tool_input);
  return [
    {
      event_type: "agent_blocked",
      // Nobody sits at an unattended run: it is logged, and asks nobody (DESIGN §6).
      severity: context.attended === false ? "info" : "warn",
      payload: Object.assign(tool(p), { kind, text: question === undefined ? undefined : shorten(question, QUESTION_LENGTH) }),
    },
  ];
}

function elicitationId(p: { elicitation_id?: string; mcp_server_name?: string }): string {
  return p.elicitation_id ?? `elicitation:${p.mcp_server_name ?? ""}`;
}

/** The reply in full, for the conversation; the stop itself carries its beginning. */
function response(text: string | null | undefined): Draft[] {
  return text ? [{ event_type: "assistant_response", payload: { text } }] : [];
}

function background(tasks: BackgroundTask[] | undefined): BackgroundTask[] | undefined {
  return tasks?.map(({ id, type, status, description, agent_type, name }) => withoutUndefined({ id, type, status, description: excerpt(description, 200), agent_type, name }));
}

/** Names of the client's API errors (contract §8) in our few kinds. */
const FAILURES: Record<string, FailureKind> = {
  rate_limit: "rate_limit", overloaded: "overloaded", server_error: "server", authentication_failed: "auth", oauth_org_not_allowed: "auth", account_on_hold: "auth",
  verification_required: "auth", cloud_credential_error: "auth", billing_error: "billing", invalid_request: "invalid", model_not_found: "invalid", max_output_tokens: "limit",
};

export function failureKind(error: string | undefined): FailureKind {
  return (error !== undefined && Object.hasOwn(FAILURES, error) ? FAILURES[error] : undefined) ?? "unknown";
}

function levelOf(level: string | undefined): "info" | "warn" | "error" {
  if (level === "error" || level === "critical" || level === "fatal") return "error";
  return level === "warn" || level === "warning" ? "warn" : "info";
}

/** Absent beats null in the log. */
function terminalOf(meta: HookMeta): Partial<Pick<HookMeta, keyof TerminalIdentity>> {
  return Object.fromEntries(Object.entries(terminalIdentity(meta)).filter(([, value]) => value !== null));
}

/** How many events a gap in the spool stands for. */
function lost(p: object): { dropped?: number } {
  const { notification_type, dropped } = p as Record<string, unknown>;
  return notification_type === "spool_gap" && typeof dropped === "number" ? { dropped } : {};
}

function thinking(p: { thinking?: string; extended_thinking?: string }): string | undefined {
  return textOf(p.thinking) ?? textOf(p.extended_thinking);
}

function cutText(text: string | null | undefined): string | undefined {
  return excerpt(text, PAYLOAD_TEXT_LIMIT);
}

export function withoutUndefined<T extends object>(object: T): T {
  for (const key in object) if (object[key] === undefined) delete object[key];
  return object;
}
