import type { AgentView } from "../../schemas/generated/types.ts";

/** States whose drawing moves without end. */
const MOVING: ReadonlySet<AgentView["state"]> = new Set(["thinking", "reading", "editing", "running", "searching", "browsing", "delegating", "planning", "compacting"]);
/** More than this many that move at once is a crowd, not a sight; it would also cost a processor of its own where nothing but the processor draws. */
export const MOST_MOVING = 4;

/** Who of the working ones holds its pose: all but those that began last what they do. Whoever asks for the person always moves. */
export function holdingStill(agents: readonly AgentView[]): ReadonlySet<string> {
  const moving = agents.filter((agent) => MOVING.has(agent.state));
  if (moving.length <= MOST_MOVING) return NOBODY;
  const byNewest = moving.sort((a, b) => (a.state_since < b.state_since ? 1 : a.state_since > b.state_since ? -1 : a.agent_id < b.agent_id ? -1 : 1));
  return new Set(byNewest.slice(MOST_MOVING).map((agent) => agent.agent_id));
}

const NOBODY: ReadonlySet<string> = new Set();
