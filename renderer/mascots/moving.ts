import { useMemo, useRef } from "react";
import type { AgentView } from "../../schemas/generated/types.ts";
import { needsPerson } from "../shared/words.ts";
import type { Stage } from "./layout.ts";

/** States whose drawing moves without end. */
const MOVING: ReadonlySet<AgentView["state"]> = new Set(["thinking", "reading", "editing", "running", "searching", "browsing", "delegating", "planning", "compacting"]);
/** More than this many that move at once is a crowd, not a sight; it would also cost a processor of its own where nothing but the processor draws. */
export const MOST_MOVING = 4;

/** So long somebody is the one of a crowd that moves, in ms: one that hands the movement on with every event twitches, and each of these starts has to be drawn. */
export const TURN_MS = 2_000;

/** Whose turn it is to move in a crowd, and since when, in ms. */
export interface Turn {
  agentId: string;
  since: number;
}

/** A gesture is over after this long, in ms; none lasts longer (docs/characters.md). */
const GESTURE_MS = 1_200;

/**
 * Whose turn it is. Of a crowd one moves: each makes the picture of every beat dearer where nothing but the processor draws, and twenty at work may cost 8 % of a core. It is the one that began last what it does,
 * or has just made a gesture, unless somebody else's turn is not over.
 * @param agents those that are on the stage @param now ms since the epoch @returns null: few enough move, and all of them may
 */
export function nextTurn(agents: readonly AgentView[], last: Turn | null, now: number): Turn | null {
  if (agents.filter(isWorking).length <= MOST_MOVING) return null;
  const moving = agents.filter((agent) => wantsToMove(agent, now));
  if (last !== null && isUnderWay(last, now) && moving.some(({ agent_id }) => agent_id === last.agentId)) return last;
  const { agent_id } = moving.reduce((newest, agent) => (isNewer(agent, newest) ? agent : newest));
  return agent_id === last?.agentId ? last : { agentId: agent_id, since: now };
}

/** Who holds its pose. Whoever asks for the person always moves. */
export function holdingStill(agents: readonly AgentView[], turn: Turn | null, now: number): ReadonlySet<string> {
  return turn === null ? NOBODY : new Set(agents.filter((agent) => wantsToMove(agent, now) && agent.agent_id !== turn.agentId).map(({ agent_id }) => agent_id));
}

const isWorking = ({ state }: AgentView): boolean => MOVING.has(state);
const wantsToMove = (agent: AgentView, now: number): boolean => !needsPerson(agent.state) && (isWorking(agent) || (agent.moment !== null && now - Date.parse(agent.moment.at) < GESTURE_MS));
/** A clock that was set back ends it. */
const isUnderWay = ({ since }: Turn, now: number): boolean => now >= since && now - since < TURN_MS;

function isNewer(a: AgentView, b: AgentView): boolean {
  return a.state_since === b.state_since ? a.agent_id < b.agent_id : a.state_since > b.state_since;
}

const NOBODY: ReadonlySet<string> = new Set();

/** Those in the badge are seen by nobody: they may not use up the movement of the others. */
export function useStill(agents: readonly AgentView[], stage: Stage): ReadonlySet<string> {
  const turn = useRef<Turn | null>(null);
  return useMemo(() => {
    const shown = new Set(stage.places.map(({ agentId }) => agentId));
    const seen = agents.filter(({ agent_id }) => shown.has(agent_id));
    const now = Date.now();
    turn.current = nextTurn(seen, turn.current, now);
    return holdingStill(seen, turn.current, now);
  }, [agents, stage]);
}
