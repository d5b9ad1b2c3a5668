/** An event as one line of plain English, for people who watch the stream and for programs' logs. Pure: made of the event alone; windows word events themselves. */
import type { EventType, MascotEvent } from "../../schemas/generated/types.ts";
import type { EventPayloads } from "./event-payloads.ts";
import { shortened } from "./memory/plain.ts";

const LONGEST = 200;
const LONGEST_QUOTE = 120;

type Words<T extends EventType> = (payload: Partial<EventPayloads[T]>, event: MascotEvent) => string;

/** @returns one line without control characters, at most 200 characters long */
export function summaryOf(event: MascotEvent): string {
  const words = SUMMARIES[event.event_type] as Words<EventType> | undefined;
  return shortened(flat(words === undefined ? event.event_type.replaceAll("_", " ") : words((event.payload ?? {}) as never, event)), LONGEST);
}

const SUMMARIES: { [T in EventType]: Words<T> } = {
  agent_started: (p, event) => `${who(event)} began${quote(p.description ?? p.prompt)}`,
  agent_stopped: (p, event) => (p.scope === "turn" ? turnEnded(p, event) : `${who(event)} ${p.reason === "interrupted" ? "was stopped by the person" : "ended its work"}`),
  agent_blocked: (p) => asked(p),
  agent_unblocked: (p) => `A wait ended${p.answer === undefined ? (p.how === undefined ? "" : `: ${p.how}`) : `: ${p.answer}`}`,
  agent_activated: (_p, event) => `${who(event)} is at work`,
  agent_deactivated: (p, event) => `${who(event)} rests${because(p.reason)}`,
  task_created: (p, event) => `Task created${quote(p.subject ?? event.task_id)}`,
  task_started: (p, event) => `Task begun${quote(p.subject ?? event.task_id)}`,
  task_progress: (p, event) => (p.total === undefined ? `Task went on${quote(p.subject ?? event.task_id)}` : `Tasks done: ${p.done ?? 0} of ${p.total}`),
  task_completed: (p, event) => `Task done${quote(p.subject ?? event.task_id)}`,
  task_failed: (p, event) => `Task failed${quote(p.subject ?? event.task_id)}${because(p.error_message)}`,
  tool_started: (p) => `${p.tool_name ?? "A tool"} began${on(p.target)}`,
  tool_succeeded: (p) => `${p.tool_name ?? "A tool"} done${on(p.target)}`,
  tool_failed: (p) => `${p.tool_name ?? "A tool"} ${p.interrupted === true ? "was stopped by the person" : "failed"}${on(p.target)}${because(p.error_message)}`,
  session_started: (p) => `Session began${inBrackets(p.source)}`,
  session_ended: (p) => (p.cause === "process_gone" ? "Session ended: its client is gone" : `Session ended${inBrackets(p.reason)}`),
  user_prompt: (p) => `${p.injected === true ? "The client told" : "The person asked"}${quote(p.text)}`,
  assistant_response: (p) => `The agent ${p.partial === true ? "is answering" : "answered"}${quote(p.text)}`,
  compact: (p) => `The context ${p.stage === "start" ? "is about to be" : "was"} compacted${inBrackets(p.trigger)}`,
  checkpoint_created: (p) => `Checkpoint made before the context is compacted${inBrackets(p.trigger)}`,
  port_created: (p) => `Port ${p.port_id ?? ""} created${quote(p.title)}`,
  port_started: (p) => `Port ${p.port_id ?? ""} started${quote(p.title)}`,
  port_ended: (p) => `Port ${p.port_id ?? ""} ended${inBrackets(p.outcome)}${p.span_ms === undefined ? "" : ` after ${duration(p.span_ms)}`}`,
  untracked_edit: (p) => `Edit without a running port${on(p.target ?? p.file_path)}`,
  edit_blocked: (p) => `Edit refused${on(p.target ?? p.file_path)}${because(p.cause === "rules_file" ? "the rules are the person's" : p.cause === "no_port" ? "no port runs" : p.reason)}`,
  dependency_resolved: (p) => `Nothing holds up port ${p.port_id ?? ""} any more${p.resolved_by === undefined ? "" : `: ${p.resolved_by} ended`}`,
  context_loaded: (p) => `Context loaded${on(p.file_path)}${inBrackets(p.memory_type)}`,
  context_overflow: (p) => `The context is too full${p.tokens === undefined ? "" : `: ${p.tokens} tokens`}${p.budget === undefined ? "" : ` of ${p.budget}`}`,
  quality_warning: (p) => p.explanation ?? `Warning${inBrackets(p.rule)}`,
  build_failed: (p) => `Build failed${on(p.check)}${counted(p.count, "error")}`,
  test_failed: (p) => `Tests failed${on(p.check)}${counted(p.count, "failure")}`,
  file_edit: (p) => `${p.kind === "created" ? "File created" : "File changed"}${on(p.target ?? p.file_path)}${lines(p)}`,
  escalation: (p) => (p.reason === "waiting" ? `The person is needed and has not come${p.waited_ms === undefined ? "" : ` for ${duration(p.waited_ms)}`}` : `The person should look${because(p.reason)}${on(p.target)}`),
  decision: (p) => `Decided: ${(p.decision ?? "").replaceAll("_", " ")}${on(p.target ?? p.tool_name)}${because(p.reason)}`,
  heartbeat: (p) => `The app is alive${p.live_sessions === undefined ? "" : `; sessions: ${p.live_sessions}`}`,
  notification: (p) => (p.notification_type === "spool_gap" ? `Events were lost: ${p.dropped ?? "some"}` : p.message || `Notice${inBrackets(p.notification_type ?? p.hook_event_name)}`),
  schema_error: (p) => `A payload was not understood${because(p.reason)}`,
};

function turnEnded(p: Partial<EventPayloads["agent_stopped"]>, event: MascotEvent): string {
  if (p.failed) return `${who(event)}'s turn failed: ${p.failed.replaceAll("_", " ")}`;
  if (p.reason === "interrupted") return "The person stopped the turn";
  const behind = p.background?.length ?? 0;
  return `${who(event)} ended its turn${behind > 0 ? `; still running: ${behind}` : ""}`;
}

function asked(p: Partial<EventPayloads["agent_blocked"]>): string {
  if (p.kind === "plan") return "The person is asked to approve a plan";
  if (p.kind === "question") return `The person is asked${quote(p.text)}`;
  return `The person is asked to allow ${p.tool_name ?? "something"}${on(p.target)}`;
}

/** As event ids and bare ids tell a person nothing: a name, else what it is. */
function who({ payload, agent_id, session_id }: MascotEvent): string {
  const { agent_name, agent_type, role } = (payload ?? {}) as { agent_name?: string; agent_type?: string; role?: string };
  if (role === undefined && agent_id === (session_id ?? agent_id)) return "The agent";
  const name = agent_name || agent_type;
  const kind = role === "teammate" ? "Teammate" : "Sub-agent";
  return name ? `${kind} ${name}` : kind;
}

const on = (target: unknown) => (typeof target === "string" && target !== "" ? `: ${shortened(flat(target), LONGEST_QUOTE)}` : "");
const quote = (text: unknown) => on(text);
const because = (reason: unknown) => (typeof reason === "string" && reason !== "" ? ` (${shortened(flat(reason), LONGEST_QUOTE)})` : "");
const inBrackets = because;
const counted = (count: number | undefined, name: string) => (count === undefined ? "" : `, ${count} ${name}${count === 1 ? "" : "s"}`);

function lines({ lines_added: added, lines_removed: removed }: { lines_added?: number; lines_removed?: number }): string {
  return added === undefined && removed === undefined ? "" : ` (+${added ?? 0} −${removed ?? 0})`;
}

function duration(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  return seconds < 3600 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
}

/** Texts come from agents and pages: nothing in them starts a line or steers a terminal. */
function flat(text: string): string {
  if (text.length <= LONGEST && PLAIN.test(text)) return text;
  return text.slice(0, 4 * LONGEST).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ").trim();
}

/** One line of words with single blanks: most texts are. */
const PLAIN = /^[!-~]+(?: [!-~]+)*$/;
