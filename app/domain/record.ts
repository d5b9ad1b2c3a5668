/**
 * Writes what one event tells into the facts of its session. Nothing here knows the present state: it only gathers.
 */
import type { BackgroundTask, EventType, MascotEvent } from "../../schemas/generated/types.ts";
import type {
  AgentBlockedPayload, AgentStoppedPayload, AgentSwitchedPayload, AgentUnblockedPayload, AssistantResponsePayload, CheckFailedPayload, CompactPayload, DecisionPayload, EditPayload, EventPayloads, NotificationPayload,
  PayloadCommon, QualityWarningPayload, SessionStartedPayload, ToolFailedPayload, ToolKind, UserPromptPayload,
} from "./event-payloads.ts";
import { type AgentFacts, type Draft, draftOfAgent, draftOfSession, type FlagFact, LEAD, newAgent, type ReleaseFact, type SessionFacts, type TurnFact, type WaitFact } from "./facts.ts";
import { terminalIdentity } from "./identity.ts";
import { isDerived, noteLife, type Proof, proofOf } from "./life.ts";
import { roleOf } from "./placing.ts";
import { compareMarks, earliest, latest, type Mark, type Noted } from "./marks.ts";
import { memberOf, withMember } from "./roster.ts";
import type { SessionClock } from "./session-clock.ts";
import { shorten } from "./tool-kinds.ts";
import { findTool, toolKey, withTool } from "./tool-log.ts";
import { waitsToKeep } from "./waits.ts";

/** One event with all that its recorder needs; `session` and `agent` are private copies. */
interface Recording {
  readonly event: MascotEvent;
  readonly mark: Mark;
  readonly session: Draft<SessionFacts>;
  readonly agent: Draft<AgentFacts>;
  readonly isLead: boolean;
}

type Recorder = (recording: Recording, payload: never) => void;

const TURN_LIMIT = 12;
const WAIT_LIMIT = 32;
const TEXT_LENGTH = 200;

/** The session's facts with the event in them; `clock` is the session's after this event. */
export function recordEvent(facts: SessionFacts, clock: SessionClock, event: MascotEvent, mark: Mark): SessionFacts {
  const session = draftOfSession(facts);
  session.clock = clock;
  const payload = (event.payload ?? {}) as PayloadCommon;
  const role = roleOf(event);
  const isLead = role === "lead";
  const key = isLead ? LEAD : event.agent_id;
  const known = memberOf(session.agents, key);
  noteSession(session, event, payload, mark);
  noteLife(session, event, role, mark);
  if (known === undefined && !isLead && mark.t <= session.agentFloor) return session;
  const agent = draftOfAgent(known ?? newAgent(event.agent_id, role));
  if (isLead) noteLeadId(session, agent, event.agent_id, known === undefined);
  noteAgent(agent, event, payload, mark);
  noteProof(agent, proofOf(event, role), mark);
  const recording = { event, mark, session, agent, isLead };
  (RECORDERS[event.event_type] as Recorder)(recording, payload as never);
  session.agents = withMember(session.agents, key, agent as AgentFacts);
  return session;
}

function noteSession(session: Draft<SessionFacts>, event: MascotEvent, payload: PayloadCommon, mark: Mark): void {
  session.first = earliest(session.first, mark) as Mark;
  session.last = latest(session.last, mark) as Mark;
  if (event.source !== "synthetic" && compareMarks(mark, session.workspace) < 0) session.workspace = { ...mark, value: event.workspace_id };
  session.projectDir = noted(session.projectDir, payload.project_dir, mark);
  if (event.source === "hook") session.host = noted(session.host ?? null, payload.host ?? "", mark);
  session.clientPid = noted(session.clientPid, Number.isInteger(payload.client_pid) ? payload.client_pid : null, mark);
  session.entrypoint = noted(session.entrypoint, payload.entrypoint, mark);
  session.attended = noted(session.attended, payload.attended, mark);
}

/** A value told again unchanged keeps its mark's object: most events repeat what is known. */
function noted<T>(known: Noted<T> | null, value: T | undefined | null, mark: Mark): Noted<T> | null {
  if (value === undefined || value === null || (known !== null && known.value === value && known.t >= mark.t)) return known;
  return latest(known, { t: mark.t, id: mark.id, ts: mark.ts, value });
}

/** The first id that the lead was shown under stays; others become aliases. */
function noteLeadId(session: Draft<SessionFacts>, agent: Draft<AgentFacts>, id: string, isNew: boolean): void {
  if (isNew) session.leadId = id;
  else if (id !== session.leadId && !agent.otherIds.includes(id)) agent.otherIds = [...agent.otherIds, id].sort();
}

function noteAgent(agent: Draft<AgentFacts>, event: MascotEvent, payload: PayloadCommon, mark: Mark): void {
  agent.last = latest(agent.last, mark);
  agent.name = noted(agent.name, payload.agent_name || null, mark);
  agent.type = noted(agent.type, payload.agent_type || null, mark);
  agent.team = noted(agent.team, payload.team_name || null, mark);
  agent.parent = payload.parent_agent_id ?? agent.parent;
  if (event.thinking_text) agent.thought = latest(agent.thought, { ...mark, value: shorten(event.thinking_text, TEXT_LENGTH) });
}

/** The event proves that the agent exists, or that it has come (again). */
function noteProof(agent: Draft<AgentFacts>, proof: Proof, mark: Mark): void {
  if (proof !== null) agent.seen = earliest(agent.seen, mark);
  if (proof === "act") agent.came = latest(agent.came, mark);
}

function onSessionStarted(r: Recording, payload: SessionStartedPayload): void {
  r.session.model = noted(r.session.model, payload.model, r.mark);
  r.session.title = noted(r.session.title, payload.title, r.mark);
  noteTerminal(r, payload);
  if (payload.source === "compact") return onCompacted(r);
  r.session.started = latest(r.session.started, r.mark);
}

/** A start that tells nothing may be in any terminal; a compaction stays where the session was. */
function noteTerminal(r: Recording, payload: SessionStartedPayload): void {
  const terminal = terminalIdentity(payload);
  if (payload.source !== "compact" || terminal.fingerprint !== null) r.session.terminal = latest(r.session.terminal, { ...r.mark, value: terminal });
}

/** The client starts its session anew within a compaction; clients before PostCompact say no more than this. */
function onCompacted(r: Recording): void {
  r.session.compactEnd = latest(r.session.compactEnd, r.mark);
}

function onUserPrompt(r: Recording, payload: UserPromptPayload): void {
  r.session.title = noted(r.session.title, payload.title, r.mark);
  if (!r.isLead) return;
  r.session.prompt = latest(r.session.prompt, r.mark);
  r.session.turns = withTurn(r.session.turns, { ...r.mark, turn: r.event.turn_id ?? null, injected: payload.injected === true });
}

/** A prompt queued in the middle of a turn carries the running turn's id: it opens no new one. */
function withTurn(turns: readonly TurnFact[], told: TurnFact): readonly TurnFact[] {
  const index = told.turn === null ? turns.findIndex((turn) => turn.id === told.id) : turns.findIndex((turn) => turn.turn === told.turn);
  const known = turns[index];
  if (known !== undefined && compareMarks(known, told) <= 0) return turns;
  const others = known === undefined ? turns : turns.filter((turn) => turn !== known);
  return [...others, told].sort(compareMarks).slice(-TURN_LIMIT);
}

function onAssistantResponse(r: Recording, payload: AssistantResponsePayload): void {
  r.session.model = noted(r.session.model, payload.model, r.mark);
}

function onAgentStopped(r: Recording, payload: AgentStoppedPayload): void {
  if (r.isLead) return onTurnEnded(r, payload);
  r.agent.stopped = latest(r.agent.stopped, r.mark);
  if (payload.reason !== "interrupted") r.agent.done = latest(r.agent.done ?? null, r.mark);
  if (payload.leaves ?? leavesAtStop(r)) r.agent.left = latest(r.agent.left, r.mark);
}

/** A client's teammate rests between its turns; a member named by a hand-made payload has no other end than its stop. */
function leavesAtStop({ agent, session, event }: Recording): boolean {
  return agent.role === "subagent" || !event.agent_id.startsWith(`${session.key}:`);
}

function onTurnEnded(r: Recording, payload: AgentStoppedPayload): void {
  if (payload.reason === "interrupted") {
    r.session.interrupted = latest(r.session.interrupted, r.mark);
    return;
  }
  const background = (payload.background ?? []).filter(isAgentWork).map((task, index) => task.id ?? `#${index}`);
  const failed = payload.failed ?? null;
  r.session.stop = latest(r.session.stop, { ...r.mark, failed, error: payload.error_message ?? null, background, turn: r.event.turn_id ?? null });
  if (failed !== null || background.length > 0) return;
  r.session.done = latest(r.session.done, r.mark);
  r.session.cleared = latest(r.session.cleared, r.mark);
}

const AGENT_WORK = new Set(["subagent", "teammate", "workflow", "agent", "local_agent", "remote_agent"]);
const FINISHED = new Set(["completed", "failed", "killed", "stopped", "cancelled", "canceled", "done"]);

export function isAgentWork(task: BackgroundTask): boolean {
  return AGENT_WORK.has(task.type ?? "") && !FINISHED.has(task.status ?? "running");
}

function onAgentBlocked(r: Recording, payload: AgentBlockedPayload): void {
  const wait: WaitFact = {
    ...r.mark, kind: payload.kind ?? "permission", tool: payload.tool_name ?? null, digest: payload.input_digest ?? null, toolUseId: payload.tool_use_id ?? null,
    requestId: payload.request_id ?? null, target: payload.target ?? null, text: payload.text ? shorten(payload.text, TEXT_LENGTH) : null,
    attended: payload.attended ?? null, mode: payload.permission_mode ?? null,
  };
  r.agent.waits = withFact(waitsToKeep(r.session, r.agent, r.mark.t), wait);
}

function withFact<T extends Mark>(facts: readonly T[], told: T): readonly T[] {
  if (facts.some((fact) => fact.id === told.id)) return facts;
  return [...facts, told].sort(compareMarks).slice(-WAIT_LIMIT);
}

function onAgentUnblocked(r: Recording, payload: AgentUnblockedPayload): void {
  if (isDerived(payload)) return;
  const release: ReleaseFact = {
    ...r.mark, blockedEventId: payload.blocked_event_id ?? null, requestId: payload.request_id ?? null, toolUseId: payload.tool_use_id ?? null,
    tool: payload.tool_name ?? null, digest: payload.input_digest ?? null,
  };
  r.agent.releases = withFact(r.agent.releases, release);
  if (r.isLead) r.session.hintAnswered = latest(r.session.hintAnswered, r.mark);
}

type ToolPayload = EventPayloads["tool_started" | "tool_succeeded" | "tool_failed"];

function onToolStarted(r: Recording, payload: ToolPayload): void {
  r.agent.toolStart = latest(r.agent.toolStart, { t: r.mark.t, id: r.mark.id, ts: r.mark.ts, turn: r.event.turn_id ?? null });
  noteTool(r, payload, "start");
}

function onToolEnded(r: Recording, payload: ToolPayload): void {
  r.agent.toolEnd = latest(r.agent.toolEnd, r.mark);
  noteTool(r, payload, "end");
  if (r.agent.waits.length > 0) r.agent.waits = waitsToKeep(r.session, r.agent, r.mark.t);
}

function onToolFailed(r: Recording, payload: ToolFailedPayload): void {
  onToolEnded(r, payload);
  if (payload.interrupted !== true) r.agent.stumble = latest(r.agent.stumble, r.mark);
  else if (r.isLead) r.session.interrupted = latest(r.session.interrupted, r.mark);
}

function noteTool(r: Recording, payload: ToolPayload, side: "start" | "end"): void {
  const digest = payload.input_digest ?? null;
  r.agent.tools = withTool(r.agent.tools, {
    id: toolKey(payload.tool_use_id, payload.tool_name, digest), name: payload.tool_name, digest, kind: (payload.tool_kind ?? "running") as ToolKind,
    target: payload.target ?? null, turn: r.event.turn_id ?? null, start: side === "start" ? r.mark : null, end: side === "end" ? r.mark : null,
  });
}

/** The call will not run; it ends here. */
function endCall(r: Recording, toolUseId: string | undefined): void {
  const call = toolUseId === undefined ? undefined : findTool(r.agent.tools, toolUseId);
  if (call !== undefined) r.agent.tools = withTool(r.agent.tools, { ...call, start: null, end: r.mark });
}

function onDecision(r: Recording, payload: DecisionPayload): void {
  if (payload.decision !== "permission_denied") return;
  if (payload.tool_name === undefined) return endCall(r, payload.tool_use_id);
  onToolEnded(r, { tool_name: payload.tool_name, tool_use_id: payload.tool_use_id, tool_kind: "running", input_digest: payload.input_digest, target: payload.target });
}

function onCompact(r: Recording, payload: CompactPayload): void {
  if (!r.isLead) return;
  if (payload.stage === "start") r.session.compactStart = latest(r.session.compactStart, r.mark);
  else r.session.compactEnd = latest(r.session.compactEnd, r.mark);
  if (payload.trigger === "auto") r.session.autoCompact = latest(r.session.autoCompact, r.mark);
}

function onNotification(r: Recording, payload: NotificationPayload): void {
  switch (payload.notification_type) {
    case "client_status":
      return onClientStatus(r, payload);
    case "tool_batch":
      return onToolBatch(r, payload);
    case "permission_prompt":
      return onHint(r, payload, "permission");
    case "elicitation_dialog":
    case "elicitation_url_dialog":
    case "agent_needs_input":
      return onHint(r, payload, "question");
    case "elicitation_complete":
    case "elicitation_response":
      r.session.hintAnswered = latest(r.session.hintAnswered, r.mark);
      return;
    case "idle_prompt":
      r.session.idlePrompt = latest(r.session.idlePrompt, r.mark);
  }
}

function onHint(r: Recording, payload: NotificationPayload, kind: "permission" | "question"): void {
  r.session.hint = latest(r.session.hint, { ...r.mark, kind, attended: payload.attended ?? null });
}

function onToolBatch(r: Recording, payload: NotificationPayload): void {
  r.agent.batch = latest(r.agent.batch, r.mark);
  r.agent.toolEnd = latest(r.agent.toolEnd, r.mark);
  for (const id of payload.tool_use_ids ?? []) r.agent.tools = withTool(r.agent.tools, resolvedCall(r, id));
}

/** A call that was denied has no end of its own; an end before its start waits for that start to arrive. */
function resolvedCall(r: Recording, id: string) {
  const call = findTool(r.agent.tools, id);
  const turn = r.event.turn_id ?? null;
  if (call === undefined) return { id, name: "", digest: null, kind: "running" as ToolKind, target: null, turn, start: null, end: r.mark };
  return { ...call, start: null, end: r.mark };
}

function onClientStatus(r: Recording, payload: NotificationPayload): void {
  const { session, mark } = r;
  if (payload.client_status === "waiting") session.hint = latest(session.hint, { ...mark, kind: payload.waiting_for ?? "permission", attended: payload.attended ?? null });
  else if (payload.client_status !== undefined) session.clientMoved = latest(session.clientMoved, mark);
  if (payload.client_status === "idle") session.clientIdle = latest(session.clientIdle, mark);
}

/** The edit goes on. */
function onUntrackedEdit(r: Recording, { target }: EditPayload): void {
  r.agent.guard = latest(r.agent.guard, { ...r.mark, kind: "untracked", target: target ?? null });
}

function onEditBlocked(r: Recording, { target, tool_name = "", tool_use_id, input_digest }: EditPayload): void {
  r.agent.guard = latest(r.agent.guard, { ...r.mark, kind: "blocked", target: target ?? null });
  // What names no call ends none.
  if (tool_use_id || input_digest) r.agent.tools = withTool(r.agent.tools, resolvedCall(r, toolKey(tool_use_id, tool_name, input_digest ?? null)));
}

/** Stands until the agent's next call. */
function onFlag(kind: FlagFact["kind"]): (r: Recording, payload: CheckFailedPayload | QualityWarningPayload) => void {
  return (r, payload) => {
    r.agent.flag = latest(r.agent.flag, { ...r.mark, kind, target: payload.check ?? payload.target ?? null });
    // A call that failed has stumbled already; this one may have ended well, as a pipe's does.
    if (kind !== "warning") r.agent.stumble = latest(r.agent.stumble, r.mark);
  };
}

function onDeactivated(r: Recording, payload: AgentSwitchedPayload): void {
  if (!r.isLead && !isDerived(payload)) r.agent.left = latest(r.agent.left, r.mark);
}

/** What it says of life (life.ts) is all that it says. */
function nothing(): void {}

/** Every event type has a recorder: a new type does not compile without one. */
const RECORDERS: { readonly [K in EventType]: (recording: Recording, payload: EventPayloads[K]) => void } = {
  agent_started: nothing,
  agent_stopped: onAgentStopped,
  agent_blocked: onAgentBlocked,
  agent_unblocked: onAgentUnblocked,
  agent_activated: nothing,
  agent_deactivated: onDeactivated,
  task_created: nothing,
  task_started: nothing,
  task_progress: nothing,
  task_completed: nothing,
  task_failed: nothing,
  tool_started: onToolStarted,
  tool_succeeded: onToolEnded,
  tool_failed: onToolFailed,
  session_started: onSessionStarted,
  session_ended: nothing,
  user_prompt: onUserPrompt,
  assistant_response: onAssistantResponse,
  compact: onCompact,
  checkpoint_created: nothing,
  port_created: nothing,
  port_started: nothing,
  port_ended: nothing,
  untracked_edit: onUntrackedEdit,
  edit_blocked: onEditBlocked,
  dependency_resolved: nothing,
  context_loaded: nothing,
  context_overflow: nothing,
  quality_warning: onFlag("warning"),
  build_failed: onFlag("build_failed"),
  test_failed: onFlag("test_failed"),
  file_edit: nothing,
  escalation: nothing,
  decision: onDecision,
  heartbeat: nothing,
  notification: onNotification,
  schema_error: nothing,
};
