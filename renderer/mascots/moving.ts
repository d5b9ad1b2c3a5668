import type { AgentView } from "../../schemas/generated/types.ts";

/** States whose drawing moves without end. */
const MOVING: ReadonlySet<AgentView["state"]> = new Set(["thinking", "reading", "editing", "running", "searching", "browsing", "delegating", "planning", "compacting"]);
/** More than this many that move at once is a crowd, not a sight; it would also cost a processor of its own where nothing but the processor draws. */
export const MOST_MOVING = 4;

/** Of a crowd so many move: each costs some 6 % of a core where nothing but the processor draws, and twenty at work may cost 8 %. */
const MOVING_IN_A_CROWD = 1;

/** Who of the working ones holds its pose: in a crowd all but the one that began last what it does. Whoever asks for the person always moves. @param agents those that are on the stage */
export function holdingStill(agents: readonly AgentView[]): ReadonlySet<string> {
  const moving = agents.filter((agent) => MOVING.has(agent.state));
  if (moving.length <= MOST_MOVING) return NOBODY;
  const byNewest = moving.sort((a, b) => (a.state_since < b.state_since ? 1 : a.state_since > b.state_since ? -1 : a.agent_id < b.agent_id ? -1 : 1));
  return new Set(byNewest.slice(MOVING_IN_A_CROWD).map((agent) => agent.agent_id));
}

const NOBODY: ReadonlySet<string> = new Set();
