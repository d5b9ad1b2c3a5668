import type { AgentView, SessionView } from "../../schemas/generated/types.ts";
import { needsPerson } from "../shared/words.ts";

export interface Project {
  name: string;
  needsPerson: boolean;
  agents: { agent: AgentView; session: SessionView | null }[];
}

/** Agents grouped by project: projects and leads that need the person first, then by arrival; helpers under their lead. */
export function projectsOf(agents: Iterable<AgentView>, sessions: ReadonlyMap<string, SessionView>): Project[] {
  const byName = new Map<string, Project>();
  for (const agent of [...agents].sort(leadsFirst)) {
    const project = byName.get(agent.workspace_id) ?? { name: agent.workspace_id, needsPerson: false, agents: [] };
    byName.set(agent.workspace_id, project);
    project.needsPerson ||= needsPerson(agent.state);
    place(project, { agent, session: agent.session_id === null ? null : (sessions.get(agent.session_id) ?? null) });
  }
  return [...byName.values()].sort((a, b) => Number(b.needsPerson) - Number(a.needsPerson));
}

function leadsFirst(a: AgentView, b: AgentView): number {
  const rank = (agent: AgentView) => (agent.role === "lead" ? 0 : 1);
  return rank(a) - rank(b) || Number(needsPerson(b.state)) - Number(needsPerson(a.state)) || (a.started_at < b.started_at ? -1 : 1);
}

/** A helper goes behind its lead and the lead's earlier helpers; somebody without a lead here goes to the end. */
function place(project: Project, entry: Project["agents"][number]): void {
  const family = (agent: AgentView) => agent.parent_agent_id ?? agent.agent_id;
  const last = project.agents.map((other) => family(other.agent)).lastIndexOf(family(entry.agent));
  project.agents.splice(last === -1 ? project.agents.length : last + 1, 0, entry);
}
