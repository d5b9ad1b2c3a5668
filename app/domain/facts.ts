/**
 * What is known of a session and its agents. Facts only gather: each is the earliest or latest mark of its kind, or keyed by a causal id, so that the order
 * of delivery does not matter. Phases and mascot states are derived from them (phase.ts, agent-state.ts) and stored nowhere.
 */
import type { AgentRole, FailureKind, Provider, Trust, WaitKind } from "../../schemas/generated/types.ts";
import type { TerminalIdentity } from "./identity.ts";
import type { Mark, Noted } from "./marks.ts";
import { EMPTY_ROSTER, type Roster } from "./roster.ts";
import { NEW_CLOCK, type SessionClock } from "./session-clock.ts";
import { NO_TOOLS, type ToolLog } from "./tool-log.ts";

/** End of a turn as the provider told it. */
export interface StopFact extends Mark {
  readonly failed: FailureKind | null;
  readonly error: string | null;
  /** Ids of the sub-agents, teammates and workflows that still run (never shell tasks: a dev server is nobody's work). */
  readonly background: readonly string[];
  readonly turn: string | null;
}

/** A turn by its id and its first prompt; a prompt without an id is a turn of its own. */
export interface TurnFact extends Mark {
  readonly turn: string | null;
  readonly injected: boolean;
}

export interface EndFact extends Mark {
  readonly reason: string | null;
}

/** The person is asked. `id` is that of the agent_blocked event. */
export interface WaitFact extends Mark {
  readonly kind: WaitKind;
  readonly tool: string | null;
  readonly digest: string | null;
  readonly toolUseId: string | null;
  readonly requestId: string | null;
  readonly target: string | null;
  readonly text: string | null;
  readonly attended: boolean | null;
  readonly mode: string | null;
}

/** An answer that names what it answers; without any key it answers all. */
export interface ReleaseFact extends Mark {
  readonly blockedEventId: string | null;
  readonly requestId: string | null;
  readonly toolUseId: string | null;
  readonly tool: string | null;
  readonly digest: string | null;
}

/** A sign that the person is asked, which does not tell for what (permission_prompt). */
export interface HintFact extends Mark {
  readonly kind: "permission" | "question";
  readonly attended: boolean | null;
}

export interface GuardFact extends Mark {
  readonly kind: "blocked" | "untracked";
  readonly target: string | null;
}

/** Something of the agent's work went wrong. */
export interface FlagFact extends Mark {
  readonly kind: "test_failed" | "build_failed" | "warning";
  /** Which check, or the file. */
  readonly target: string | null;
}

export interface CallStartFact extends Mark {
  readonly turn: string | null;
}

export interface AgentFacts {
  readonly id: string;
  readonly role: AgentRole;
  readonly name: Noted<string> | null;
  readonly type: Noted<string> | null;
  readonly team: Noted<string> | null;
  readonly parent: string | null;
  readonly otherIds: readonly string[];
  /** First sign that there is such an agent. A stop is none: compaction sends stops of agents that never were. */
  readonly seen: Mark | null;
  /** Latest start or act by which it can come (again). */
  readonly came: Mark | null;
  readonly last: Mark | null;
  readonly stopped: Mark | null;
  /** Latest end that was its own and not the person's. Absent in checkpoints of before, of agents that have not stopped since. */
  readonly done?: Mark | null;
  /** Latest end after which it is gone, also when its role rests at stops. */
  readonly left: Mark | null;
  readonly toolStart: CallStartFact | null;
  readonly toolEnd: Mark | null;
  readonly stumble: Mark | null;
  readonly guard: GuardFact | null;
  readonly flag: FlagFact | null;
  readonly thought: Noted<string> | null;
  readonly tools: ToolLog;
  readonly waits: readonly WaitFact[];
  readonly releases: readonly ReleaseFact[];
  /** Latest PostToolBatch: all calls before it are resolved. */
  readonly batch: Mark | null;
}

export interface SessionFacts {
  readonly key: string;
  /** null for hand-made payloads without a session: then `key` names their terminal. */
  readonly sessionId: string | null;
  readonly provider: Provider;
  readonly leadId: string;
  readonly workspace: Noted<string>;
  readonly model: Noted<string> | null;
  readonly title: Noted<string> | null;
  readonly projectDir: Noted<string> | null;
  /** The other machine of its latest hook; "": this one. Absent in checkpoints of before. */
  readonly host?: Noted<string> | null;
  readonly clientPid: Noted<number> | null;
  /** As its latest start told; a compaction's that tells nothing changes nothing. */
  readonly terminal: Noted<TerminalIdentity> | null;
  readonly entrypoint: Noted<string> | null;
  readonly attended: Noted<boolean> | null;
  /** Of all events that the facts were made of: verified and unverified ones never meet in them. */
  readonly trust: Trust;
  readonly first: Mark;
  readonly last: Mark;
  /** Latest hook of any of its agents: the client's process lived then. */
  readonly alive: Mark | null;
  /** Latest start of the session that was not a compaction's. */
  readonly started: Mark | null;
  /** Latest act that no ended session can do: a start, a prompt, a call of the lead. */
  readonly revived: Mark | null;
  readonly ended: EndFact | null;
  readonly gone: Mark | null;
  readonly prompt: Mark | null;
  readonly turns: readonly TurnFact[];
  readonly stop: StopFact | null;
  /** Latest good stop with nobody left behind. */
  readonly done: Mark | null;
  /** Latest stop that leaves no sub-agent behind. */
  readonly cleared: Mark | null;
  readonly interrupted: Mark | null;
  readonly compactStart: Mark | null;
  readonly compactEnd: Mark | null;
  /** Latest sign of an automatic compaction, which happens in the middle of a turn. */
  readonly autoCompact: Mark | null;
  readonly idlePrompt: Mark | null;
  readonly hint: HintFact | null;
  readonly hintAnswered: Mark | null;
  /** The client's registry: latest change to idle, and latest change to anything that is not waiting. */
  readonly clientIdle: Mark | null;
  readonly clientMoved: Mark | null;
  readonly clock: SessionClock;
  readonly agents: Roster<AgentFacts>;
  /** Sub-agents that started up to this time (ms) and are not known any more have left. */
  readonly agentFloor: number;
}

/** Key of the lead within a session's agents: its id may be one of several. */
export const LEAD = "";

export function newAgent(id: string, role: AgentRole): AgentFacts {
  return {
    id, role, name: null, type: null, team: null, parent: null, otherIds: [], seen: null, came: null, last: null, stopped: null, done: null, left: null, toolStart: null, toolEnd: null,
    stumble: null, guard: null, flag: null, thought: null, tools: NO_TOOLS, waits: [], releases: [], batch: null,
  };
}

export function newSession(key: string, sessionId: string | null, provider: Provider, workspace: string, trust: Trust, mark: Mark): SessionFacts {
  return {
    key, sessionId, provider, leadId: key, workspace: { ...mark, value: workspace }, model: null, title: null, projectDir: null, host: null, clientPid: null, terminal: null, entrypoint: null,
    attended: null, trust, first: mark, last: mark, alive: null, started: null, revived: null, ended: null, gone: null, prompt: null, turns: [],
    stop: null, done: null, cleared: null, interrupted: null, compactStart: null, compactEnd: null, autoCompact: null, idlePrompt: null, hint: null, hintAnswered: null,
    clientIdle: null, clientMoved: null, clock: NEW_CLOCK, agents: EMPTY_ROSTER, agentFloor: 0,
  };
}

/** The other machine that a session runs on; null: this one. */
export function hostOf({ host }: Pick<SessionFacts, "host">): string | null {
  return host?.value || null;
}

/** The client's process here. Of a session that has moved to another machine it means nothing; 0 is none that could be seen. */
export function pidHere(session: Pick<SessionFacts, "host" | "clientPid">): number | null {
  return hostOf(session) === null ? (session.clientPid?.value || null) : null;
}

/** A private copy that a recorder may write. */
export type Draft<T> = { -readonly [K in keyof T]: T[K] };

/** A member's latest end that was its own. */
export function doneOf({ done, stopped }: Pick<AgentFacts, "done" | "stopped">): Mark | null {
  return done === undefined ? stopped : done;
}

/** Copies field by field: an event makes one of each, and spreading objects of this size costs the engine twenty times as much. */
export function draftOfAgent(facts: AgentFacts): Draft<AgentFacts> {
  return {
    id: facts.id, role: facts.role, name: facts.name, type: facts.type, team: facts.team, parent: facts.parent, otherIds: facts.otherIds,
    seen: facts.seen, came: facts.came, last: facts.last, stopped: facts.stopped, done: doneOf(facts), left: facts.left, toolStart: facts.toolStart,
    toolEnd: facts.toolEnd, stumble: facts.stumble, guard: facts.guard, flag: facts.flag, thought: facts.thought, tools: facts.tools, waits: facts.waits,
    releases: facts.releases, batch: facts.batch,
  };
}

export function draftOfSession(facts: SessionFacts): Draft<SessionFacts> {
  return {
    key: facts.key, sessionId: facts.sessionId, provider: facts.provider, leadId: facts.leadId, workspace: facts.workspace, model: facts.model,
    title: facts.title, projectDir: facts.projectDir, host: facts.host, clientPid: facts.clientPid, terminal: facts.terminal, entrypoint: facts.entrypoint, attended: facts.attended,
    trust: facts.trust, first: facts.first, last: facts.last, alive: facts.alive, started: facts.started, revived: facts.revived, ended: facts.ended,
    gone: facts.gone, prompt: facts.prompt, turns: facts.turns, stop: facts.stop, done: facts.done, cleared: facts.cleared,
    interrupted: facts.interrupted, compactStart: facts.compactStart, compactEnd: facts.compactEnd, autoCompact: facts.autoCompact,
    idlePrompt: facts.idlePrompt, hint: facts.hint, hintAnswered: facts.hintAnswered, clientIdle: facts.clientIdle, clientMoved: facts.clientMoved,
    clock: facts.clock, agents: facts.agents, agentFloor: facts.agentFloor,
  };
}
