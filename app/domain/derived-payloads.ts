/** Payloads of events that follow from others (docs/events.md): checks that failed, warnings, checkpoints, escalations. Rules of writing as in event-payloads.ts. */
import type { WaitKind } from "../../schemas/generated/types.ts";
import type { PayloadCommon } from "./payload-common.ts";

/** What a shell call showed of tests, a build or a linter. */
export interface CheckOutcome {
  kind: "test" | "build" | "lint";
  outcome: "failed" | "passed";
  /** As people call it: `vitest`, `npm run build`. */
  name: string;
}

/** test_failed, build_failed: recognised from what a shell call ran, how it ended and what it printed. */
export interface CheckFailedPayload extends PayloadCommon {
  /** As people call it: `vitest`, `npm run build`. */
  check: string;
  /** Beginning of the command. */
  command?: string;
  /** Tests that failed, or errors of the compiler or linter. */
  count?: number;
  /** First line of the output that names what failed. */
  line?: string;
  exit_code?: number;
  tool_name?: string;
  tool_use_id?: string;
  target?: string;
}

/**
 * quality_warning. Few rules, each of which a person would call a warning:
 * - lint_failed: a linter found something;
 * - repeated_failure: the same check or call failed three times in a row;
 * - unread_edit: a file was changed that the session had never read, written or looked at;
 * - left_failing: the turn ended although the last tests or build had failed and were not run again.
 */
export interface QualityWarningPayload extends Partial<CheckFailedPayload> {
  rule: "lint_failed" | "repeated_failure" | "unread_edit" | "left_failing";
  /** One sentence in English, for logs and programs; windows word the rule. */
  explanation: string;
  /** repeated_failure: how often. */
  times?: number;
  file_path?: string;
  /** Of the event that it follows from. */
  cause_event_id?: string;
}

/** The person is needed and does not come, or refuses again and again; or an agent tried to get around a refusal. */
export interface EscalationPayload extends PayloadCommon {
  /** waiting: asked, and no answer for minutes; refused: three refusals in one turn; the guard has reasons of its own. */
  reason: "waiting" | "refused" | string;
  kind?: WaitKind;
  tool_name?: string;
  target?: string;
  waited_ms?: number;
  times?: number;
  cause_event_id?: string;
  [field: string]: unknown;
}

/** checkpoint_created: what the session was at when its context was about to be compacted; handed back to it afterwards. */
export interface CheckpointPayload extends PayloadCommon {
  trigger?: string;
  /** The last prompt of a person, cut. */
  prompt?: string;
  /** Subjects of tasks that are not done. */
  open_tasks?: string[];
  /** Files edited, the last first. */
  files?: string[];
  ports?: { id: string; title: string }[];
  /** Checks whose last run failed. */
  failing?: string[];
  /** What the person asked the compaction to keep. */
  notes?: string;
  cause_event_id?: string;
}

/** Instructions loaded, what a session is told at its start, how full its context is. */
export interface ContextPayload extends PayloadCommon {
  file_path?: string;
  /** The client's (Project, User, …); ours: `earlier_sessions`, `checkpoint`, `session` (context_overflow of the session's whole context). */
  memory_type?: string;
  load_reason?: string;
  tokens?: number;
  budget?: number;
  /** context_overflow: share of the budget from which it is told, 0 to 1. */
  warn_at?: number;
  model?: string;
}

/** agent_activated / agent_deactivated: a sub-agent or teammate takes up work, or rests or leaves. Derived by the app; another provider may tell it of a lead too. */
export interface AgentSwitchedPayload extends PayloadCommon {
  /** Why it rests: stopped, idle, turn_ended, session_ended; or the provider's own. */
  reason?: string;
  cause_event_id?: string;
}
