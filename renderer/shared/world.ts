import type { AgentView, Change, PatchBatch, SessionView, Snapshot } from "../../schemas/generated/types.ts";

/** A window's copy of the world, with the figures that are on their way off the stage. */
export interface WorldCopy {
  /** Number of the last patch contained; -1 before the first snapshot. */
  n: number;
  agents: ReadonlyMap<string, AgentView>;
  sessions: ReadonlyMap<string, SessionView>;
  /** Gone from the world, still drawn until their leaving clip has ended. */
  leaving: ReadonlyMap<string, Leaver>;
}

export interface Leaver {
  agent: AgentView;
  how: "left" | "faded";
}

export const EMPTY_WORLD: WorldCopy = { n: -1, agents: new Map(), sessions: new Map(), leaving: new Map() };

export function fromSnapshot(snapshot: Snapshot): WorldCopy {
  return {
    n: snapshot.n,
    agents: new Map(snapshot.agents.map((agent) => [agent.agent_id, agent])),
    sessions: new Map(snapshot.sessions.map((session) => [session.session_id, session])),
    leaving: new Map(),
  };
}

/** What a batch means to this copy: the next one, one already contained, or proof that some were missed. */
export function fits(world: WorldCopy, batch: PatchBatch): "next" | "old" | "gap" {
  if (batch.n <= world.n) return "old";
  return batch.n === world.n + 1 ? "next" : "gap";
}

export function applyBatch(world: WorldCopy, batch: PatchBatch): WorldCopy {
  const draft = {
    n: batch.n,
    agents: new Map(world.agents),
    sessions: new Map(world.sessions),
    leaving: new Map(world.leaving),
  };
  for (const change of batch.changes) applyChange(draft, change);
  return draft;
}

interface Draft {
  agents: Map<string, AgentView>;
  sessions: Map<string, SessionView>;
  leaving: Map<string, Leaver>;
}

function applyChange(draft: Draft, change: Change): void {
  switch (change.kind) {
    case "mascot://agent-appeared":
    case "mascot://agent-update":
      draft.agents.set(change.agent.agent_id, withKnownLook(change.agent, draft.agents.get(change.agent.agent_id)));
      draft.leaving.delete(change.agent.agent_id);
      return;
    case "mascot://agent-departed": {
      const agent = draft.agents.get(change.agent_id);
      draft.agents.delete(change.agent_id);
      if (agent) draft.leaving.set(change.agent_id, { agent, how: change.how });
      return;
    }
    case "session-update":
      draft.sessions.set(change.session.session_id, change.session);
      return;
    case "session-gone":
      draft.sessions.delete(change.session_id);
      return;
    default:
      unknownChange(change);
  }
}

/** Each message brings a copy; a look that is the same stays the same object, so that nothing is drawn anew for it. */
function withKnownLook(agent: AgentView, known: AgentView | undefined): AgentView {
  const same = known !== undefined && JSON.stringify(known.appearance) === JSON.stringify(agent.appearance);
  return same ? { ...agent, appearance: known.appearance } : agent;
}

/** Readers ignore what they do not know (specification 1 §7.7); the type makes forgetting a known kind an error. */
function unknownChange(_change: never): void {}

/** The leaving clip of one figure has ended. */
export function offStage(world: WorldCopy, agentId: string): WorldCopy {
  if (!world.leaving.has(agentId)) return world;
  const leaving = new Map(world.leaving);
  leaving.delete(agentId);
  return { ...world, leaving };
}
