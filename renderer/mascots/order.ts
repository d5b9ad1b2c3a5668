import type { AgentView } from "../../schemas/generated/types.ts";
import { needsPerson } from "../shared/words.ts";

/** A lead and its helpers, or somebody whose lead is not here. */
export interface Company {
  agents: AgentView[];
}

/** Companies that work in one project, in the order they came. */
export interface Team {
  project: string;
  companies: Company[];
}

/** Projects in the order in which their first agent came, leads likewise, each followed by its helpers. Pure; loses nobody, whatever ring their parents form. */
export function teamsOf(agents: Iterable<AgentView>): Team[] {
  const teams = new Map<string, Team>();
  for (const company of companiesOf([...agents].sort(byArrival))) {
    const project = (company.agents[0] as AgentView).workspace_id;
    const team = teams.get(project) ?? { project, companies: [] };
    team.companies.push(company);
    teams.set(project, team);
  }
  return [...teams.values()];
}

function byArrival(a: AgentView, b: AgentView): number {
  return a.started_at < b.started_at ? -1 : a.started_at > b.started_at ? 1 : a.agent_id < b.agent_id ? -1 : 1;
}

function companiesOf(arrived: readonly AgentView[]): Company[] {
  const ids = new Set(arrived.map(({ agent_id }) => agent_id));
  const leadOf = ({ agent_id, parent_agent_id: lead }: AgentView) => (lead !== null && lead !== agent_id && ids.has(lead) ? lead : null);
  const seen = new Set<string>();
  const gather = (agent: AgentView): AgentView[] => {
    if (seen.has(agent.agent_id)) return [];
    seen.add(agent.agent_id);
    return [agent, ...arrived.filter((one) => leadOf(one) === agent.agent_id).flatMap(gather)];
  };
  const heads = arrived.filter((agent) => leadOf(agent) === null);
  // Whoever is left stands in a ring of parents.
  return [...heads, ...arrived].map((agent) => ({ agents: gather(agent) })).filter(({ agents }) => agents.length > 0);
}

/** Who is shown before others where there is no room for all: whoever needs the person first, helpers last, and of each project somebody. */
export function byNeed(teams: readonly Team[]): AgentView[] {
  const inTurn = teams.flatMap(({ companies }) => companies.flatMap(({ agents }) => agents).map((agent, turn) => ({ agent, turn })));
  return inTurn.sort((a, b) => rankOf(a.agent) - rankOf(b.agent) || a.turn - b.turn).map(({ agent }) => agent);
}

function rankOf({ role, state }: AgentView): number {
  if (needsPerson(state)) return 0;
  return role === "subagent" ? 2 : 1;
}

/** The same teams without those who are not among the chosen. */
export function only(teams: readonly Team[], chosen: ReadonlySet<AgentView>): Team[] {
  const kept = ({ agents }: Company): Company => ({ agents: agents.filter((agent) => chosen.has(agent)) });
  return teams
    .map(({ project, companies }) => ({ project, companies: companies.map(kept).filter(({ agents }) => agents.length > 0) }))
    .filter(({ companies }) => companies.length > 0);
}

export function everybody(teams: readonly Team[]): AgentView[] {
  return teams.flatMap(({ companies }) => companies.flatMap(({ agents }) => agents));
}
