/** Agents as the tray sorts them: who needs the person comes first. Pure. */
import type { AgentView, MascotState } from "../../schemas/generated/types.ts";

export type AgentGroup = "needs" | "failed" | "working" | "resting";

const GROUP_OF: Readonly<Record<MascotState, AgentGroup>> = {
  asking_permission: "needs", asking_question: "needs",
  failed: "failed",
  thinking: "working", reading: "working", editing: "working", running: "working", searching: "working", browsing: "working", delegating: "working", planning: "working",
  compacting: "working", watching: "working", blocked: "working", untracked: "working",
  resting: "resting", asleep: "resting", stale: "resting",
};

export function groupAgents(agents: readonly AgentView[]): Record<AgentGroup, AgentView[]> {
  const groups: Record<AgentGroup, AgentView[]> = { needs: [], failed: [], working: [], resting: [] };
  for (const agent of agents) groups[GROUP_OF[agent.state]].push(agent);
  for (const group of Object.values(groups)) group.sort(longestWaitingFirst);
  return groups;
}

function longestWaitingFirst(a: AgentView, b: AgentView): number {
  return a.state_since.localeCompare(b.state_since) || a.agent_id.localeCompare(b.agent_id);
}
