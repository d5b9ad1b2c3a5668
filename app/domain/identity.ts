/**
 * Who acts: agent ids, roles, aliases and names (DESIGN §5). An agent id never changes once shown.
 */
import type { AgentRole, HookMeta, SessionView } from "../../schemas/generated/types.ts";

/** Fields of a payload that tell its actor, under our names. */
export interface ActorFields {
  session_id?: string | null;
  /** The client's own id of a sub-agent or teammate (contract §7); absent on the main thread. */
  agent_id?: string;
  agent_type?: string;
  /** Specification 1 §8: given together with team_name by hand-made payloads. */
  agent_name?: string;
  team_name?: string;
  /** Contract §8, TeammateIdle. */
  teammate_name?: string;
  terminal_session_id: string;
  /** The payload tells of a sub-agent's start or stop, so it is never about the lead, whatever is missing. */
  aboutSubagent?: boolean;
}

export interface Actor {
  agent_id: string;
  role: AgentRole;
  /** A given name, never an id. */
  agent_name?: string;
  team_name?: string;
}

const LEADER = "leader";
/** The client's ids: `a` + 16 hex digits for a sub-agent, `a<name>-<16 hex>` for a teammate (contract §7). */
const TEAMMATE_ID = /^a(.+)-[0-9a-f]{16}$/;

/** The actor of a payload: lead = session id, others = session id:agent id; `team/name` for payloads that carry team and agent name but no id (specification 1 §7.3). */
export function identify(fields: ActorFields): Actor {
  const lead = leadAgentId(fields.session_id, fields.terminal_session_id);
  if (fields.agent_id) return clientActor(fields, lead, fields.agent_id);
  if (fields.team_name && fields.agent_name) return teamActor(fields.team_name, fields.agent_name);
  const name = fields.agent_name ?? (fields.aboutSubagent ? (fields.agent_type || "subagent") : undefined);
  if (name && name !== LEADER) return { agent_id: `${lead}:${name}`, role: "subagent", agent_name: fields.agent_name, team_name: fields.team_name };
  return { agent_id: lead, role: "lead", team_name: fields.team_name };
}

function clientActor(fields: ActorFields, lead: string, agentId: string): Actor {
  const teammate = TEAMMATE_ID.exec(agentId);
  const role: AgentRole = teammate || fields.teammate_name ? "teammate" : "subagent";
  return { agent_id: `${lead}:${agentId}`, role, agent_name: fields.teammate_name ?? fields.agent_name ?? teammate?.[1], team_name: fields.team_name };
}

function teamActor(team: string, name: string): Actor {
  return { agent_id: `${team}/${name}`, role: name === LEADER ? "lead" : "teammate", agent_name: name, team_name: team };
}

/** Role by the form of an agent id, for events that do not tell it. */
export function roleOfId(agentId: string, leadId: string): AgentRole {
  if (agentId === leadId) return "lead";
  if (agentId.startsWith(`${leadId}:`)) return TEAMMATE_ID.test(agentId.slice(leadId.length + 1)) ? "teammate" : "subagent";
  const slash = agentId.indexOf("/");
  return slash < 0 || agentId.endsWith(`/${LEADER}`) ? "lead" : "teammate";
}

/** The lead's id; a payload without a session (sent by hand) belongs to its terminal. */
export function leadAgentId(sessionId: string | null | undefined, terminalSessionId: string): string {
  return sessionId || `terminal:${terminalSessionId}`;
}

/** Other names by which an agent may be asked for: `team/name`, `team/leader`. */
export function aliasesOf(agentId: string, role: AgentRole, team: string | null, name: string | null): string[] {
  if (!team) return [];
  const alias = role === "lead" ? `${team}/${LEADER}` : name ? `${team}/${name}` : null;
  return alias && alias !== agentId ? [alias] : [];
}

/** A bare id tells a person nothing; these are never shown as a name. Behind a prefix it has a digit, which words have not (`session-store`). */
const BARE_ID = /^(?:a?[0-9a-f]{12,}|[0-9a-f]{8}-[0-9a-f-]{20,}|(?:toolu|agent|msg|sess|session|evt)[-_](?=[\w-]*\d)[\w-]{6,}|a.+-[0-9a-f]{16})$/i;

export function isBareId(text: string): boolean {
  return BARE_ID.test(text);
}

/** Marks that turn the direction of what follows, and what breaks a line: a name is read as it is written, and says nothing of what stands beside it. */
const NO_PART_OF_A_NAME = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;

/** The first of the given names that is a name: agent_name, agent_type, workspace; else the provider's name with a capital. */
export function displayName(candidates: (string | null | undefined)[], provider: string): string {
  for (const candidate of candidates) {
    const name = candidate?.replace(NO_PART_OF_A_NAME, " ").trim();
    if (name && !isBareId(name)) return [...name].slice(0, 80).join("");
  }
  return provider.charAt(0).toUpperCase() + provider.slice(1);
}

/** Last part of a path of either kind of slash; null for nothing or a root. */
export function pathBase(path: string | null | undefined): string | null {
  const parts = (path ?? "").split(/[\\/]+/).filter((part) => part !== "" && !/^[A-Za-z]:$/.test(part));
  return parts[parts.length - 1] ?? null;
}

/** Workspace of a payload: given, else the project's folder, else the working folder (specification 1 §3.5). */
export function workspaceId(given: string | null | undefined, projectDir: string | null | undefined, cwd: string | null | undefined): string {
  return given || pathBase(projectDir) || pathBase(cwd) || "workspace";
}

/** Terminal of a payload: given, else the client's process, else its session, else one for all that is unknown. */
export function terminalSessionId(given: string | null | undefined, clientPid: number | null | undefined, sessionId: string | null | undefined): string {
  return given || (clientPid ? `pid-${clientPid}` : "") || sessionId || "unknown";
}

/** In which terminal a session runs (specification 2 §1.2); null what is not known. */
export type TerminalIdentity = Pick<SessionView, "tty" | "parent_pid" | "start_time" | "fingerprint">;
export const NO_TERMINAL: TerminalIdentity = { tty: null, parent_pid: null, start_time: null, fingerprint: null };

const FINGERPRINT = /^[0-9a-f]{16}$/;
const LONGEST_TTY = 200;

/** What the start of a session tells, or the meta of its payload; whatever has not the form of it is left out. */
export function terminalIdentity(told: Partial<Pick<HookMeta, keyof TerminalIdentity>>): TerminalIdentity {
  const { tty, parent_pid, start_time, fingerprint } = told;
  return {
    tty: typeof tty === "string" && tty !== "" && tty.length <= LONGEST_TTY ? tty : null,
    parent_pid: typeof parent_pid === "number" && Number.isSafeInteger(parent_pid) && parent_pid > 0 ? parent_pid : null,
    start_time: typeof start_time === "string" && !Number.isNaN(Date.parse(start_time)) ? new Date(start_time).toISOString() : null,
    fingerprint: typeof fingerprint === "string" && FINGERPRINT.test(fingerprint) ? fingerprint : null,
  };
}
