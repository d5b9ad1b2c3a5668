/** Whose calls may still end. A client that was killed, a session without a transcript and some agents never tell how a call ended. */
import type { AgentView } from "../../schemas/generated/types.ts";
import type { WorldCopy } from "./world.ts";

/** In a turn, or in the background: whoever rests, sleeps or has left has no call that goes on. */
export function isAtWork(agent: Pick<AgentView, "phase"> | undefined): boolean {
  return agent !== undefined && agent.phase !== null && agent.phase !== "interactable";
}

/** Ids of all at work, by whatever name, one on a line: a text, so that a window that asks draws anew only when it is another one. */
export function atWorkIn(world: Pick<WorldCopy, "agents">): string {
  return [...world.agents.values()].filter(isAtWork).flatMap(({ agent_id, aliases }) => [agent_id, ...aliases]).sort().join("\n");
}
