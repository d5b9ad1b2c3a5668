/**
 * What the `payload` of an event v1.1 holds, by event type. The pipeline writes these, the reducer and the readers of the log rely on them.
 * They stay in the log for ever: fields may be added (optional), never renamed or re-used.
 *
 * Rules of writing:
 * - absent beats null beats an empty string; times are UTC ISO-8601, durations and lags milliseconds;
 * - names are ours, not a vendor's: a provider's own event name is kept in `hook_event_name` only;
 * - every rule of the reducer may rely on `payload` alone; `raw` is for people.
 */
import type { BackgroundTask, EventType, FailureKind, MascotEvent, PortOutcome, PortPriority, WaitKind } from "../../schemas/generated/types.ts";
import type { AgentSwitchedPayload, CheckFailedPayload, CheckOutcome, CheckpointPayload, ContextPayload, EscalationPayload, QualityWarningPayload } from "./derived-payloads.ts";
import type { PayloadCommon } from "./payload-common.ts";

export type * from "./derived-payloads.ts";
export type * from "./payload-common.ts";

/** What a tool does, for the mascot's state of work. */
export type ToolKind = "reading" | "editing" | "running" | "searching" | "browsing" | "delegating" | "planning";

export interface SessionStartedPayload extends PayloadCommon {
  /** startup, resume, clear, compact, fork; a compaction neither enters nor wakes. */
  source?: string;
  model?: string;
  title?: string;
  /** Of the client (specification 2 §1.2); absent where nobody could tell, e.g. in a start that waited in the spool. */
  tty?: string;
  /** Of the client: its shell, as a rule. */
  parent_pid?: number;
  /** UTC ISO-8601: of the process `parent_pid`. */
  start_time?: string;
  /** Of folder and terminal, 16 hexadecimal digits. */
  fingerprint?: string;
}

export interface SessionEndedPayload extends PayloadCommon {
  /** The provider's reason: clear, resume, logout, prompt_input_exit, other… */
  reason?: string;
  /** process_gone: the app saw that the client's process is no more; the session is stale, not completed. */
  cause?: "process_gone";
}

export interface UserPromptPayload extends PayloadCommon {
  text: string;
  /** true: not typed by a person, e.g. a `<task-notification>` turn (contract §10). */
  injected: boolean;
  /** Origin as the provider tells it: user, sdk, system, schedule_wakeup… */
  source?: string;
  title?: string;
}

export interface AssistantResponsePayload extends PayloadCommon {
  text?: string;
  /** true for a piece that was displayed while the answer was still being written (MessageDisplay); such events have severity debug. */
  partial?: boolean;
  message_id?: string;
  model?: string;
}

/** A sub-agent or teammate begins to work. */
export interface AgentStartedPayload extends PayloadCommon {
  prompt?: string;
  /** Own words of the task, where the provider gives them. */
  description?: string;
}

export interface AgentStoppedPayload extends PayloadCommon {
  /** turn: a turn ended and nobody leaves (Stop, StopFailure, TeammateIdle with an id); agent: a sub-agent's or teammate's run ended (SubagentStop). */
  scope: "turn" | "agent";
  /** Of a turn that ended by an error of the provider (StopFailure). */
  failed?: FailureKind | null;
  error_message?: string;
  /** What still runs behind the turn; absent when the provider did not say. */
  background?: BackgroundTask[];
  /** teammate_idle, interrupted (the person stopped it; seen in the transcript), or the provider's own. */
  reason?: string;
  /** A stop hook keeps it going: another stop follows. */
  stop_hook_active?: boolean;
  summary?: string;
  last_message?: string;
  result?: unknown;
  /** true: a stop without an agent type, as compaction sends without any start. Never a mascot. */
  phantom?: boolean;
  /** true: the agent is gone for good (its shutdown, or a provider whose stop means that). Default: sub-agents leave, teammates rest. */
  leaves?: boolean;
}

/** The person is asked for something (PermissionRequest, Elicitation, a plan's approval). */
export interface AgentBlockedPayload extends PayloadCommon {
  kind: WaitKind;
  tool_name?: string;
  /** `inputDigest` of the tool's input; pairs a request without tool_use_id with its call (contract §15.6). */
  input_digest?: string;
  tool_use_id?: string;
  tool_kind?: ToolKind;
  /** Short, see `shortTarget`. */
  target?: string;
  /** The question in words, one line. */
  text?: string;
  /** Of an elicitation: closes with the agent_unblocked of the same id. */
  request_id?: string;
}

/** An open wait was answered or withdrawn. Without any key it answers all that the agent had open before. */
export interface AgentUnblockedPayload extends PayloadCommon {
  /** answered: by a person through us or an elicitation's result; withdrawn: no longer asked; registry: the client's registry moved on. */
  how: "answered" | "withdrawn" | "registry";
  /** Id of the agent_blocked event. */
  blocked_event_id?: string;
  request_id?: string;
  tool_use_id?: string;
  tool_name?: string;
  input_digest?: string;
  /** The answer, where known: allow, deny, accept, decline, cancel. */
  answer?: string;
}

interface ToolPayload extends PayloadCommon {
  tool_name: string;
  /** Absent from old clients and hand-made payloads: then paired by tool and input. */
  tool_use_id?: string;
  tool_kind: ToolKind;
  /** Short, see `shortTarget`; absent when the input names nothing. */
  target?: string;
  input_digest?: string;
  input?: unknown;
  mcp_server?: string;
}
export interface ToolStartedPayload extends ToolPayload {}
export interface ToolSucceededPayload extends ToolPayload {
  check?: CheckOutcome;
  /** Cut when long. */
  output?: unknown;
  duration_ms?: number;
  exit_code?: number | null;
}
export interface ToolFailedPayload extends ToolPayload {
  check?: CheckOutcome;
  /** N of an error that starts "Exit code N", else null. */
  exit_code: number | null;
  error_message: string;
  /** The person stopped the call. */
  interrupted?: boolean;
  duration_ms?: number;
}

export interface TaskPayload extends PayloadCommon {
  subject?: string;
  description?: string;
  status?: string;
  owner?: string;
  /** Of the tool call that the event was guessed from; absent on the provider's own Task* hooks, which supersede guesses. */
  tool_use_id?: string;
  /** task_progress: items done and in all, of a todo list. */
  done?: number;
  total?: number;
  error_message?: string;
}

export interface NotificationPayload extends PayloadCommon {
  message?: string;
  title?: string;
  level?: "info" | "warn" | "error";
  /**
   * The client's: permission_prompt, idle_prompt, elicitation_dialog, elicitation_url_dialog, elicitation_complete, elicitation_response, auth_success,
   * agent_needs_input, agent_completed. Ours:
   * - tool_batch (PostToolBatch, debug): all calls of `tool_use_ids` are resolved, whatever became of them;
   * - client_status (debug): the client's session registry changed to `client_status`;
   * - spool_gap: events were dropped; hook (debug): a hook without an event type of its own, told by `hook_event_name`.
   */
  notification_type?: string;
  tool_use_ids?: string[];
  client_status?: "busy" | "idle" | "waiting";
  /** With client_status waiting: what the registry says it waits for. */
  waiting_for?: "permission" | "question";
  /** spool_gap: number of lost events. */
  dropped?: number;
}

export interface CompactPayload extends PayloadCommon {
  stage: "start" | "end";
  trigger?: "manual" | "auto" | string;
  summary?: string;
  /** start: what the person asked to keep. */
  notes?: string;
}

/** What was decided: by the person (plan, question, permission), or by the client's classifier (PermissionDenied). */
export interface DecisionPayload extends PayloadCommon {
  /** `…_sent`: what the person told the client from a window of ours; that it was followed is told by another event. */
  decision: "permission_allowed" | "permission_denied" | "plan_approved" | "answered" | "allow_sent" | "deny_sent" | "plan_approval_sent" | "plan_refusal_sent" | "answer_sent" | string;
  /** Absent: a permission. */
  about?: "permission" | "plan" | "question";
  /** Of questions: what was answered, in words. */
  answer?: string;
  /** Of the agent_blocked event that asked. */
  blocked_event_id?: string;
  tool_name?: string;
  tool_use_id?: string;
  input_digest?: string;
  target?: string;
  reason?: string;
  /** Kinds of the client's own suggestions that hold from now on. */
  always?: ("rules" | "folders" | "edits")[];
}

/** Edits and the guard: file_edit after the fact, untracked_edit and edit_blocked by the guard's rules. */
export interface EditPayload extends PayloadCommon {
  tool_name?: string;
  tool_use_id?: string;
  /** Of the guard: pairs it with a call without a tool_use_id. */
  input_digest?: string;
  target?: string;
  file_path?: string;
  reason?: string;
  /** Of the guard: what it found wrong, how the call writes and by what, every file it names, and what to do instead. */
  cause?: "no_port" | "rules_file";
  how?: string;
  by?: string;
  paths?: string[];
  suggestions?: string[];
  /** file_edit: the file is new, or was there before; absent where the client does not say. */
  kind?: "created" | "changed";
  lines_added?: number;
  lines_removed?: number;
}

/** A port's events. The `session_id` of the event is the session that it counts for; of port_created, the one that created it. */
export interface PortPayload extends PayloadCommon {
  port_id: string;
  /** The project that the port is of. */
  project_dir: string;
  title?: string;
}
export interface PortCreatedPayload extends PortPayload {
  priority?: PortPriority;
  depends_on?: string[];
}
export interface PortStartedPayload extends PortPayload {
  /** Dependencies that were not over: it was started by force. */
  waits_for?: string[];
  /** It ran with this session before, and goes on with another. */
  taken_from?: string;
}
export interface PortEndedPayload extends PortPayload {
  outcome: PortOutcome;
  /** Milliseconds since it was started, as the app's own steady clock tells; absent where it did not run. */
  span_ms?: number;
}
/** Nothing holds the port up any more. */
export interface DependencyResolvedPayload extends PortPayload {
  /** The port whose end did it. */
  resolved_by: string;
}

export interface HeartbeatPayload extends PayloadCommon {
  /** Sessions that were live when it was sent. */
  live_sessions?: number;
}

export interface SchemaErrorPayload extends PayloadCommon {
  reason: string;
  /** Where in the payload, as a JSON pointer. */
  at?: string;
  truncated?: boolean;
}

/** Types that nothing of the world depends on yet. */
export interface OpenPayload extends PayloadCommon {
  [field: string]: unknown;
}

export interface EventPayloads {
  agent_started: AgentStartedPayload;
  agent_stopped: AgentStoppedPayload;
  agent_blocked: AgentBlockedPayload;
  agent_unblocked: AgentUnblockedPayload;
  agent_activated: AgentSwitchedPayload;
  agent_deactivated: AgentSwitchedPayload;
  task_created: TaskPayload;
  task_started: TaskPayload;
  task_progress: TaskPayload;
  task_completed: TaskPayload;
  task_failed: TaskPayload;
  tool_started: ToolStartedPayload;
  tool_succeeded: ToolSucceededPayload;
  tool_failed: ToolFailedPayload;
  session_started: SessionStartedPayload;
  session_ended: SessionEndedPayload;
  user_prompt: UserPromptPayload;
  assistant_response: AssistantResponsePayload;
  compact: CompactPayload;
  checkpoint_created: CheckpointPayload;
  port_created: PortCreatedPayload;
  port_started: PortStartedPayload;
  port_ended: PortEndedPayload;
  untracked_edit: EditPayload;
  edit_blocked: EditPayload;
  dependency_resolved: DependencyResolvedPayload;
  context_loaded: ContextPayload;
  context_overflow: ContextPayload;
  quality_warning: QualityWarningPayload;
  build_failed: CheckFailedPayload;
  test_failed: CheckFailedPayload;
  file_edit: EditPayload;
  escalation: EscalationPayload;
  decision: DecisionPayload;
  heartbeat: HeartbeatPayload;
  notification: NotificationPayload;
  schema_error: SchemaErrorPayload;
}

/** An event whose payload is known by its type. `turn_id` is the client's prompt_id. */
export type TypedEvent<T extends EventType = EventType> = { [K in T]: Omit<MascotEvent, "event_type" | "payload"> & { event_type: K; payload: EventPayloads[K] } }[T];
